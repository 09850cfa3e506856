package dev.trainyard.yard.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// Run inside pods by tests: one side listens, the other calls it by name.
final class Meeting {

  public static void main(String[] args) throws IOException, InterruptedException {
    var port = Integer.parseInt(args[1]);
    if (args[0].equals("listen")) {
      try (var server = new ServerSocket(port);
          var guest = server.accept()) {
        guest.getOutputStream().write(args[2].getBytes(StandardCharsets.UTF_8));
      }
      return;
    }
    while (true) {
      try (var call = new Socket()) {
        call.connect(new InetSocketAddress(args[0], port));
        System.out.println(
            new String(call.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        return;
      } catch (IOException _) {
        Thread.sleep(20); // The other side is not up, or not known by name yet.
      }
    }
  }

  private Meeting() {}
}
