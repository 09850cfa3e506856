package dev.trainyard.dialects.pods;

import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a job may be called: its pods and Services are named after it, and a Service must begin
/// with a letter.
public final class JobNames {

  private static final int MOST = 63;
  private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

  public static Optional<Problem> check(String name) {
    var reasons = new ArrayList<String>();
    if (name.length() > MOST) {
      reasons.add("must be no more than %d characters".formatted(MOST));
    }
    if (!LABEL.matcher(name).matches()) {
      reasons.add(
          "must consist of lower case letters, digits and '-', start with a letter and end with a"
              + " letter or digit ("
              + LABEL
              + ")");
    }
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Problem.invalid("metadata.name", name, "should match: " + String.join(",", reasons)));
  }

  /// Whether the names of its pods fit.
  ///
  /// @param pods the pods with the highest indexes
  public static Optional<Problem> checkPods(String name, Stream<String> pods) {
    return pods.filter(pod -> pod.length() > MOST)
        .max(Comparator.comparingInt(String::length))
        .map(
            pod ->
                Problem.invalid(
                    "metadata.name",
                    name,
                    "makes the pod name %s of %d characters, and %d is the limit; shorten it by %d"
                        .formatted(pod, pod.length(), MOST, pod.length() - MOST)));
  }

  private JobNames() {}
}
