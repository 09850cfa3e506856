package dev.trainyard.dialects.mpi;

import static dev.trainyard.api.kubeflow.MPIJob.LAUNCHER;
import static dev.trainyard.api.kubeflow.MPIJob.WORKER;
import static dev.trainyard.api.kubeflow.Training.JOB_NAME_LABEL;
import static dev.trainyard.api.kubeflow.Training.OPERATOR_NAME_LABEL;
import static dev.trainyard.api.kubeflow.Training.REPLICA_INDEX_LABEL;
import static dev.trainyard.engine.model.RestartRule.Cause.DELETED_BY_OTHERS;
import static dev.trainyard.engine.model.RestartRule.Cause.EVICTED;
import static dev.trainyard.engine.model.RestartRule.Cause.KEPT_LEAD_WAITING;
import static dev.trainyard.engine.model.RestartRule.Cause.PREEMPTED;

import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Identity;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.training.PodGroups;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.EnvContract.Place;
import dev.trainyard.engine.model.EnvContract.Reach;
import dev.trainyard.engine.model.EnvContract.Value;
import dev.trainyard.engine.model.EnvContract.Variable;
import dev.trainyard.engine.model.EnvContract.Winner;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.FailureBudget.Spent;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.RestartRule;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.Clause;
import dev.trainyard.engine.model.RestartRule.Codes;
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
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Gang;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.model.TrainingJob.Telling;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/// A valid job, as the neutral model says it.
final class Neutral {

  /// Phases that the conditions do not tell apart.
  private static final Map<Phase, Phase> SAME_CONDITION =
      Map.of(
          Phase.WAITING, Phase.ACCEPTED,
          Phase.STARTING, Phase.ACCEPTED,
          Phase.SHRUNKEN, Phase.RUNNING,
          Phase.UNKNOWN, Phase.RUNNING,
          Phase.HOLDING, Phase.HELD);

  private final Layout job;
  private final Settings settings;
  private final PodGroups groups;
  private final Equipment equipment;
  private final Templates templates;

  private Neutral(Layout job, Lookup lookup) {
    this.job = job;
    this.settings = lookup.settings();
    this.groups = Gangs.of(job, lookup);
    this.equipment = new Equipment(job, settings.clusterDomain());
    this.templates = new Templates(job, equipment);
  }

  static TrainingJob of(Layout job, Lookup lookup) {
    return new Neutral(job, lookup).trainingJob();
  }

  private TrainingJob trainingJob() {
    return new TrainingJob(
        Identity.of(MPIJobDialect.KIND, job.job().metadata()),
        job.workers() > 0 ? List.of(launcher(), workers()) : List.of(launcher()),
        new Naming(job.name(), true, false, Optional.empty()),
        addressing(),
        environment(),
        gang(),
        SuccessRule.LEAD,
        new RunningRule(true, 1 + job.workers(), false, false),
        budget(),
        new Hold(job.suspended(), false),
        Restarts.attemptAsked(job.job().metadata()),
        // The limits are those of the launcher's Job.
        new Clock(Optional.empty(), Clock.From.ACCEPTED, Optional.empty()),
        new CleanUp(job.cleanUp(), job.cleanUp(), Set.of(LAUNCHER)),
        Mode.NORMAL,
        Refresh.NEVER,
        attachments(),
        new Patience(settings.fenceAfter(), Duration.ZERO),
        Telling.counts(
            settings.tellBy(), Set.of(Slot.RUNNING, Slot.SUCCEEDED, Slot.FAILED), SAME_CONDITION));
  }

  private Role launcher() {
    var marks = groups.gang().marks();
    var labels = new LinkedHashMap<String, Text>();
    templates.labels(LAUNCHER).forEach((key, value) -> labels.put(key, Text.of(value)));
    return new Role(
        LAUNCHER,
        1,
        1,
        templates.launcher(marks),
        labels,
        Map.of(),
        Map.of(Mode.NORMAL, Launch.asWritten()),
        new RestartRule(List.of(), Scope.REPLICA, job.inPlace(LAUNCHER)),
        LauncherJob.of(job, templates, marks),
        job.launcherWaits() ? new Start.AfterReady(WORKER) : new Start.AtOnce());
  }

  private Role workers() {
    var template = templates.worker();
    var labels = new LinkedHashMap<String, Text>();
    templates.labels(WORKER).forEach((key, value) -> labels.put(key, Text.of(value)));
    labels.put(REPLICA_INDEX_LABEL, job.launcherWorks() ? new Text.Rank() : new Text.Index());
    return new Role(
        WORKER,
        job.workers(),
        job.workers(),
        template,
        labels,
        Map.of(),
        Map.of(Mode.NORMAL, Launch.asWritten()),
        new RestartRule(clauses(), Scope.REPLICA, job.inPlace(WORKER)),
        new Carrier.Pods(
            template.getSpec().getContainers().getFirst().getName(),
            EndOf.POD_PHASE,
            Optional.empty()),
        new Start.AtOnce());
  }

  /// The launcher's failures are counted by its Job; here are those of workers that it waits for.
  private FailureBudget budget() {
    return job.ofAWorkload()
        ? new FailureBudget(
            OptionalInt.of(job.backoffLimit()),
            Spent.END_JOB,
            false,
            false,
            Optional.empty(),
            OptionalInt.empty())
        : FailureBudget.unlimited();
  }

  /// A worker that failed stays as it is: the launcher fails with it, and its Job tries again.
  /// There is no such Job while the launcher waits for the worker; a workload's is made again then.
  private List<Clause> clauses() {
    return job.ofAWorkload()
        ? List.of(
            any(Verdict.REPLACE, KEPT_LEAD_WAITING),
            any(Verdict.REPLACE_UNCOUNTED, EVICTED, PREEMPTED, DELETED_BY_OTHERS))
        : List.of(
            any(Verdict.END_JOB, EVICTED),
            any(Verdict.REPLACE_UNCOUNTED, PREEMPTED, DELETED_BY_OTHERS));
  }

  private static Clause any(Verdict verdict, Cause... causes) {
    return new Clause(Set.of(causes), new Codes.Any(), verdict);
  }

  /// One Service for all, so that every pod has a name in one domain.
  private Addressing addressing() {
    return new Addressing(
        Addressing.Per.JOB,
        Map.of(),
        Set.of(OPERATOR_NAME_LABEL, JOB_NAME_LABEL),
        equipment.labels(),
        job.launcherWorks(),
        Lifetime.UNTIL_JOB_GONE);
  }

  /// The launcher has its own in its template.
  private static EnvContract environment() {
    return new EnvContract(
        Place.AFTER_USERS,
        Winner.OURS,
        Reach.FIRST_CONTAINER,
        List.of(
            new Variable(
                Templates.ROLE_VARIABLE,
                new Value.Spelled(Text.of(Templates.role(WORKER))),
                Optional.of(WORKER))),
        Set.of());
  }

  /// Its pods do not wait for their group: a scheduler holds them back by itself.
  private Gang gang() {
    var gang = groups.gang();
    return new Gang(gang.scope(), gang.floor(), false, gang.queue(), gang.marks());
  }

  private List<Attachment> attachments() {
    return Stream.concat(equipment.attachments().stream(), groups.attachment().stream()).toList();
  }
}
