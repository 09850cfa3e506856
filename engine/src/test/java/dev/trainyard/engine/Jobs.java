package dev.trainyard.engine;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.FailureBudget.Backoff;
import dev.trainyard.engine.model.FailureBudget.Spent;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.RestartRule;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.Clause;
import dev.trainyard.engine.model.RestartRule.Codes;
import dev.trainyard.engine.model.RestartRule.InPlace;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.RestartRule.Verdict;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.EndOf;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Addressing;
import dev.trainyard.engine.model.TrainingJob.CleanUp;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Gang;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.model.TrainingJob.Telling;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Makes training jobs; a test names only what it is about.
final class Jobs {

  private static final Set<Cause> FAILURES =
      Set.of(Cause.EXITED, Cause.NO_EXIT_CODE, Cause.EVICTED, Cause.WAITED_IN_VAIN);
  private static final Clause UNCOUNTED =
      new Clause(
          Set.of(Cause.PREEMPTED, Cause.DELETED_BY_OTHERS),
          new Codes.Any(),
          Verdict.REPLACE_UNCOUNTED);

  private final String name;
  private final List<Role> roles = new ArrayList<>();
  private Naming naming;
  private Addressing addressing = Addressing.none();
  private EnvContract env = EnvContract.none();
  private SuccessRule success = SuccessRule.LEAD;
  private RunningRule running = new RunningRule(true, 1, false, true);
  private FailureBudget budget = FailureBudget.unlimited();
  private Hold hold = new Hold(false, true);
  private int attemptAsked = 1;
  private Clock clock = new Clock(Optional.empty(), Clock.From.ACCEPTED, Optional.empty());
  private CleanUp cleanUp = new CleanUp(Sweep.NOTHING, Sweep.UNFINISHED, Set.of());
  private Mode mode = Mode.NORMAL;
  private Refresh refresh = Refresh.NEVER;
  private List<Attachment> attachments = List.of();

  private Jobs(String name) {
    this.name = name;
    this.naming = new Naming(name, true, false, Optional.empty());
  }

  static Jobs job(String name) {
    return new Jobs(name);
  }

  // Restart rules, as the dialects write them.

  static RestartRule onFailure() {
    return rule(Scope.REPLICA, InPlace.NEVER, UNCOUNTED, replacing(FAILURES));
  }

  static RestartRule onFailure(Scope scope) {
    return rule(scope, InPlace.NEVER, UNCOUNTED, replacing(FAILURES));
  }

  static RestartRule onFailureInPlace() {
    return onFailureInPlace(Scope.REPLICA);
  }

  static RestartRule onFailureInPlace(Scope scope) {
    return rule(scope, InPlace.ON_FAILURE, UNCOUNTED, replacing(FAILURES));
  }

  static RestartRule always() {
    var causes = EnumSet.copyOf(FAILURES);
    causes.add(Cause.SUCCEEDED);
    return rule(Scope.REPLICA, InPlace.NEVER, UNCOUNTED, replacing(causes));
  }

  static RestartRule neverAndFatal() {
    return rule(
        Scope.REPLICA,
        InPlace.NEVER,
        UNCOUNTED,
        new Clause(FAILURES, new Codes.Any(), Verdict.END_JOB));
  }

  static RestartRule never() {
    return rule(Scope.REPLICA, InPlace.NEVER, UNCOUNTED);
  }

  static RestartRule byExitCode() {
    return rule(
        Scope.REPLICA,
        InPlace.NEVER,
        UNCOUNTED,
        new Clause(Set.of(Cause.EXITED), new Codes.AtLeast(128), Verdict.REPLACE),
        replacing(Set.of(Cause.NO_EXIT_CODE, Cause.EVICTED)),
        new Clause(Set.of(Cause.EXITED), new Codes.Any(), Verdict.END_JOB));
  }

  static RestartRule retried() {
    return rule(
        Scope.REPLICA,
        InPlace.NEVER,
        replacing(Set.of(Cause.EXITED)),
        new Clause(
            Set.of(Cause.NO_EXIT_CODE, Cause.EVICTED, Cause.PREEMPTED, Cause.DELETED_BY_OTHERS),
            new Codes.Any(),
            Verdict.REPLACE_UNCOUNTED));
  }

  static RestartRule fatalWhenEvicted() {
    return rule(
        Scope.REPLICA,
        InPlace.NEVER,
        new Clause(Set.of(Cause.EVICTED), new Codes.Any(), Verdict.END_JOB),
        UNCOUNTED);
  }

  private static Clause replacing(Set<Cause> causes) {
    return new Clause(causes, new Codes.Any(), Verdict.REPLACE);
  }

  private static RestartRule rule(Scope scope, InPlace kubelet, Clause... clauses) {
    return new RestartRule(List.of(clauses), scope, kubelet);
  }

  // Roles.

  Jobs master() {
    return role("Master", 1, onFailure());
  }

  Jobs master(RestartRule restart) {
    return role("Master", 1, restart);
  }

  Jobs workers(int size) {
    return role("Worker", size, onFailure());
  }

  Jobs workers(int size, RestartRule restart) {
    return role("Worker", size, restart);
  }

  Jobs role(String role, int size, RestartRule restart) {
    return role(role, size, size, restart, Map.of(Mode.NORMAL, Launch.asWritten()));
  }

  Jobs role(String role, int size, int atOnce, RestartRule restart, Map<Mode, Launch> launches) {
    roles.add(
        new Role(
            role,
            size,
            atOnce,
            template(),
            Map.of("role", Text.of(role), "index", new Text.Index()),
            Map.of("job-role", "master"),
            launches,
            restart,
            new Carrier.Pods("main", EndOf.POD_PHASE, Optional.empty()),
            new Start.AtOnce()));
    return this;
  }

  Jobs carriedBy(String role, Carrier carrier, Start start) {
    return carriedBy(role, 1, carrier, start);
  }

  Jobs carriedBy(String role, int size, Carrier carrier, Start start) {
    roles.add(
        new Role(
            role,
            size,
            size,
            template(),
            Map.of(),
            Map.of(),
            Map.of(Mode.NORMAL, Launch.asWritten()),
            never(),
            carrier,
            start));
    return this;
  }

  static PodTemplateSpec template() {
    return new PodTemplateSpecBuilder()
        .withNewSpec()
        .addNewInitContainer()
        .withName("fetch")
        .withImage("busybox")
        .endInitContainer()
        .addNewContainer()
        .withName("main")
        .withImage("train")
        .withCommand("python", "train.py")
        .endContainer()
        .endSpec()
        .build();
  }

  // Everything else.

  Jobs naming(Naming naming) {
    this.naming = naming;
    return this;
  }

  Jobs services(Lifetime lifetime) {
    this.addressing =
        new Addressing(Addressing.Per.REPLICA, Map.of(), Set.of("role", "index"), true, lifetime);
    return this;
  }

  Jobs env(EnvContract env) {
    this.env = env;
    return this;
  }

  Jobs success(SuccessRule success) {
    this.success = success;
    return this;
  }

  Jobs running(RunningRule running) {
    this.running = running;
    return this;
  }

  Jobs restartsAllowed(int restarts) {
    return budget(restarts, Spent.END_JOB);
  }

  Jobs restartsAllowedThenKept(int restarts) {
    return budget(restarts, Spent.KEEP_ENDED);
  }

  private Jobs budget(int restarts, Spent spent) {
    budget =
        new FailureBudget(
            OptionalInt.of(restarts),
            spent,
            spent == Spent.END_JOB,
            false,
            Optional.empty(),
            OptionalInt.empty());
    return this;
  }

  Jobs sparingTheStart(int restarts) {
    budget =
        new FailureBudget(
            OptionalInt.of(restarts),
            Spent.END_JOB,
            true,
            true,
            Optional.empty(),
            OptionalInt.empty());
    return this;
  }

  Jobs backingOff(int restarts, OptionalInt preemptions) {
    budget =
        new FailureBudget(
            OptionalInt.of(restarts),
            Spent.END_JOB,
            false,
            false,
            Optional.of(new Backoff(Duration.ofSeconds(10), 2, Duration.ofMinutes(6))),
            preemptions);
    return this;
  }

  Jobs held(boolean held) {
    this.hold = new Hold(held, hold.resumeClearsBudget());
    return this;
  }

  Jobs attemptAsked(int attempt) {
    this.attemptAsked = attempt;
    return this;
  }

  Jobs keepingItsCount() {
    this.hold = new Hold(hold.held(), false);
    return this;
  }

  Jobs deadline(Duration deadline) {
    this.clock = new Clock(Optional.of(deadline), clock.from(), clock.keepFinished());
    return this;
  }

  Jobs clockFrom(Clock.From from) {
    this.clock = new Clock(clock.deadline(), from, clock.keepFinished());
    return this;
  }

  Jobs keptFor(Duration afterFinish) {
    this.clock = new Clock(clock.deadline(), clock.from(), Optional.of(afterFinish));
    return this;
  }

  Jobs cleanUp(Sweep atEnd) {
    this.cleanUp = new CleanUp(atEnd, Sweep.UNFINISHED, cleanUp.sparedRoles());
    return this;
  }

  Jobs mode(Mode mode) {
    this.mode = mode;
    this.refresh = Refresh.ON_LAUNCH_CHANGE;
    return this;
  }

  Jobs attachments(Attachment... attachments) {
    this.attachments = List.of(attachments);
    return this;
  }

  TrainingJob build() {
    return new TrainingJob(
        new JobId("example.dev/v1", "Example", "default", name, "job-uid"),
        roles,
        naming,
        addressing,
        env,
        Gang.none(),
        success,
        running,
        budget,
        hold,
        attemptAsked,
        clock,
        cleanUp,
        mode,
        refresh,
        attachments,
        new Patience(Optional.of(Duration.ofSeconds(60)), Duration.ofSeconds(30)),
        Telling.counts(Duration.ofSeconds(2), EnumSet.allOf(Slot.class), Map.of()));
  }
}
