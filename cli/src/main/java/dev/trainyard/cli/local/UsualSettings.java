package dev.trainyard.cli.local;

import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.runai.WorkloadSettings.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// What holds for every job where nobody says otherwise. Whoever submits a job to a yard is the
/// user whose yard it is.
public final class UsualSettings {

  public static Settings at(Place place) {
    var usual = Settings.defaults(place);
    return switch (place) {
      case CLUSTER -> usual;
      case YARD -> ourselves().map(usual.workloads()::runningAs).map(usual::with).orElse(usual);
    };
  }

  /// The user this process runs as, where the machine tells.
  private static Optional<Identity> ourselves() {
    try {
      return Optional.of(new Identity(own("unix:uid"), OptionalLong.of(own("unix:gid"))));
    } catch (IOException | UnsupportedOperationException _) {
      return Optional.empty();
    }
  }

  private static long own(String attribute) throws IOException {
    return ((Number) Files.getAttribute(Path.of("/proc/self"), attribute)).longValue();
  }

  private UsualSettings() {}
}
