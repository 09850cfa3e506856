package dev.trainyard.yard.node.mpi;

import dev.trainyard.yard.node.supervisor.SmallJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Takes the place of sshd in a worker: keeps the container alive and starts commands in it, for
/// whoever may enter the directory of its socket.
public final class WorkerShell {

  /// Java's own locale must not become that of the commands, so the container's comes as a word.
  private static final String START =
      "locale=${LC_ALL-}; export LC_ALL=%s; exec \"$@\" \"$locale\"".formatted(SmallJvm.LOCALE);

  /// The argv that runs a worker's shell behind `door`.
  public static List<String> command(Path door) {
    var words = new ArrayList<>(List.of("/bin/sh", "-c", START, "sh"));
    words.addAll(SmallJvm.command(WorkerShell.class, door.toString()));
    return List.copyOf(words);
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    var door = Path.of(args[0]);
    var environment = environment(args[1]);
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      Files.deleteIfExists(door);
      server.bind(UnixDomainSocketAddress.of(door));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> leave(door), "leave"));
      // A launcher may have waited for the door and come in first.
      var doorman = Thread.ofPlatform().name("door").start(() -> open(server, environment));
      rehearse(door);
      System.out.println("Ready to run what the launcher asks for, in the place of sshd.");
      doorman.join();
    }
  }

  private static void open(ServerSocketChannel server, Map<String, String> environment) {
    try {
      while (true) {
        receive(server.accept(), environment);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> environment(String locale) {
    var environment = new HashMap<>(System.getenv());
    if (locale.isEmpty()) {
      environment.remove("LC_ALL");
    } else {
      environment.put("LC_ALL", locale);
    }
    return environment;
  }

  /// Loads what the first command needs. Hours later our own jar may be gone, replaced by an
  /// upgrade.
  private static void rehearse(Path door) throws IOException {
    try (var call = new Wire(SocketChannel.open(UnixDomainSocketAddress.of(door)))) {
      call.say(Wire.Kind.COMMAND, "cat");
      call.say(Wire.Kind.INPUT_ENDS);
      while (call.hear().filter(message -> message.kind() != Wire.Kind.EXIT).isPresent()) {
        // Everything up to the end of the command belongs to the rehearsal.
      }
    }
  }

  private static void receive(SocketChannel caller, Map<String, String> environment) {
    var visit = new Visit(new Wire(caller), environment);
    Thread.ofPlatform().daemon().name("visit").start(visit);
  }

  private static void leave(Path door) {
    try {
      Files.deleteIfExists(door);
    } catch (IOException _) {
      // The next worker removes it.
    }
  }

  private WorkerShell() {}
}
