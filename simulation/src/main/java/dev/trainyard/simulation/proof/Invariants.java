package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.operator.cache.Nodes;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What must always hold, looked at after every change and every step. The numbers are those of
/// docs/architecture.md.
public final class Invariants {

  /// No run has anything like that to do.
  private static final long MOST_STEPS = 20_000;

  private final Sight sight;
  private final Map<String, Verdict> verdicts = new HashMap<>();

  /// And whether its controller has heard of it. One that has not may still create what it was
  /// about to; once it writes to the job it has, since every write carries the version that it has
  /// read.
  private final Map<String, Boolean> suspended = new HashMap<>();

  private final Map<String, Long> generations = new HashMap<>();
  private long steps;

  /// How a job ended, as its status says, and for which spec.
  private record Verdict(String word, long generation) {}

  public Invariants(Sight sight) {
    this.sight = sight;
    sight.store().listen(this::changed);
  }

  private void changed(Change change) {
    switch (change.item().content()) {
      case Content.Raw(var job) -> jobChanged(change, job);
      case Content.Typed(Pod pod) -> {
        switch (change.type()) {
          case ADDED -> podCreated(change.item());
          case MODIFIED -> {}
          case DELETED -> podGone(change.item(), pod);
        }
      }
      case Content.Typed _ -> {}
    }
  }

  private void jobChanged(Change change, JsonNode job) {
    if (change.type() == Change.Type.DELETED) {
      return;
    }
    var uid = change.item().uid();
    var generation = job.at("/metadata/generation").asLong();
    var written = Objects.equals(generation, generations.put(uid, generation));
    if (job.at("/spec/runPolicy/suspend").asBoolean()) {
      suspended.put(uid, written);
    } else {
      suspended.remove(uid);
    }
    oneVerdict(change.item(), job);
  }

  /// 2: a terminal phase never changes, unless the spec was corrected.
  private void oneVerdict(Item item, JsonNode job) {
    var succeeded = holds(job, "Succeeded");
    var failed = holds(job, "Failed");
    require(!(succeeded && failed), item + " has both succeeded and failed");
    require(
        !((succeeded || failed) && holds(job, "Running")),
        "%s has ended and runs".formatted(item.key()));
    var word =
        succeeded
            ? Optional.of("Succeeded")
            : failed ? Optional.of("Failed") : Optional.<String>empty();
    var before = Optional.ofNullable(verdicts.get(item.uid()));
    before.ifPresent(
        verdict -> {
          var corrected = verdict.generation() != generations.getOrDefault(item.uid(), 0L);
          require(
              corrected || word.filter(verdict.word()::equals).isPresent(),
              "2: %s had %s and is now %s"
                  .formatted(item.key(), verdict.word(), word.orElse("unfinished")));
        });
    word.ifPresent(
        one ->
            verdicts.put(item.uid(), new Verdict(one, generations.getOrDefault(item.uid(), 0L))));
  }

  private static boolean holds(JsonNode job, String type) {
    for (var condition : job.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)
          && condition.path("status").asText().equals("True")) {
        return true;
      }
    }
    return false;
  }

  private void podCreated(Item pod) {
    pod.controller()
        .ifPresent(
            job -> {
              require(
                  verdicts.get(job) == null
                      || verdicts.get(job).generation() != generations.getOrDefault(job, 0L),
                  "2: %s was created for a job that had ended".formatted(pod.key()));
              require(
                  !suspended.getOrDefault(job, false),
                  "7: %s was created for a suspended job".formatted(pod.key()));
            });
  }

  /// Unknown is not failed, and what is in sight may save its work: no pod is taken from a node
  /// that answers without having been asked to go.
  private void podGone(Item item, Pod pod) {
    var node = sight.store().find(new Key("Node", "", String.valueOf(pod.getSpec().getNodeName())));
    var inSight = node.filter(one -> Nodes.ready((Node) one.typed())).isPresent();
    require(
        pod.isMarkedForDeletion() || !inSight || !"Running".equals(pod.getStatus().getPhase()),
        "%s was running in plain sight and was removed by force".formatted(item.key()));
  }

  /// Looked at after every step.
  public void check() {
    require(
        ++steps < MOST_STEPS,
        "it goes round in circles, %s after the beginning".formatted(sight.elapsed()));
    oneProcessPerReplica();
  }

  /// 1: pods have one name per replica, so two processes of one name are two of one replica.
  private void oneProcessPerReplica() {
    var replicas = new HashMap<String, String>();
    sight
        .running()
        .forEach(
            process -> {
              var replica = process.job().orElse("") + " " + process.pod();
              var other = replicas.put(replica, process.uid());
              require(other == null, "1: two processes of %s run at once".formatted(process.pod()));
            });
  }

  /// 8 and 9: once nothing more happens.
  public void checkTheEnd() {
    var uids = new HashSet<String>();
    sight.store().all().forEach(item -> uids.add(item.uid()));
    sight
        .store()
        .all()
        .forEach(
            item ->
                require(
                    item.controller().map(uids::contains).orElse(true),
                    "8: %s was left behind by its job".formatted(item.key())));
    sight.store().all().filter(item -> item.content() instanceof Content.Raw).forEach(this::rests);
  }

  private void rests(Item item) {
    var job = item.raw();
    require(
        holds(job, "Succeeded") || holds(job, "Failed") || suspended.containsKey(item.uid()),
        "9: %s neither ends nor says why: %s".formatted(item.key(), job.path("status")));
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new Violation(otherwise);
    }
  }
}
