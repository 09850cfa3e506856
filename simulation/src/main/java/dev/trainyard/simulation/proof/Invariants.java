package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import dev.trainyard.operator.cache.Nodes;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Machines.Work;
import dev.trainyard.simulation.cluster.World;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// What must always hold, looked at after every change and every step. The numbers are those of
/// docs/architecture.md; rules of their own stand beside it.
public final class Invariants {

  /// No run has anything like that to do.
  private static final long MOST_STEPS = 20_000;

  private final Sight sight;
  private final List<Rule> rules;
  private final Map<String, String> verdicts = new HashMap<>();

  /// And whether its controller has heard of it. One that has not may still create what it was
  /// about to; once it writes to the job it has, since every write carries the version that it has
  /// read.
  private final Map<String, Boolean> suspended = new HashMap<>();

  private final Map<String, Long> generations = new HashMap<>();
  private long steps;

  public Invariants(Sight sight) {
    this.sight = sight;
    this.rules =
        List.of(
            new Honesty(),
            new Accounts(sight::faults),
            new Bounds(),
            new Patience(sight),
            new TensorStackPromises(sight),
            new HostsAndKeys(sight),
            new WrapperPromises(sight),
            new MpiPromises(sight),
            new WorkloadPromises(sight));
    sight.store().listen(this::changed);
  }

  private void changed(Change change) {
    switch (change.item().content()) {
      case Content.Raw(var job) -> jobChanged(change, JobTree.of(job));
      case Content.Typed(Pod pod) -> {
        switch (change.type()) {
          case ADDED -> podCreated(change.item());
          case MODIFIED -> {}
          case DELETED -> podGone(change.item(), pod);
        }
      }
      case Content.Typed _ -> {}
    }
    rules.forEach(rule -> rule.changed(change));
  }

  private void jobChanged(Change change, JobTree job) {
    if (change.type() == Change.Type.DELETED) {
      return;
    }
    var uid = change.item().uid();
    var written = Objects.equals(job.generation(), generations.put(uid, job.generation()));
    if (job.suspended()) {
      suspended.put(uid, written);
    } else {
      suspended.remove(uid);
    }
    oneVerdict(change.item(), job);
  }

  /// 2: a terminal phase never changes.
  private void oneVerdict(Item item, JobTree job) {
    var contradiction = job.words().contradiction(job);
    require(contradiction.isEmpty(), () -> "%s %s".formatted(item.key(), contradiction.orElse("")));
    var verdict = job.verdict().orElse("unfinished");
    var before = verdicts.getOrDefault(item.uid(), verdict);
    require(
        before.equals(verdict),
        () -> "2: %s had %s and is now %s".formatted(item.key(), before, verdict));
    job.verdict().ifPresent(word -> verdicts.put(item.uid(), word));
  }

  private void podCreated(Item pod) {
    pod.controller()
        .ifPresent(
            job -> {
              require(
                  !verdicts.containsKey(job),
                  () -> "2: %s was created for a job that had ended".formatted(pod.key()));
              require(
                  !suspended.getOrDefault(job, false),
                  () -> "7: %s was created for a suspended job".formatted(pod.key()));
            });
  }

  /// What is in sight may save its work: no pod is taken from a node that answers without having
  /// been asked to go.
  private void podGone(Item item, Pod pod) {
    require(
        pod.isMarkedForDeletion()
            || !inSight(String.valueOf(pod.getSpec().getNodeName()))
            || !"Running".equals(pod.getStatus().getPhase()),
        () -> "%s was running in plain sight and was removed by force".formatted(item.key()));
  }

  private boolean inSight(String node) {
    return sight
        .store()
        .find(new Key("Node", "", node))
        .filter(one -> Nodes.ready((Node) one.typed()))
        .isPresent();
  }

  /// Plays a world to its end: eventually everything is quiet, and stays so.
  ///
  /// @param quiet how long before the end the last request must have been made
  /// @return how many steps it took
  long holdThroughout(World world, Duration until, Duration quiet) {
    world.run(until.minus(quiet), this::check);
    var before = world.requests();
    world.run(until, this::check);
    require(
        world.requests() == before,
        () ->
            "it never comes to rest: %d requests in the last %d minutes, long after the last fault"
                .formatted(world.requests() - before, quiet.toMinutes()));
    checkTheEnd();
    return steps;
  }

  /// Looked at after every step.
  public void check() {
    require(
        ++steps < MOST_STEPS,
        () -> "it goes round in circles, %s after the beginning".formatted(sight.elapsed()));
    oneProcessPerReplica();
  }

  /// 1: pods have one name per replica, so two processes of one name are two of one replica.
  private void oneProcessPerReplica() {
    var replicas = new HashMap<String, Work>();
    sight
        .running()
        .forEach(
            process -> {
              var replica = process.job().orElse("") + " " + process.pod();
              var other = replicas.put(replica, process);
              require(
                  other == null || givenUp(other) || givenUp(process),
                  () -> "1: two processes of %s run at once".formatted(process.pod()));
            });
  }

  /// Nobody can say what runs on a node that is out of sight. Its pods are waited for as long as
  /// they were promised (`Patience`), and then count for nothing; the node ends them once it is
  /// back.
  private boolean givenUp(Work process) {
    return sight.store().find(process.pod(), process.uid()).isEmpty() && !inSight(process.node());
  }

  /// 7, 8 and 9: once nothing more happens.
  public void checkTheEnd() {
    var uids = new HashSet<String>();
    sight.store().all().forEach(item -> uids.add(item.uid()));
    sight.store().all().forEach(item -> belongs(item, uids));
    sight.store().all().filter(item -> item.content() instanceof Content.Raw).forEach(this::rests);
    rules.forEach(Rule::atTheEnd);
  }

  private void belongs(Item item, Set<String> uids) {
    require(
        item.controller().map(uids::contains).orElse(true),
        () -> "8: %s was left behind by its job".formatted(item.key()));
    require(
        !(item.content() instanceof Content.Typed(Pod _))
            || item.controller().filter(this::rightlyHeld).isEmpty(),
        () -> "7: %s still stands, and its job is suspended".formatted(item.key()));
  }

  private boolean rightlyHeld(String job) {
    return suspended.containsKey(job) && !verdicts.containsKey(job);
  }

  private void rests(Item item) {
    var job = JobTree.of(item.raw());
    require(
        job.rests(),
        () ->
            "9: %s neither ends nor says why: %s".formatted(item.key(), item.raw().path("status")));
  }
}
