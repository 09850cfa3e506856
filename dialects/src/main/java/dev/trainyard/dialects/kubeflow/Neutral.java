package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.CONTAINER_NAME;
import static dev.trainyard.api.kubeflow.Training.CONTROLLER_NAME;
import static dev.trainyard.api.kubeflow.Training.JOB_NAME_LABEL;
import static dev.trainyard.api.kubeflow.Training.JOB_ROLE_LABEL;
import static dev.trainyard.api.kubeflow.Training.MASTER_ROLE;
import static dev.trainyard.api.kubeflow.Training.OPERATOR_NAME_LABEL;
import static dev.trainyard.api.kubeflow.Training.REPLICA_INDEX_LABEL;
import static dev.trainyard.api.kubeflow.Training.REPLICA_TYPE_LABEL;
import static dev.trainyard.api.kubeflow.Training.WORKER;
import static java.util.Map.entry;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.kubeflow.ReplicaSpec;
import dev.trainyard.api.kubeflow.RunPolicy;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Identity;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Words;
import dev.trainyard.dialects.training.PodGroups;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.FailureBudget.Spent;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
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
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.model.TrainingJob.Telling;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/// A job that is complete and valid, as the neutral model says it.
final class Neutral {

  static final Words<Sweep> CLEAN_POD_POLICIES =
      Words.of(
          entry("All", Sweep.EVERYTHING),
          entry("Running", Sweep.UNFINISHED),
          entry("None", Sweep.NOTHING),
          entry("", Sweep.EVERYTHING));

  /// Longer than anyone waits, and short enough to be added to any date.
  private static final Duration FOR_EVER = Duration.ofDays(365 * 100);

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
  private final String cleanPodPolicy;

  private Neutral(Layout job, Lookup lookup, String cleanPodPolicy) {
    this.job = job;
    this.settings = lookup.settings();
    this.groups = Gangs.of(job, lookup);
    this.cleanPodPolicy = cleanPodPolicy;
  }

  /// @param cleanPodPolicy the one that holds for it, whoever set it
  static TrainingJob of(Layout job, Lookup lookup, String cleanPodPolicy) {
    return new Neutral(job, lookup, cleanPodPolicy).trainingJob();
  }

  private TrainingJob trainingJob() {
    var policy = job.runPolicy();
    return new TrainingJob(
        Identity.of(PyTorchJobDialect.KIND, job.job().metadata()),
        job.types().stream().map(this::role).toList(),
        new Naming(job.name(), true, false, Optional.empty()),
        addressing(),
        Environment.contract(job, settings.habits()),
        groups.gang(),
        success(),
        new RunningRule(job.hasMaster(), 1, false, true),
        budget(policy.map(RunPolicy::backoffLimit)),
        new Hold(policy.map(RunPolicy::suspend).orElse(false), true),
        Restarts.attemptAsked(job.job().metadata()),
        new Clock(
            policy.map(RunPolicy::activeDeadlineSeconds).map(Neutral::seconds),
            Clock.From.ACCEPTED,
            policy.map(RunPolicy::ttlSecondsAfterFinished).map(Neutral::seconds)),
        cleanUp(cleanPodPolicy),
        Mode.NORMAL,
        Refresh.NEVER,
        Stream.concat(groups.attachment().stream(), Autoscaler.of(job).stream()).toList(),
        new Patience(settings.fenceAfter(), Duration.ZERO),
        Telling.counts(
            settings.tellBy(), Set.of(Slot.RUNNING, Slot.SUCCEEDED, Slot.FAILED), SAME_CONDITION));
  }

  private Role role(String type) {
    var spec = job.spec(type).orElseThrow();
    var wait = type.equals(WORKER) ? MasterWait.of(job, settings) : List.<Container>of();
    var restarts =
        RestartPolicy.WORDS
            .meaning(requireNonNullElse(spec.restartPolicy(), Defaults.RESTART_POLICY))
            .orElseThrow();
    return new Role(
        type,
        job.replicas(type),
        job.replicas(type),
        groups.marked(MasterWait.appended(spec.template(), wait), type),
        labels(type),
        Map.of(JOB_ROLE_LABEL, MASTER_ROLE),
        Map.of(Mode.NORMAL, Launch.asWritten()),
        restarts.rule(Restarts.scope(job.job().metadata())),
        new Carrier.Pods(
            CONTAINER_NAME, EndOf.POD_PHASE, wait.stream().map(Container::getName).findFirst()),
        new Start.AtOnce());
  }

  private Map<String, Text> labels(String type) {
    var labels = new LinkedHashMap<String, Text>();
    labels.put(OPERATOR_NAME_LABEL, Text.of(CONTROLLER_NAME));
    labels.put(JOB_NAME_LABEL, Text.of(job.name()));
    labels.put(REPLICA_TYPE_LABEL, Text.of(Layout.lower(type)));
    labels.put(REPLICA_INDEX_LABEL, new Text.Index());
    return labels;
  }

  private Addressing addressing() {
    var ports = new LinkedHashMap<String, List<ServicePort>>();
    job.types().forEach(type -> ports.put(type, servicePorts(job.spec(type).orElseThrow())));
    return new Addressing(
        Addressing.Per.REPLICA,
        ports,
        Set.of(OPERATOR_NAME_LABEL, JOB_NAME_LABEL, REPLICA_TYPE_LABEL, REPLICA_INDEX_LABEL),
        true,
        Lifetime.WITH_ITS_PODS);
  }

  private static List<ServicePort> servicePorts(ReplicaSpec spec) {
    return Layout.mainContainer(spec).stream()
        .flatMap(main -> Layout.ports(main).stream())
        .map(
            port ->
                new ServicePortBuilder()
                    .withName(portName(port))
                    .withPort(port.getContainerPort())
                    .withProtocol(port.getProtocol())
                    .build())
        .toList();
  }

  /// A Service refuses a port without a name beside others, and the rendezvous port is always
  /// there.
  private static String portName(ContainerPort port) {
    return port.getName() == null || port.getName().isEmpty()
        ? "port-" + port.getContainerPort()
        : port.getName();
  }

  private SuccessRule success() {
    if (job.hasMaster()) {
      return SuccessRule.LEAD;
    }
    return job.elastic() ? SuccessRule.ANY_REPLICA : SuccessRule.EVERY_REPLICA;
  }

  /// The limit names the restart that ends the job, except that 0 and 1 both mean the first.
  private FailureBudget budget(Optional<Integer> limit) {
    return new FailureBudget(
        limit.map(n -> OptionalInt.of(Math.max(n - 1, 0))).orElse(OptionalInt.empty()),
        Spent.END_JOB,
        true,
        job.elastic() && !job.hasMaster(),
        Optional.empty(),
        OptionalInt.empty());
  }

  private static CleanUp cleanUp(String policy) {
    var atEnd = CLEAN_POD_POLICIES.meaning(policy).orElseThrow();
    var atLimit = atEnd == Sweep.EVERYTHING ? Sweep.EVERYTHING : Sweep.UNFINISHED;
    return new CleanUp(atEnd, atLimit, Set.of());
  }

  private static Duration seconds(Number seconds) {
    return Duration.ofSeconds(Math.min(seconds.longValue(), FOR_EVER.toSeconds()));
  }
}
