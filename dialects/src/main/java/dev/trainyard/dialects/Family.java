package dev.trainyard.dialects;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Under which names dashboards look for the jobs of a kind.
///
/// @param prefix what the names of their counters begin with
/// @param counted what of them is counted; the end of such a name
/// @param labelled whether each namespace and kind is counted for itself
/// @param shown the metric that shows every job there is, if there is one
public record Family(String prefix, Set<String> counted, boolean labelled, Optional<Shown> shown) {

  public static final String CREATED = "created";
  public static final String SUCCESSFUL = "successful";
  public static final String FAILED = "failed";
  public static final String RESTARTED = "restarted";
  public static final String DELETED = "deleted";

  /// That of most kinds, as Kubeflow's training operator has it.
  public static final Family TRAINING =
      new Family(
          "training_operator_jobs_",
          Set.of(CREATED, SUCCESSFUL, FAILED, RESTARTED, DELETED),
          true,
          Optional.empty());

  public Family {
    counted = Set.copyOf(counted);
  }

  /// Every name that its jobs are found under.
  public List<String> names() {
    return Stream.concat(counted.stream().map(prefix::concat), shown.stream().map(Shown::metric))
        .sorted()
        .toList();
  }

  /// A metric that is 1 for every job, which its labels tell from others.
  ///
  /// @param metric its name
  /// @param label the label with what leads the job
  /// @param suffix what that is called after the job's name
  public record Shown(String metric, String label, String suffix) {}
}
