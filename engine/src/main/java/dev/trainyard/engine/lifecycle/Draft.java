package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.AttachmentState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Waiting;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.model.Observed.ObservedPod;
import dev.trainyard.engine.model.Observed.Trouble;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.Role.Carrier;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A decision in the making. `concluded` adds what holds whatever the situation: milestones that
/// were reached, the state to report, whether to store it, and when to look again.
record Draft(
    Scene scene,
    Remembered memory,
    List<Step> steps,
    List<Fact> facts,
    Optional<Fact> cause,
    Optional<Waiting> waiting,
    boolean again) {

  static Draft of(Scene scene) {
    return new Draft(
        scene, scene.memory(), List.of(), List.of(), Optional.empty(), Optional.empty(), false);
  }

  Draft remembering(Remembered memory) {
    return new Draft(scene, memory, steps, facts, cause, waiting, again);
  }

  Draft then(Step step) {
    return then(List.of(step), List.of());
  }

  Draft telling(Fact fact) {
    return then(List.of(), List.of(fact));
  }

  /// Steps, and what is told of them.
  Draft then(List<? extends Step> steps, List<? extends Fact> facts) {
    return new Draft(
        scene,
        memory,
        Stream.<Step>concat(this.steps.stream(), steps.stream()).toList(),
        Stream.<Fact>concat(this.facts.stream(), facts.stream()).toList(),
        cause,
        waiting,
        again);
  }

  /// The fact behind the phase that follows.
  Draft causedBy(Fact fact) {
    return new Draft(scene, memory, steps, facts, Optional.of(fact), waiting, again);
  }

  Draft waiting(Waiting reason) {
    return new Draft(scene, memory, steps, facts, cause, Optional.of(reason), again);
  }

  /// For a decision that only remembers: our own write does not wake us.
  Draft lookAgain() {
    return new Draft(scene, memory, steps, facts, cause, waiting, true);
  }

  Draft deleting(List<ObservedPod> pods, Haste haste) {
    var standing = pods.stream().filter(pod -> haste == Haste.FORCED || !pod.leaving()).toList();
    return then(
        standing.stream()
            .map(pod -> new Step.DeletePod(pod.replica(), pod.name(), pod.uid(), haste))
            .toList(),
        standing.stream()
            .map(pod -> new Fact.ReplicaRemoved(pod.replica(), pod.name(), pod.uid()))
            .toList());
  }

  Draft holdingChildren() {
    return then(
        scene.observed().children().stream()
            .filter(child -> !child.held())
            .map(child -> new Step.HoldChild(child.role(), child.ref(), true))
            .toList(),
        List.of());
  }

  Draft releasingChildren() {
    return then(
        scene.observed().children().stream()
            .filter(child -> !child.released())
            .map(child -> new Step.ReleaseChild(child.role(), child.ref()))
            .toList(),
        List.of());
  }

  Draft removing(List<ObjectRef> objects) {
    return then(
        objects.stream().map(Step.DeleteObject::new).toList(),
        objects.stream()
            .map(object -> new Fact.ObjectRemoved(object.kind(), object.name()))
            .toList());
  }

  /// The job waits for its turn: it is taken on, and its clock does not run yet.
  Draft queued() {
    var milestones = memory.milestones();
    if (milestones.accepted().isPresent() || milestones.queued().isPresent()) {
      return this;
    }
    return accepted()
        .remembering(memory.with(milestones.queued(scene.now())))
        .telling(new Fact.Queued(scene.job().gang().queue()));
  }

  /// The job is active: its clock runs from here at the latest.
  Draft started() {
    var milestones = memory.milestones();
    if (milestones.accepted().isPresent()) {
      return this;
    }
    return accepted().remembering(memory.with(milestones.accepted(scene.now())));
  }

  /// Told once in a job's life, with whatever is remembered of it first.
  Draft accepted() {
    var milestones = scene.memory().milestones();
    boolean known =
        Stream.of(
                milestones.queued(), milestones.accepted(), milestones.held(), milestones.resumed())
            .anyMatch(Optional::isPresent);
    return known ? this : telling(new Fact.Accepted());
  }

  /// Everything that may exist by now exists once the steps are done.
  Draft placed() {
    var draft = remembering(memory.filling(Together.filled(scene)));
    var milestones = memory.milestones();
    if (milestones.initialized().isPresent()) {
      return draft;
    }
    return draft
        .remembering(draft.memory.with(milestones.initialized(scene.now())))
        .telling(new Fact.Initialized());
  }

  Decision concluded() {
    var draft =
        memory.ending().isEmpty() && memory.milestones().held().isEmpty() ? observing() : this;
    var state = Report.of(scene.remembering(draft.memory), draft.cause, draft.waiting);
    var details = Details.dueAt(scene, state);
    return new Decision(
        state,
        store(state, details),
        draft.steps,
        Stream.concat(ends(), draft.facts.stream()).toList(),
        draft.wakeAt(state, details));
  }

  /// What became visible by itself: that pods are lost, that the job runs, that its hosts differ
  /// from the list, that the lead is ready for the first time.
  private Draft observing() {
    var draft =
        then(List.of(), lost())
            .then(List.of(), troubles())
            .keptWaiting()
            .remembering(
                memory
                    .filling(Together.kept(scene, memory.filled()))
                    .done(Together.keptDone(scene, memory.done())));
    return draft.running();
  }

  /// A lead that waits for replicas which will never be ready says so, and each of them is told.
  private Draft keptWaiting() {
    var ended = Verdicts.keepingLeadWaiting(scene);
    return ended.isEmpty()
        ? this
        : waiting(new Waiting(Waiting.REPLICAS_ENDED, Map.of()))
            .then(
                List.of(),
                ended.stream()
                    .map(
                        pod ->
                            new Fact.ReplicaTroubled(
                                pod.replica(),
                                pod.name(),
                                pod.uid(),
                                new Trouble.KeepsLeadWaiting()))
                    .toList());
  }

  private Draft running() {
    var draft = this;
    var milestones = memory.milestones();
    if (milestones.running().isEmpty() && Report.running(scene.remembering(memory))) {
      draft =
          draft
              .remembering(memory.with(milestones.running(Optional.of(scene.now()))))
              .telling(new Fact.BeganRunning(scene.now()));
    }
    var settled = draft.memory.milestones().unsettled(Hosts.unsettled(scene));
    draft = draft.remembering(draft.memory.with(settled));
    return draft.remembering(draft.memory.with(forgiving(draft.memory.tally())));
  }

  /// Programs that ended, unless they did so because their pod was asked to go.
  private Stream<Fact> ends() {
    return scene.ownPods().stream()
        .filter(pod -> pod.end().filter(end -> end.exitCode().isPresent()).isPresent())
        .filter(
            pod ->
                pod.deletion()
                    .filter(gone -> !pod.end().orElseThrow().at().isBefore(gone.asked()))
                    .isEmpty())
        .map(
            pod ->
                new Fact.ReplicaEnded(
                    pod.replica(), pod.name(), pod.uid(), pod.end().orElseThrow().exitCode()));
  }

  private List<Fact> lost() {
    return Timers.lost(scene).stream()
        .<Fact>map(
            pod ->
                new Fact.ReplicaLost(
                    pod.replica(), pod.name(), pod.uid(), pod.node().orElseThrow()))
        .toList();
  }

  private List<Fact> troubles() {
    return scene.current().stream()
        .<Fact>mapMulti(
            (pod, told) ->
                pod.troubles()
                    .forEach(
                        trouble ->
                            told.accept(
                                new Fact.ReplicaTroubled(
                                    pod.replica(), pod.name(), pod.uid(), trouble))))
        .toList();
  }

  private Tally forgiving(Tally tally) {
    var budget = scene.job().budget();
    var lead = scene.currentOf(scene.job().lead());
    if (!budget.sparesStart()
        || budget.restarts().isEmpty()
        || tally.forgiven().isPresent()
        || lead.filter(ObservedPod::ready).isEmpty()) {
      return tally;
    }
    var spared = new HashMap<String, Integer>();
    for (var pod : scene.current()) {
      if (scene.job().roleOf(pod.replica()).carrier() instanceof Carrier.Pods(var main, _, _)
          && pod.restartsOf(main) > 0) {
        spared.put(pod.uid(), pod.restartsOf(main));
      }
    }
    return new Tally(tally.restartsByRole(), tally.inRow(), tally.lastAt(), Optional.of(spared));
  }

  private Store store(JobState state, Optional<Instant> details) {
    var past = scene.past();
    // What pods show of a restart goes with them.
    boolean restarts = state.phase() == Phase.RESTARTING && past.phase() != Phase.RESTARTING;
    if (restarts || state.remember().needsStoringBefore(past.remember())) {
      return Store.FIRST;
    }
    var telling = scene.job().telling();
    boolean otherPhase = telling.reads(state.phase()) != telling.reads(past.phase());
    // That a restart is over is told together with the pods that came back.
    boolean comingBack =
        past.phase() == Phase.RESTARTING && state.phase() == Phase.RUNNING && details.isPresent();
    boolean visible =
        (otherPhase && !comingBack)
            || !state.remember().milestones().equals(past.remember().milestones())
            || !state.remember().filled().equals(past.remember().filled())
            || !state.waiting().equals(past.waiting())
            || !told(state).equals(told(past));
    boolean due = details.filter(at -> !scene.now().isBefore(at)).isPresent();
    return visible || due ? Store.AFTER : Store.LATER;
  }

  /// The attachments of which the status says something.
  private Set<AttachmentState> told(JobState state) {
    var kinds = scene.job().telling().attachments();
    return state.attachments().stream()
        .filter(attachment -> kinds.contains(attachment.object().kind()))
        .collect(Collectors.toSet());
  }

  private Optional<Instant> wakeAt(JobState state, Optional<Instant> details) {
    if (again) {
      return Optional.of(scene.now());
    }
    var after = scene.remembering(state.remember());
    var next = Timers.earliest(Timers.nextFence(after), details.filter(scene.now()::isBefore));
    if (state.remember().ending().isPresent()) {
      return Timers.earliest(next, Timers.expiry(after).filter(scene.now()::isBefore));
    }
    if (state.remember().milestones().held().isPresent()) {
      return next;
    }
    next = Timers.earliest(next, Timers.deadline(after));
    next = Timers.earliest(next, Hosts.dueAt(after));
    return Timers.earliest(next, Openings.of(after).next());
  }
}
