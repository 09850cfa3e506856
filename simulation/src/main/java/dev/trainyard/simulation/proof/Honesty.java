package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.proof.JobTree.Condition;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// A status goes only ways that make sense, and nothing in it is made up: a job runs, succeeds and
/// fails because its pods did. That nobody saw a pod for a while makes it neither.
final class Honesty implements Rule {

  private final Map<String, String> states = new HashMap<>();
  private final Map<String, Past> pasts = new HashMap<>();
  private final Lineage lineage = new Lineage();

  /// What became of the pods of one job, by name.
  private static final class Past {
    final Set<String> ran = new HashSet<>();
    final Set<String> succeeded = new HashSet<>();
    final Set<String> failed = new HashSet<>();
    final Set<String> sentAway = new HashSet<>();
  }

  @Override
  public void changed(Change change) {
    lineage.heard(change);
    switch (change.item().content()) {
      case Content.Raw(var job) -> told(change.item(), JobTree.of(job));
      case Content.Typed(Pod pod) ->
          lineage.of(change.item()).forEach(job -> seen(past(job), pod, change.type()));
      case Content.Typed _ -> {}
    }
  }

  private Past past(String job) {
    return pasts.computeIfAbsent(job, _ -> new Past());
  }

  private static void seen(Past past, Pod pod, Change.Type type) {
    var name = pod.getMetadata().getName();
    switch (String.valueOf(pod.getStatus().getPhase())) {
      case "Running" -> past.ran.add(name);
      case "Succeeded" -> past.succeeded.add(name);
      case "Failed" -> past.failed.add(name);
      default -> {}
    }
    if (pod.isMarkedForDeletion() || type == Change.Type.DELETED) {
      past.sentAway.add(name);
    }
    pod.getStatus().getContainerStatuses().stream()
        .mapToInt(ContainerStatus::getRestartCount)
        .filter(count -> count > 0)
        .forEach(_ -> past.failed.add(name));
  }

  private void told(Item item, JobTree job) {
    var types = new HashSet<String>();
    require(
        job.conditions().stream().map(Condition::type).allMatch(types::add),
        () -> "%s tells one condition twice: %s".formatted(item.key(), job.conditions()));
    var state = job.state();
    var before = states.getOrDefault(item.uid(), "New");
    require(
        job.words().ways().getOrDefault(before, Set.of(state)).contains(state),
        () -> "%s was %s and is now %s".formatted(item.key(), before, state));
    if (!state.equals(before)) {
      states.put(item.uid(), state);
      hasReason(item, job, past(item.uid()));
    }
    require(
        job.verdict().isPresent() == job.words().ended(job).isPresent(),
        () -> "%s is %s and ended at %s".formatted(item.key(), state, job.words().ended(job)));
  }

  private static void hasReason(Item item, JobTree job, Past past) {
    switch (job.state()) {
      case "Running" ->
          require(
              !past.ran.isEmpty() || !past.succeeded.isEmpty() || !past.failed.isEmpty(),
              () -> "%s runs, and none of its pods ever did".formatted(item.key()));
      case "Restarting" ->
          require(
              !past.failed.isEmpty() || !past.sentAway.isEmpty() || job.restartAsked(),
              () -> "%s restarts, and no pod failed or was sent away".formatted(item.key()));
      case "Succeeded" -> {
        boolean any = job.words().anybodySucceeds(job) && !past.succeeded.isEmpty();
        require(
            any || past.succeeded.stream().anyMatch(pod -> job.words().leads(job, pod)),
            () -> "%s succeeded, and %s did not".formatted(item.key(), job.lead()));
      }
      case "Failed" ->
          require(
              outOfTime(job)
                  || (job.words().takenTooOften(job) && !past.sentAway.isEmpty())
                  || (job.words().leadDecides()
                      ? past.failed.contains(job.lead())
                      : !past.failed.isEmpty()),
              () -> "%s failed, and no pod whose end is its own did".formatted(item.key()));
      default -> {}
    }
  }

  private static boolean outOfTime(JobTree job) {
    return job.deadline().isPresent()
        && job.words()
            .started(job)
            .flatMap(
                start ->
                    job.words().ended(job).map(end -> Duration.between(start, end).toSeconds()))
            .filter(lasted -> lasted >= job.deadline().getAsLong())
            .isPresent();
  }
}
