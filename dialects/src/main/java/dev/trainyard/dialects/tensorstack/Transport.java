package dev.trainyard.dialects.tensorstack;

import static java.util.Map.entry;

import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.Words;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Optional;

/// How the workers of a DeepSpeedJob are reached: worker 0 logs in to all of them, or each starts
/// its own share.
enum Transport {
  SSH,
  NO_SSH;

  static final String ANNOTATION = "trainyard.dev/deepspeed-transport";

  static final Words<Transport> WORDS = Words.of(entry("ssh", SSH), entry("no-ssh", NO_SSH));

  /// Processes of one machine have no need to log in to each other.
  static Transport of(ObjectMeta metadata, Settings settings) {
    return written(metadata)
        .flatMap(WORDS::meaning)
        .orElse(settings.place() == Place.YARD ? NO_SSH : SSH);
  }

  static Optional<String> written(ObjectMeta metadata) {
    return Optional.ofNullable(metadata.getAnnotations())
        .map(annotations -> annotations.get(ANNOTATION));
  }
}
