package dev.trainyard.yard.node.supervisor;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Starts supervisors, each as a small JVM in a session of its own.
public final class SupervisorLauncher {

  /// The argv that runs the supervisor of `files`. The process prints one line once the container
  /// has started, and closes its output.
  public static List<String> command(RunFiles files) {
    var words = new ArrayList<>(List.of("/usr/bin/setsid", "--"));
    words.addAll(SmallJvm.command(Supervisor.class, files.directory().toString()));
    return List.copyOf(words);
  }

  /// What the supervisor itself needs. UTF-8, because Java encodes a command's words by locale.
  public static Map<String, String> environment() {
    return Map.of("LC_ALL", SmallJvm.LOCALE);
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

  private SupervisorLauncher() {}
}
