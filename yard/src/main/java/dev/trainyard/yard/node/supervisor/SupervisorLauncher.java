package dev.trainyard.yard.node.supervisor;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Starts supervisors, each as a small JVM in a session of its own.
public final class SupervisorLauncher {

  /// Chosen for a process that mostly waits: about 40 MB resident, half of it shared with every
  /// other supervisor, and started in about 0.15 s.
  private static final List<String> SMALL =
      List.of(
          "-XX:+UseSerialGC",
          "-Xms2m",
          "-Xmx16m",
          "-Xss256k",
          "-XX:TieredStopAtLevel=1",
          "-XX:CICompilerCount=1",
          "-XX:ReservedCodeCacheSize=4m",
          "-XX:-UsePerfData",
          "-XX:+ExitOnOutOfMemoryError");

  /// The argv that runs the supervisor of `files`. The process prints one line once the container
  /// has started, and closes its output.
  public static List<String> command(RunFiles files) {
    var words = new ArrayList<>(List.of("/usr/bin/setsid", "--", java()));
    words.addAll(SMALL);
    words.addAll(
        List.of("-cp", classPath(), Supervisor.class.getName(), files.directory().toString()));
    return List.copyOf(words);
  }

  /// What the supervisor itself needs. UTF-8, because Java encodes a command's words by locale.
  public static Map<String, String> environment() {
    return Map.of("LC_ALL", "C.UTF-8");
  }

  public static Process launch(RunFiles files) throws IOException {
    var builder =
        new ProcessBuilder(command(files))
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectError(Redirect.to(files.supervisorOutput().toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment());
    return builder.start();
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String classPath() {
    try {
      return Path.of(Supervisor.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of our own classes is not a path", e);
    }
  }

  private SupervisorLauncher() {}
}
