package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.Batch.CONTROLLER_UID;
import static dev.trainyard.dialects.batch.Batch.INDEX;
import static dev.trainyard.dialects.batch.Batch.INDEX_VARIABLE;
import static dev.trainyard.dialects.batch.Batch.JOB_NAME;
import static dev.trainyard.dialects.batch.Batch.OLD_CONTROLLER_UID;
import static dev.trainyard.dialects.batch.Batch.OLD_JOB_NAME;

import dev.trainyard.dialects.Identity;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.FailureBudget.Backoff;
import dev.trainyard.engine.model.FailureBudget.Spent;
import dev.trainyard.engine.model.JobState.Phase;
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
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.model.TrainingJob.Telling;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// A Job that is valid, as the neutral model says it: a sweep over as many places as pods must
/// succeed, each try of a place with a name of its own.
final class Neutral {

  static final String ROLE = "pod";

  private static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(10), 2, Duration.ofMinutes(6));

  /// Longer than anyone waits, and short enough to be added to any date.
  private static final Duration FOR_EVER = Duration.ofDays(365 * 100);

  /// A status tells whether a pod is ready, and not why none is.
  private static final Map<Phase, Phase> SAME =
      Map.of(
          Phase.ACCEPTED, Phase.STARTING,
          Phase.WAITING, Phase.STARTING,
          Phase.SHRUNKEN, Phase.STARTING,
          Phase.RESTARTING, Phase.STARTING,
          Phase.UNKNOWN, Phase.RUNNING,
          Phase.HOLDING, Phase.HELD);

  private final Layout job;
  private final JobId id;

  private Neutral(Layout job) {
    this.job = job;
    this.id = Identity.of(JobDialect.KIND, job.metadata());
  }

  static TrainingJob of(Layout job, Settings settings) {
    return new Neutral(job).trainingJob(settings);
  }

  static Naming naming(Layout job) {
    return new Naming(job.name(), false, true, Optional.empty());
  }

  private TrainingJob trainingJob(Settings settings) {
    var spec = job.spec();
    return new TrainingJob(
        id,
        List.of(role()),
        naming(job),
        Addressing.none(),
        EnvContract.none(),
        Gang.none(),
        SuccessRule.EVERY_REPLICA,
        new RunningRule(false, 1, true, false),
        budget(),
        new Hold(job.suspended(), false),
        Restarts.attemptAsked(job.metadata()),
        new Clock(
            Optional.ofNullable(spec.getActiveDeadlineSeconds()).map(Neutral::seconds),
            Clock.From.ACCEPTED,
            Optional.ofNullable(spec.getTtlSecondsAfterFinished()).map(Neutral::seconds)),
        new CleanUp(Sweep.UNFINISHED, Sweep.UNFINISHED, Set.of()),
        Mode.NORMAL,
        Refresh.NEVER,
        List.of(),
        new Patience(settings.fenceAfter(), Duration.ZERO),
        Telling.readyCounts(
            settings.tellBy(),
            Set.of(Slot.PENDING, Slot.RUNNING, Slot.SUCCEEDED, Slot.DELETED),
            SAME));
  }

  private Role role() {
    var index = new Text.Index();
    return new Role(
        ROLE,
        job.places(),
        job.parallelism(),
        job.indexed() ? numbered(job.template()) : job.template(),
        labels(),
        job.indexed() ? Map.of(INDEX, index) : Map.of(),
        job.indexed()
            ? Optional.of(new Text.Joined(List.of(Text.of(job.name() + "-"), index)))
            : Optional.empty(),
        Map.of(),
        Map.of(Mode.NORMAL, Launch.asWritten()),
        new RestartRule(
            CLAUSES, Scope.REPLICA, job.restartsInPlace() ? InPlace.ON_FAILURE : InPlace.NEVER),
        new Carrier.Pods(job.containers().getFirst().getName(), EndOf.POD_PHASE, Optional.empty()),
        new Start.AtOnce());
  }

  /// A pod that failed is a failure, whatever made it fail. One that others took away is not: seen
  /// or unseen, both come to the same.
  private static final List<Clause> CLAUSES =
      List.of(
          new Clause(
              Set.of(Cause.PREEMPTED, Cause.DELETED_BY_OTHERS),
              new Codes.Any(),
              Verdict.REPLACE_UNCOUNTED),
          new Clause(
              Set.of(Cause.EXITED, Cause.NO_EXIT_CODE, Cause.EVICTED, Cause.WAITED_IN_VAIN),
              new Codes.Any(),
              Verdict.REPLACE));

  private Map<String, Text> labels() {
    var labels = new LinkedHashMap<String, Text>();
    if (!job.selectedByHand()) {
      labels.put(CONTROLLER_UID, Text.of(id.uid()));
      labels.put(JOB_NAME, Text.of(job.name()));
      labels.put(OLD_CONTROLLER_UID, Text.of(id.uid()));
      labels.put(OLD_JOB_NAME, Text.of(job.name()));
    }
    if (job.indexed()) {
      labels.put(INDEX, new Text.Index());
    }
    return labels;
  }

  /// With restarts in place the limit names the one that ends the job, except that 0 and 1 both
  /// mean the first; without, it says how many pods may fail.
  private FailureBudget budget() {
    int limit = job.backoffLimit();
    return new FailureBudget(
        OptionalInt.of(job.restartsInPlace() ? Math.max(limit - 1, 0) : limit),
        Spent.END_JOB,
        true,
        false,
        Optional.of(BACKOFF),
        OptionalInt.empty());
  }

  /// Every container learns its index, also those that run first, unless its author has given that
  /// variable another meaning.
  private static PodTemplateSpec numbered(PodTemplateSpec template) {
    var spec = template.getSpec();
    return new PodTemplateSpecBuilder(template)
        .editSpec()
        .withInitContainers(spec.getInitContainers().stream().map(Neutral::numbered).toList())
        .withContainers(spec.getContainers().stream().map(Neutral::numbered).toList())
        .endSpec()
        .build();
  }

  private static Container numbered(Container container) {
    boolean taken =
        container.getEnv().stream().anyMatch(one -> INDEX_VARIABLE.equals(one.getName()));
    return taken
        ? container
        : new ContainerBuilder(container)
            .addNewEnv()
            .withName(INDEX_VARIABLE)
            .withNewValueFrom()
            .withNewFieldRef()
            .withFieldPath("metadata.labels['%s']".formatted(INDEX))
            .endFieldRef()
            .endValueFrom()
            .endEnv()
            .build();
  }

  static Duration seconds(Number seconds) {
    return Duration.ofSeconds(Math.min(seconds.longValue(), FOR_EVER.toSeconds()));
  }
}
