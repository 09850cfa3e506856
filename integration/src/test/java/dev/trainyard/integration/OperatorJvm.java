package dev.trainyard.integration;

import static org.awaitility.Awaitility.await;

import dev.trainyard.cli.Main;
import dev.trainyard.integration.cluster.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// `trainyard operator` in a process of its own.
final class OperatorJvm implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Process process;
  private final Path log;
  private final int metrics;
  private final HttpClient http = HttpClient.newHttpClient();

  /// With this kubeconfig and no other way into any cluster.
  static OperatorJvm start(Path directory, String name, Path kubeconfig, String... flags) {
    try {
      return new OperatorJvm(directory, name, kubeconfig, List.of(flags));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private OperatorJvm(Path directory, String name, Path kubeconfig, List<String> flags)
      throws IOException {
    log = directory.resolve(name + ".log");
    metrics = FreePort.next();
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    // The class path is the tests'; what it logs, and how, is not.
    words.add("-Dlogback.configurationFile=logback.xml");
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    words.addAll(List.of("operator", "--kubeconfig", kubeconfig.toString(), "--log-format=text"));
    words.add("--metrics-bind-address=127.0.0.1:" + metrics);
    words.add("--health-probe-bind-address=0");
    words.addAll(flags);
    var builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().clear();
    builder.environment().put("HOSTNAME", name);
    builder.environment().put("HOME", directory.toString());
    process = builder.start();
  }

  /// Until it is elected, or stands by.
  OperatorJvm awaitLeading(boolean leads) {
    var line = "trainyard_leader " + (leads ? "1.0" : "0.0");
    await(line)
        .atMost(PATIENCE)
        .failFast(
            () -> {
              if (!process.isAlive()) {
                throw new AssertionError("it has ended: " + log());
              }
            })
        .until(() -> scrape().contains(line));
    return this;
  }

  private String scrape() {
    try {
      var address = URI.create("http://127.0.0.1:%d/metrics".formatted(metrics));
      return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body();
    } catch (IOException _) {
      return "";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Sends a signal by its name, as `kill` does.
  void signal(String name) {
    try {
      var kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
      kill.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  int exitCode() {
    if (!hasEnded()) {
      throw new IllegalStateException("it goes on: " + log());
    }
    return process.exitValue();
  }

  private boolean hasEnded() {
    try {
      return process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// All it has said.
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Asks it to end, as a cluster does: whoever comes next need not wait until its lease is over.
  @Override
  public void close() {
    process.destroy();
    if (!hasEnded()) {
      process.destroyForcibly();
      var _ = exitCode();
    }
    http.close();
  }
}
