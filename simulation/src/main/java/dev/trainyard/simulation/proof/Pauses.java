package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// No job makes pods faster than its back-off allows: after the second pod of one place that ended
/// early in a row there is a pause of ten seconds at least, and each after it is twice as long, up
/// to five minutes. Jobs that count over all places wait ten seconds from the first one on, and
/// begin anew with every success. Whoever changes a job begins anew, too.
final class Pauses implements Rule {

  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  /// One that stood for so long did not end early. Clocks know only whole seconds.
  private static final Duration CALM = Duration.ofMinutes(10).minusSeconds(2);

  private static final Duration WHOLE = Duration.ofSeconds(1);

  /// Every pod of theirs has a name of its own, with the number of the try.
  private static final Set<String> NUMBERED = Set.of("TrainingWorkload", "Job");

  private final Sight sight;
  private final Map<String, Long> generations = new HashMap<>();
  private final Map<String, Map<String, Row>> rows = new HashMap<>();
  private final Set<String> over = new HashSet<>();

  private record Row(int ends, Instant last) {}

  Pauses(Sight sight) {
    this.sight = sight;
  }

  @Override
  public void changed(Change change) {
    switch (change.item().content()) {
      case Content.Raw(var job) -> changed(JobTree.of(job));
      case Content.Typed(Pod pod) ->
          change
              .item()
              .controller()
              .ifPresent(
                  job -> {
                    switch (change.type()) {
                      case ADDED -> made(change.item(), pod, job);
                      case MODIFIED -> changed(change.item(), pod, job);
                      case DELETED -> {}
                    }
                  });
      case Content.Typed _ -> {}
    }
  }

  private void changed(JobTree job) {
    long asked = 2 * job.generation() + (job.restartAsked() ? 1 : 0);
    var before = generations.put(job.uid(), asked);
    if (before != null && before != asked) {
      rows.remove(job.uid());
    }
  }

  private void made(Item item, Pod pod, String job) {
    var row = rowsOf(job).get(place(pod));
    if (row == null) {
      return;
    }
    var pause = pause(pod, row.ends());
    require(
        !sight.now().isBefore(row.last().plus(pause).minus(WHOLE)),
        () ->
            "%s is made %s after the last of %d that ended early in a row, and had to wait for %s"
                .formatted(
                    item.key(), Duration.between(row.last(), sight.now()), row.ends(), pause));
  }

  private static Duration pause(Pod pod, int ends) {
    if (numbered(pod)) {
      return FIRST;
    }
    if (ends < 2) {
      return Duration.ZERO;
    }
    var doubled = FIRST.multipliedBy(1L << Math.min(ends - 2, 10));
    return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
  }

  /// What somebody has asked to go, or a cluster has given up, did not end by itself.
  private void changed(Item item, Pod pod, String job) {
    if (item.leaving() || !ended(pod) || disrupted(pod) || !over.add(item.uid())) {
      return;
    }
    var made = Instant.parse(pod.getMetadata().getCreationTimestamp());
    boolean calm = Duration.between(made, sight.now()).compareTo(CALM) >= 0;
    rowsOf(job)
        .merge(
            place(pod),
            new Row(1, sight.now()),
            (before, one) -> calm ? one : new Row(before.ends() + 1, one.last()));
  }

  private Map<String, Row> rowsOf(String job) {
    return rows.computeIfAbsent(job, _ -> new HashMap<>());
  }

  private static String place(Pod pod) {
    var name = pod.getMetadata().getName();
    return numbered(pod) ? name.substring(0, name.lastIndexOf('-')) : name;
  }

  private static boolean numbered(Pod pod) {
    return pod.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> NUMBERED.contains(owner.getKind()));
  }

  private static boolean ended(Pod pod) {
    return List.of("Failed", "Succeeded").contains(String.valueOf(pod.getStatus().getPhase()));
  }

  private static boolean disrupted(Pod pod) {
    return Optional.ofNullable(pod.getStatus().getConditions()).orElse(List.of()).stream()
        .anyMatch(condition -> condition.getType().equals("DisruptionTarget"));
  }
}
