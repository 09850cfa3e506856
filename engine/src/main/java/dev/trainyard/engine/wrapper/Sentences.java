package dev.trainyard.engine.wrapper;

import java.time.Duration;
import java.util.SortedSet;
import java.util.stream.Collectors;

/// What conditions say, and events repeat. Scripts read these: they are those of CodeFlare.
public final class Sentences {

  static final String NOT_SUSPENDED = "Suspend is false";
  static final String SUSPENDED = "Suspend is true";
  static final String RESET = "Reset complete; resuming";
  static final String NOTHING_DEPLOYED = "No resources deployed";
  static final String DELETED_TO_RESET = "Resources deleted for resetting AppWrapper";
  static final String DELETED_AFTER_FAILURE = "Resources deleted for failed AppWrapper";
  static final String DELETED_BY_QUEUE = "Kueue forced resource deletion by suspending AppWrapper";
  static final String DELETED = "Resources successfully deleted";

  /// The annotation that keeps what a failed wrapper has.
  public static final String HOLD_ANNOTATION =
      "workload.codeflare.dev.appwrapper/deletionOnFailureGracePeriodDuration";

  public static String notCreated(String error) {
    return "error creating components: " + error;
  }

  public static String missing(int found, int expected) {
    return "Only found %d deployed components, but was expecting %d".formatted(found, expected);
  }

  public static String componentsFailed(int count) {
    return "Found %d failed components".formatted(count);
  }

  public static String podsFailed(int count) {
    return "%d failed pods".formatted(count);
  }

  public static String sick(SortedSet<String> nodes) {
    return nodes.stream()
        .map("%s:{}"::formatted)
        .collect(
            Collectors.joining(
                " ", "Workload contains pods using NoExecute resources on Nodes: map[", "]"));
  }

  public static String notReady(PodCounts counts) {
    return "%d pods pending; %d pods running; %d pods succeeded"
        .formatted(counts.pending(), counts.running(), counts.succeeded());
  }

  static String ready(PodCounts counts) {
    return "%d pods running; %d pods succeeded".formatted(counts.running(), counts.succeeded());
  }

  static String succeeded(int pods) {
    return "%d pods succeeded and no running, pending, or failed pods".formatted(pods);
  }

  static String kept(Duration hold) {
    return "%s has value %s".formatted(HOLD_ANNOTATION, GoDurations.text(hold));
  }

  static String expired(Duration ttl) {
    return "Time to live after success of %s expired".formatted(GoDurations.text(ttl));
  }

  private Sentences() {}
}
