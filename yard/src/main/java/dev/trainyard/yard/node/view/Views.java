package dev.trainyard.yard.node.view;

import dev.trainyard.yard.node.network.Network.Launch;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Chooses how volumes reach containers on this machine, and says which way and why.
public final class Views {

  /// Follows the wish where it can; `notice` is told one line, the way chosen and the reason.
  public static View choose(Mounting wish, Path home, Consumer<String> notice) throws IOException {
    return switch (wish) {
      case REWRITTEN -> rewritten("as asked", notice);
      case MOUNTED -> {
        var obstacle = obstacle(home);
        if (obstacle.isPresent()) {
          throw new IOException(
              "Volumes cannot be mounted here, because %s.".formatted(obstacle.get()));
        }
        yield mounted(notice);
      }
      case AUTO -> {
        var obstacle = obstacle(home);
        yield obstacle.isPresent()
            ? rewritten("because " + obstacle.get(), notice)
            : mounted(notice);
      }
    };
  }

  private static View mounted(Consumer<String> notice) throws IOException {
    notice.accept("Each container has its volumes at their mount paths, and sees no others.");
    return OwnView.find().orElseThrow();
  }

  private static View rewritten(String why, Consumer<String> notice) {
    notice.accept(
        ("Volumes are not mounted, %s; environment values and arguments that begin with a mount"
             + " path are changed to the volume's directory, and TRAINYARD_VOLUME_<NAME> names it.")
            .formatted(why));
    return new RewrittenPaths();
  }

  /// Why volumes cannot be mounted here, found out by mounting one.
  public static Optional<String> obstacle(Path home) throws IOException {
    var view = OwnView.find();
    if (view.isEmpty()) {
      return Optional.of("one of %s is not installed".formatted(String.join(", ", OwnView.NEEDED)));
    }
    Files.createDirectories(home);
    var scratch = Files.createTempDirectory(home, "probe");
    try {
      var volume = Files.createDirectory(scratch.resolve("volume"));
      var place = "/trainyard-probe/volume";
      var scene =
          new Scene(
              "probe",
              List.of(new Mount("probe", place, volume, true)),
              List.of(),
              List.of(),
              place,
              scratch,
              false,
              List.of(),
              Rights.usual(Optional.empty()),
              Optional.empty());
      var test = List.of("/bin/sh", "-c", "test -d " + place);
      return attempt(view.get().adapt(scene, new Launch(List.of(), test, Map.of())));
    } finally {
      Trees.delete(scratch);
    }
  }

  private static Optional<String> attempt(Launch launch) throws IOException {
    var words = new ArrayList<>(launch.enter());
    words.addAll(launch.command());
    var process =
        new ProcessBuilder(words)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .start();
    try (var out = process.getInputStream()) {
      var said = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0
          ? Optional.empty()
          : Optional.of("it was tried and failed: " + said.lines().findFirst().orElse("no reason"));
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while trying to mount a volume", e);
    }
  }

  private Views() {}
}
