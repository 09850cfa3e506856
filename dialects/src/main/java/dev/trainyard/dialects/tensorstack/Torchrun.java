package dev.trainyard.dialects.tensorstack;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.RunMode.ResumeReplica;
import dev.trainyard.api.tensorstack.TorchrunConfig;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.EnvContract.Place;
import dev.trainyard.engine.model.EnvContract.Reach;
import dev.trainyard.engine.model.EnvContract.Variable;
import dev.trainyard.engine.model.EnvContract.Winner;
import dev.trainyard.engine.model.Role.Command;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Text;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How the replicas of a PyTorchTrainingJob are started and find each other.
///
/// @param config how torchrun starts them, where it does
record Torchrun(Layout job, Optional<TorchrunConfig> config) {

  static final String C10D = "c10d";

  private static final String DEFAULT_PORT = "29500";
  private static final String PORT_VARIABLE = "MASTER_PORT";

  /// What the user's own program is given; torchrun tells its processes the rest.
  EnvContract environment() {
    var variables = new ArrayList<Variable>();
    variables.add(Variable.of("MASTER_ADDR", job.lead()));
    variables.add(Variable.of(PORT_VARIABLE, port()));
    if (config.isEmpty()) {
      variables.add(Variable.of("WORLD_SIZE", Integer.toString(job.total())));
      variables.add(Variable.of("RANK", new Text.Rank()));
    }
    return new EnvContract(
        Place.BEFORE_USERS, Winner.USERS, Reach.EVERY_CONTAINER, variables, Set.of());
  }

  /// The lead listens where its container says, and everybody else must look there.
  String port() {
    return job.ranked().getFirst().trainingContainer().stream()
        .flatMap(
            container -> Optional.ofNullable(container.getEnv()).stream().flatMap(List::stream))
        .filter(variable -> PORT_VARIABLE.equals(variable.getName()))
        .filter(variable -> variable.getValueFrom() == null)
        .map(EnvVar::getValue)
        .filter(value -> value != null && !value.isEmpty() && !value.contains("$("))
        .reduce((_, last) -> last)
        .orElse(DEFAULT_PORT);
  }

  Map<Mode, Launch> launches(ReplicaType type) {
    var debug = Launches.debug(job, type.name());
    var resume = Launches.resume(job, type.name());
    return Map.of(
        Mode.NORMAL,
        Launches.marked(Mode.NORMAL, torchrun(type, type.args()), false),
        Mode.DEBUG,
        Launches.marked(
            Mode.DEBUG,
            Optional.of(Launches.debugCommand(debug, Launches.SLEEP)),
            Launches.skipsInit(debug)),
        Mode.RESUME,
        Launches.marked(Mode.RESUME, resumed(type, resume), Launches.resumesWithoutInit(resume)));
  }

  /// What is left out in a resume entry is as the template has it.
  private Optional<Command> resumed(ReplicaType type, Optional<ResumeReplica> entry) {
    var command = entry.flatMap(one -> Optional.ofNullable(one.command()));
    var args = entry.flatMap(one -> Optional.ofNullable(one.args()));
    if (command.isEmpty() && config.isPresent()) {
      return torchrun(type, args.orElse(type.args()));
    }
    return command.isEmpty() && args.isEmpty()
        ? Optional.empty()
        : Optional.of(Launches.command(command.orElse(type.command()), args.orElse(type.args())));
  }

  private Optional<Command> torchrun(ReplicaType type, List<String> program) {
    return config.map(
        options -> Launches.command(List.of("torchrun"), line(options, type, program)));
  }

  /// In torchrun's older spelling, which every release understands. What comes later wins.
  private List<String> line(TorchrunConfig options, ReplicaType type, List<String> program) {
    var line = new ArrayList<String>();
    var backend = requireNonNullElse(options.rdzvBackend(), C10D);
    line.addAll(List.of("--nnodes", nodes()));
    line.addAll(List.of("--nproc_per_node", processes(options)));
    line.addAll(List.of("--rdzv_backend", backend));
    if (backend.equals(C10D)) {
      line.addAll(List.of("--rdzv_endpoint", "%s:%s".formatted(job.lead(), port())));
    }
    line.addAll(List.of("--rdzv_id", job.base()));
    if (options.maxRestarts() != null) {
      line.addAll(List.of("--max_restarts", options.maxRestarts().toString()));
    }
    line.addAll(List.of("--role", type.name()));
    line.addAll(requireNonNullElse(options.extraOptions(), List.of()));
    line.addAll(program);
    return line;
  }

  private String nodes() {
    return job.elastic().isPresent()
        ? "%d:%d".formatted(job.least(), job.most())
        : Integer.toString(job.total());
  }

  static String processes(TorchrunConfig options) {
    var processes = options.procPerNode();
    return processes == null ? "1" : String.valueOf(processes.getValue());
  }
}
