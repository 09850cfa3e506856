package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.cluster.FreePort;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A port of a pod that clients reach through the API.
@OnACluster
@Tag("needs-python")
class AForwardedPortTest {

  private static final Pattern FORWARDING = Pattern.compile("Forwarding from 127.0.0.1:(\\d+) .*");
  private static final int PAGE_BYTES = 300_000;

  /// A pod that answers on this port with a page that no single message can carry.
  private static Pod server(int port) {
    // Not `python3 -m http.server`, which asks a name server for its own name before it listens.
    var script =
        """
        head -c %d /dev/zero | tr '\\0' x > page
        exec python3 -c '
        import http.server, socketserver
        socketserver.ThreadingTCPServer.daemon_threads = True
        socketserver.ThreadingTCPServer(
            ("", %d), http.server.SimpleHTTPRequestHandler).serve_forever()'
        """
            .formatted(PAGE_BYTES, port);
    return new PodBuilder()
        .withNewMetadata()
        .withName("server")
        .endMetadata()
        .withNewSpec()
        .withNodeName("node-1")
        .withRestartPolicy("Never")
        .withTerminationGracePeriodSeconds(1L)
        .addNewContainer()
        .withName("main")
        .withImage("none")
        .withCommand("sh", "-c", script)
        .endContainer()
        .endSpec()
        .build();
  }

  private static String page(int port) throws IOException, InterruptedException {
    try (var http = HttpClient.newHttpClient()) {
      var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/page".formatted(port)));
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }
  }

  /// Where pods share the machine's network, any fixed port might be taken.
  private static int startServer(Team team) {
    var port = FreePort.next();
    team.submit(server(port));
    team.waitUntil("it runs", () -> team.phaseOf("server").equals("Running"));
    team.waitUntil("it listens", () -> answers(team, port));
    return port;
  }

  private static boolean answers(Team team, int port) {
    var pod = team.client().pods().inNamespace(team.namespace()).withName("server");
    try (var forward = pod.portForward(port)) {
      return page(forward.getLocalPort()).length() == PAGE_BYTES;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Tag("needs-kubectl")
  void is_reached_by_kubectl_again_and_again_and_at_once(Site site, Team team, @TempDir Path desk)
      throws Exception {
    var served = startServer(team);
    var kubectl = new Kubectl(site.cluster().kubeconfig(), team.namespace(), desk);
    var forward = kubectl.start(List.of("port-forward", "pod/server", ":" + served));
    try (var said = forward.inputReader()) {
      var port = port(said.readLine());
      for (int i = 0; i < 3; i++) {
        assertThat(page(port)).hasSize(PAGE_BYTES);
      }
      try (var http = HttpClient.newHttpClient()) {
        var request =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/page".formatted(port))).build();
        var together =
            List.of(
                http.sendAsync(request, HttpResponse.BodyHandlers.ofString()),
                http.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
        for (var one : together) {
          assertThat(one.get().body()).hasSize(PAGE_BYTES);
        }
      }
    } finally {
      forward.destroy();
    }
  }

  private static int port(String line) {
    var match = FORWARDING.matcher(line);
    assertThat(match.matches()).as(line).isTrue();
    return Integer.parseInt(match.group(1));
  }

  @Test
  @Tag("needs-kubectl")
  void that_nobody_listens_on_is_told_as_such(Site site, Team team, @TempDir Path desk)
      throws Exception {
    startServer(team);
    var kubectl = new Kubectl(site.cluster().kubeconfig(), team.namespace(), desk);
    var forward = kubectl.start(List.of("port-forward", "pod/server", ":1"));
    try (var said = forward.inputReader()) {
      var port = port(said.readLine());
      try {
        page(port);
      } catch (IOException _) {
        // The connection ends without an answer.
      }
      assertThat(said.lines().filter(line -> line.contains("error forwarding port 1 ")).findFirst())
          .isPresent();
    } finally {
      forward.destroy();
    }
  }
}
