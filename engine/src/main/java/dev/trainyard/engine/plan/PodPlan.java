package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.EnvContract.Value;
import dev.trainyard.engine.model.EnvContract.Variable;
import dev.trainyard.engine.model.EnvContract.Winner;
import dev.trainyard.engine.model.Observed.LaunchMark;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Command;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Addressing;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The pod of one replica: its template, the names and labels that make it ours, the environment
/// and the command of the mode it starts in.
public final class PodPlan {

  /// How often its role had been restarted when the pod was made.
  public static final String RESTARTS = "trainyard.dev/restarts";

  /// Which start of the gang the pod belongs to: a label on pods of jobs that restart as a whole by
  /// themselves; on others, whose labels are documented to the last, an annotation after the first.
  public static final String ATTEMPT = "trainyard.dev/attempt";

  private static final String ATTEMPT_VARIABLE = "TRAINYARD_ATTEMPT";

  public static Pod pod(TrainingJob job, CreatePod step) {
    var spelling = new Spelling(job, step.replica(), step.tryNumber(), step.attempt());
    return new PodBuilder()
        .withApiVersion("v1")
        .withKind("Pod")
        .withMetadata(metadata(job, step, spelling))
        .withSpec(spec(job, step, spelling))
        .build();
  }

  /// What a pod of this replica is recognised by once it runs.
  public static LaunchMark launch(TrainingJob job, ReplicaId replica, Mode mode) {
    var pod = pod(job, new CreatePod(replica, mode, 1, 0, 0));
    var mark = job.roleOf(replica).launch(mode).mark().map(Role.Mark::value);
    return new LaunchMark(mark, digest(mainContainer(job.roleOf(replica), pod.getSpec())));
  }

  static String digest(Optional<Container> container) {
    var words = new ArrayList<String>();
    container.ifPresent(
        main -> {
          words.addAll(main.getCommand());
          words.add("");
          words.addAll(main.getArgs());
        });
    return Digest.of(words);
  }

  static Optional<Container> mainContainer(Role role, PodSpec spec) {
    return switch (role.carrier()) {
      case Carrier.Child _, Carrier.Brought _ -> Optional.empty();
      case Carrier.Pods(var main, _, _) ->
          spec.getContainers().stream()
              .filter(container -> main.equals(container.getName()))
              .findFirst();
    };
  }

  private static ObjectMeta metadata(TrainingJob job, CreatePod step, Spelling spelling) {
    var role = job.roleOf(step.replica());
    var template = Optional.ofNullable(role.template().getMetadata()).orElseGet(ObjectMeta::new);
    var labels = new LinkedHashMap<String, String>(nonNull(template.getLabels()));
    role.labels().forEach((key, text) -> labels.put(key, spelling.of(text)));
    if (step.replica().equals(job.lead())) {
      labels.putAll(role.leadLabels());
    }
    labels.putAll(job.gang().marks().labels());
    var annotations = new LinkedHashMap<String, String>(nonNull(template.getAnnotations()));
    role.annotations().forEach((key, text) -> annotations.put(key, spelling.of(text)));
    annotations.putAll(job.gang().marks().annotations());
    role.launch(step.mode())
        .mark()
        .ifPresent(mark -> annotations.put(mark.annotation(), mark.value()));
    if (step.restarts() > 0) {
      annotations.put(RESTARTS, Integer.toString(step.restarts()));
    }
    if (role.restart().scope() != Scope.REPLICA) {
      labels.put(ATTEMPT, Integer.toString(step.attempt()));
    } else if (step.attempt() > 1) {
      annotations.put(ATTEMPT, Integer.toString(step.attempt()));
    }
    return new ObjectMetaBuilder()
        .withName(PodNames.of(job, step.replica(), step.tryNumber()))
        .withNamespace(job.id().namespace())
        .withLabels(labels)
        .withAnnotations(annotations)
        .withFinalizers(template.getFinalizers())
        .withOwnerReferences(Plan.owner(job.id()))
        .build();
  }

  private static PodSpec spec(TrainingJob job, CreatePod step, Spelling spelling) {
    var role = job.roleOf(step.replica());
    var launch = role.launch(step.mode());
    var spec = new PodSpecBuilder(role.template().getSpec()).build();
    spec.setRestartPolicy(role.restart().kubelet().word);
    boolean leads = step.replica().equals(job.lead());
    if (leads ? launch.leadSkipsInit() : launch.skipInit()) {
      spec.setInitContainers(List.of());
    }
    if (spec.getSchedulerName() == null || spec.getSchedulerName().isEmpty()) {
      job.gang().marks().scheduler().ifPresent(spec::setSchedulerName);
    }
    if (job.addressing().services() == Addressing.Per.JOB) {
      spec.setHostname(PodNames.of(job, step.replica(), step.tryNumber()));
      spec.setSubdomain(job.naming().base());
    }
    role.hostname().ifPresent(name -> spec.setHostname(spelling.of(name)));
    var command = leads ? launch.lead().or(launch::command) : launch.command();
    command.ifPresent(
        words -> mainContainer(role, spec).ifPresent(main -> start(main, words, spelling)));
    for (var container : reached(job.env(), role, spec)) {
      container.setEnv(environment(job, role, container.getEnv(), spelling));
    }
    return spec;
  }

  private static void start(Container container, Command words, Spelling spelling) {
    container.setCommand(spelling.of(words.command()));
    container.setArgs(spelling.of(words.args()));
  }

  private static List<Container> reached(EnvContract contract, Role role, PodSpec spec) {
    return switch (contract.reach()) {
      case EVERY_CONTAINER -> spec.getContainers();
      case MAIN_CONTAINER -> mainContainer(role, spec).stream().toList();
      case FIRST_CONTAINER -> spec.getContainers().stream().limit(1).toList();
    };
  }

  private static List<EnvVar> environment(
      TrainingJob job, Role role, List<EnvVar> users, Spelling spelling) {
    var contract = job.env();
    var taken = users.stream().map(EnvVar::getName).collect(Collectors.toSet());
    var ours =
        variables(contract, role).stream()
            .filter(variable -> !taken.contains(variable.name()) || winsOver(contract, variable))
            .map(variable -> variable(variable, spelling))
            .toList();
    var replaced = ours.stream().map(EnvVar::getName).collect(Collectors.toSet());
    var kept = users.stream().filter(user -> !replaced.contains(user.getName())).toList();
    var all = new ArrayList<EnvVar>();
    switch (contract.place()) {
      case BEFORE_USERS -> {
        all.addAll(ours);
        all.addAll(kept);
      }
      case AFTER_USERS -> {
        all.addAll(kept);
        all.addAll(ours);
      }
    }
    return all;
  }

  private static boolean winsOver(EnvContract contract, Variable variable) {
    return contract.winner() == Winner.OURS && !contract.alwaysUsers().contains(variable.name());
  }

  private static List<Variable> variables(EnvContract contract, Role role) {
    var variables = new ArrayList<Variable>();
    contract.variables().stream()
        .filter(variable -> variable.onlyRole().map(role.name()::equals).orElse(true))
        .forEach(variables::add);
    if (role.restart().scope() != Scope.REPLICA) {
      variables.add(Variable.of(ATTEMPT_VARIABLE, new Role.Text.Attempt()));
    }
    return variables;
  }

  private static EnvVar variable(Variable variable, Spelling spelling) {
    return switch (variable.value()) {
      case Value.Spelled(var text) ->
          new EnvVarBuilder().withName(variable.name()).withValue(spelling.of(text)).build();
      case Value.From(var source) ->
          new EnvVarBuilder().withName(variable.name()).withValueFrom(source).build();
    };
  }

  private static Map<String, String> nonNull(Map<String, String> map) {
    return map == null ? Map.of() : map;
  }

  private PodPlan() {}
}
