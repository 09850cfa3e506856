package dev.trainyard.engine;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.lifecycle.Aftermath;
import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Observed.Deletion;
import dev.trainyard.engine.model.Observed.Disruption;
import dev.trainyard.engine.model.Observed.End;
import dev.trainyard.engine.model.Observed.NodeFact;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedObject;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Observed.Stage;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/// A cluster for one job in virtual time: applies what the engine decides, lets pods exit, moves
/// the clock, and settles until nothing changes. Every pass checks what must always hold.
final class Rehearsal {

  static final String NODE = "n1";

  private static final Duration GRACE = Duration.ofSeconds(30);

  private TrainingJob job;
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private JobState stored = JobState.unseen();
  private final Map<String, SimulatedPod> pods = new LinkedHashMap<>();
  private final Map<String, ObservedObject> objects = new LinkedHashMap<>();
  private final Map<String, SimulatedChild> children = new LinkedHashMap<>();
  private List<String> listedHosts = List.of();
  private final List<Fact> facts = new ArrayList<>();
  private final List<String> writes = new ArrayList<>();
  private final Map<String, Pod> manifests = new LinkedHashMap<>();
  private Optional<Instant> wakeAt = Optional.empty();
  private boolean podsStartAtOnce = true;
  private boolean podsStopAtOnce = true;
  private boolean nodeReady = true;
  private boolean nodeGone;
  private boolean jobDeleted;
  private int uids;
  private int writesUntilCrash = Integer.MAX_VALUE;
  private boolean crashAfterMemory;

  private Rehearsal(TrainingJob job) {
    this.job = job;
  }

  static Rehearsal of(TrainingJob job) {
    var rehearsal = new Rehearsal(job);
    rehearsal.settle();
    return rehearsal;
  }

  /// Pods stay where they are put until `podRuns` moves them.
  static Rehearsal withPodsThatWait(TrainingJob job) {
    var rehearsal = new Rehearsal(job);
    rehearsal.podsStartAtOnce = false;
    rehearsal.settle();
    return rehearsal;
  }

  /// The controller crashes once, right before its n-th write, and comes back.
  static Rehearsal crashingBeforeWrite(TrainingJob job, int n) {
    var rehearsal = new Rehearsal(job);
    rehearsal.writesUntilCrash = n;
    rehearsal.settle();
    return rehearsal;
  }

  /// The controller crashes when it has stored what it must remember and not yet what it shows.
  void controllerCrashesAfterItsMemory() {
    crashAfterMemory = true;
  }

  // What happens.

  void edit(TrainingJob edited) {
    job = edited;
    settle();
  }

  void podExits(String name, int code) {
    pod(name).exit(code, now);
    settle();
  }

  void everyPodExits(int code) {
    pods.values().stream().filter(pod -> !pod.ended()).forEach(pod -> pod.exit(code, now));
    settle();
  }

  /// A program that ends with a success while nobody looks.
  void podExitsUnseen(String name, int code) {
    pod(name).exit(code, now);
  }

  void podIsEvicted(String name) {
    pod(name).stage = Stage.FAILED;
    pod(name).end = Optional.of(new End(OptionalInt.empty(), "Evicted", now));
    settle();
  }

  /// As the control plane does with pods of a node that is no more.
  void podIsCollected(String name) {
    pod(name).stage = Stage.FAILED;
    pod(name).disruption = Optional.of(new Disruption("DeletionByPodGC", ""));
    settle();
    podIsGone(name);
  }

  void podIsPreempted(String name, String incident) {
    pod(name).disruption = Optional.of(new Disruption("PreemptionByScheduler", incident));
    pod(name).deletion = Optional.of(new Deletion(now, now.plus(GRACE)));
    settle();
    podIsGone(name);
  }

  void podIsDeletedByAUser(String name) {
    pod(name).deletion = Optional.of(new Deletion(now, now.plus(GRACE)));
    settle();
  }

  void podIsGone(String name) {
    pods.remove(name);
    settle();
  }

  /// Nobody saw them go.
  void podsAreGone(String... names) {
    List.of(names).forEach(pods::remove);
    settle();
  }

  /// Its program ends, and another container goes on.
  void mainContainerExits(String name, int code) {
    pod(name).end = Optional.of(new End(OptionalInt.of(code), "Error", now));
    settle();
  }

  void containerRestarts(String name, int count) {
    pod(name).restarts = count;
    settle();
  }

  void podRuns(String name) {
    pod(name).run(now);
    settle();
  }

  void podsStayWhenDeleted() {
    podsStopAtOnce = false;
  }

  void nodeDies() {
    nodeReady = false;
    settle();
  }

  /// The pods stand until somebody clears them away.
  void nodeGoes() {
    nodeGone = true;
    settle();
  }

  void childEnds(String role, boolean succeeded, String reason) {
    var child = known(children, role);
    child.succeeded = Optional.of(succeeded);
    child.reason = reason;
    child.at = now;
    settle();
  }

  Rehearsal after(Duration duration) {
    var until = now.plus(duration);
    while (wakeAt.isPresent() && !wakeAt.get().isAfter(until)) {
      now = wakeAt.get().isAfter(now) ? wakeAt.get() : now;
      settle();
    }
    now = until;
    settle();
    return this;
  }

  // What holds.

  Phase phase() {
    return stored.phase();
  }

  JobState state() {
    return stored;
  }

  List<Fact> facts() {
    return List.copyOf(facts);
  }

  <F extends Fact> List<F> facts(Class<F> type) {
    return facts.stream().filter(type::isInstance).map(type::cast).toList();
  }

  List<String> podNames() {
    return pods.keySet().stream().sorted().toList();
  }

  List<String> livePods() {
    return pods.values().stream()
        .filter(pod -> !pod.ended())
        .map(pod -> pod.name)
        .sorted()
        .toList();
  }

  List<String> objectNames() {
    return objects.values().stream()
        .map(object -> object.ref().kind() + "/" + object.ref().name())
        .sorted()
        .toList();
  }

  Set<String> childrenHeld() {
    return children.entrySet().stream()
        .filter(child -> child.getValue().held)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  Set<String> childRoles() {
    return children.keySet();
  }

  List<String> listedHosts() {
    return listedHosts;
  }

  /// The pod object as it was last created under that name.
  Pod manifest(String name) {
    return known(manifests, name);
  }

  String uid(String name) {
    return pod(name).uid;
  }

  List<String> writes() {
    return List.copyOf(writes);
  }

  boolean jobDeleted() {
    return jobDeleted;
  }

  int restarts() {
    return stored.remember().tally().restarts();
  }

  // How it works.

  private void settle() {
    for (int pass = 0; pass < 1000; pass++) {
      if (podsStartAtOnce && startPods()) {
        continue;
      }
      var decision = Lifecycle.decide(job, observed(), now);
      wakeAt = decision.wakeAt();
      boolean wrote;
      try {
        wrote = apply(decision);
      } catch (Crash _) {
        writesUntilCrash = Integer.MAX_VALUE;
        takeOver();
        continue;
      }
      checkWhatMustAlwaysHold();
      if (!wrote && wakeAt.filter(at -> !at.isAfter(now)).isEmpty()) {
        return;
      }
      if (!wrote) {
        throw new AssertionError("woken at once with nothing to do: " + decision);
      }
    }
    throw new AssertionError("never settles; the last writes: " + writes.reversed().subList(0, 12));
  }

  /// The next controller tells what the last one may not have told; a fact is told once.
  private void takeOver() {
    Aftermath.of(job, observed(), now).stream().filter(not(this::told)).forEach(facts::add);
  }

  /// An attempt starts once, whoever is named for it.
  private boolean told(Fact fact) {
    return facts.contains(fact)
        || (fact instanceof Fact.GangRestarted(var attempt, _)
            && facts(Fact.GangRestarted.class).stream().anyMatch(one -> one.attempt() == attempt));
  }

  private boolean startPods() {
    var waiting = pods.values().stream().filter(pod -> pod.stage == Stage.CREATED).toList();
    waiting.forEach(pod -> pod.run(now));
    return !waiting.isEmpty();
  }

  private boolean apply(Decision decision) {
    int before = writes.size();
    var seen = decision.facts().stream().filter(Rehearsal::seen).toList();
    seen.stream().filter(not(facts::contains)).forEach(facts::add);
    if (decision.store() == Store.FIRST) {
      store(decision);
    }
    for (var step : decision.steps()) {
      crashIfDue();
      apply(step);
    }
    if (decision.store() == Store.AFTER) {
      store(decision);
    }
    if (decision.store() != Store.LATER || !decision.steps().isEmpty()) {
      decision.facts().stream().filter(not(seen::contains)).forEach(facts::add);
    }
    return writes.size() > before;
  }

  /// Known before anything is done, and told once however often it is seen.
  private static boolean seen(Fact fact) {
    return fact instanceof Fact.ReplicaLost || fact instanceof Fact.ReplicaEnded;
  }

  private void store(Decision decision) {
    if (!decision.state().equals(stored)) {
      crashIfDue();
      if (crashAfterMemory) {
        crashAfterMemory = false;
        writes.add("memory");
        stored = stored.remembering(decision.state().remember());
        throw new Crash();
      }
      writes.add("status " + decision.state().phase());
      stored = decision.state();
    }
  }

  private void apply(Step step) {
    switch (step) {
      case Step.CreatePod create -> create(create);
      case Step.DeletePod(_, var name, var uid, var haste) -> delete(name, uid, haste);
      case Step.CreateService(var replica) -> {
        var name = Plan.serviceName(job, replica);
        assertThat(Plan.service(job, replica).getMetadata().getName()).isEqualTo(name);
        make("Service", name, Optional.empty());
      }
      case Step.CreateObject(var attachment, var hosts) -> {
        var digest =
            attachment.content() instanceof Content.Given(_, var content)
                ? Optional.of(content)
                : Optional.<String>empty();
        make(attachment.kind(), attachment.name(), digest);
        if (attachment.content() instanceof Content.HostList) {
          listedHosts = hosts;
        }
      }
      case Step.UpdateObject(var attachment, var uid, var hosts) -> {
        assertThat(uid).isEqualTo(known(objects, attachment.name()).ref().uid());
        writes.add("update " + attachment.kind());
        listedHosts = hosts;
      }
      case Step.DeleteObject(var object) -> {
        writes.add("delete " + object.kind());
        assertThat(objects.remove(object.name())).as(object.name()).isNotNull();
      }
      case Step.CreateChild(var role) -> {
        writes.add("create child");
        assertThat(children).doesNotContainKey(role);
        children.put(role, new SimulatedChild(newUid()));
        // What it is made from says whether it waits.
        known(children, role).held = job.hold().held();
      }
      case Step.HoldChild(var role, _, var held) -> {
        writes.add("hold child");
        known(children, role).held = held;
      }
      case Step.ReleaseChild(var role, _) -> {
        writes.add("release child");
        known(children, role).released = true;
      }
      case Step.DeleteJob _ -> {
        writes.add("delete job");
        jobDeleted = true;
      }
      case Step.ClaimName _ -> throw new AssertionError("no rehearsal claims a name");
    }
  }

  private void create(Step.CreatePod step) {
    var manifest = PodPlan.pod(job, step);
    var name = manifest.getMetadata().getName();
    writes.add("create pod");
    assertThat(pods).as("a pod of that name exists").doesNotContainKey(name);
    assertThat(stored.remember().ending()).as("a finished job starts a pod").isEmpty();
    assertThat(job.hold().held()).as("a job on hold starts a pod").isFalse();
    manifests.put(name, manifest);
    var pod = new SimulatedPod(name, newUid(), step, now);
    pod.launch = PodPlan.launch(job, step.replica(), step.mode());
    pods.put(name, pod);
  }

  private void delete(String name, String uid, Haste haste) {
    writes.add("delete pod");
    var pod = pod(name);
    assertThat(pod.uid).as("deletes name the pod they mean").isEqualTo(uid);
    if (podsStopAtOnce || haste == Haste.FORCED) {
      pods.remove(name);
    } else {
      assertThat(pod.deletion).as("a leaving pod is deleted again").isEmpty();
      pod.deletion = Optional.of(new Deletion(now, now.plus(GRACE)));
    }
  }

  private void make(String kind, String name, Optional<String> digest) {
    writes.add("create " + kind);
    assertThat(objects).as("an object of that name exists").doesNotContainKey(name);
    objects.put(name, new ObservedObject(new ObjectRef("v1", kind, name, newUid()), digest, false));
  }

  private void crashIfDue() {
    if (writesUntilCrash-- == 0) {
      throw new Crash();
    }
  }

  private void checkWhatMustAlwaysHold() {
    var live =
        pods.values().stream()
            .filter(pod -> !pod.ended())
            .collect(Collectors.groupingBy(pod -> pod.replica, Collectors.counting()));
    assertThat(live.values()).as("live pods of one replica").allMatch(count -> count == 1);
  }

  private Observed observed() {
    return new Observed(
        pods.values().stream().map(this::observed).toList(),
        children.entrySet().stream()
            .map(entry -> entry.getValue().observed(entry.getKey()))
            .toList(),
        Set.copyOf(objects.values()),
        listedHosts,
        nodeGone ? Map.of() : Map.of(NODE, new NodeFact(nodeReady, now)),
        true,
        true,
        jobDeleted,
        stored);
  }

  private ObservedPod observed(SimulatedPod pod) {
    return pod.observed(mainContainer(pod.replica));
  }

  private String mainContainer(ReplicaId replica) {
    return job.role(replica.role())
        .map(role -> role.carrier() instanceof Carrier.Pods(var main, _, _) ? main : "main")
        .orElse("main");
  }

  private SimulatedPod pod(String name) {
    return known(pods, name);
  }

  private static <T> T known(Map<String, T> all, String name) {
    var one = all.get(name);
    if (one == null) {
      throw new AssertionError("%s is not among %s".formatted(name, all.keySet()));
    }
    return one;
  }

  private String newUid() {
    return "uid-" + ++uids;
  }

  private static final class Crash extends RuntimeException {}
}
