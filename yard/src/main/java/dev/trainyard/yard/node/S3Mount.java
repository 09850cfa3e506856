package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A container that does nothing but keep a bucket mounted, with a program this machine does not
/// have. Here it waits like the real one, and the directory stays empty.
///
/// @param bucket as far as the container's spec tells it
record S3Mount(String bucket) {

  private static final String MOUNT_PATH = "/s3";

  /// Ends at once when asked to, and then well.
  private static final String WAIT = "trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done";

  static Optional<S3Mount> of(Container container) {
    var plain = plain(container);
    return container.getName().matches("s3-\\d+")
            && container.getCommand().isEmpty()
            && MOUNT_PATH.equals(plain.get("MOUNT_PATH"))
            && plain.containsKey("BUCKET")
        ? Optional.of(new S3Mount(plain.getOrDefault("BUCKET", "")))
        : Optional.empty();
  }

  private static Map<String, String> plain(Container container) {
    return container.getEnv().stream()
        .filter(variable -> variable.getValue() != null)
        .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue, (_, later) -> later));
  }

  Arrangement arrangement() {
    return Arrangement.running(List.of("/bin/sh", "-c", WAIT));
  }

  String warning() {
    return ("Bucket %s cannot be mounted on this machine, so its directory is empty: copy what you"
            + " need to a volume of another kind.")
        .formatted(bucket);
  }
}
