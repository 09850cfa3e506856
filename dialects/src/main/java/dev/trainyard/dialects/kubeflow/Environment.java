package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.MASTER;

import dev.trainyard.dialects.Settings.Habits;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.EnvContract.Place;
import dev.trainyard.engine.model.EnvContract.Reach;
import dev.trainyard.engine.model.EnvContract.Variable;
import dev.trainyard.engine.model.EnvContract.Winner;
import dev.trainyard.engine.model.Role.Text;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The variables every container of a replica is given, in the documented order.
final class Environment {

  static final String UNBUFFERED = "PYTHONUNBUFFERED";

  static EnvContract contract(Layout job, Habits habits) {
    return new EnvContract(
        Place.AFTER_USERS,
        Winner.OURS,
        Reach.EVERY_CONTAINER,
        variables(job, habits),
        Set.of(UNBUFFERED));
  }

  static List<Variable> variables(Layout job, Habits habits) {
    var variables = new ArrayList<Variable>();
    variables.add(Variable.of(UNBUFFERED, "1"));
    if (job.hasMaster()) {
      variables.addAll(rendezvous(job));
    }
    var processes = job.job().spec().nprocPerNode();
    if (processes != null) {
      variables.add(
          Variable.of("PET_NPROC_PER_NODE", Processes.perReplica(job, processes, habits)));
    }
    if (!job.elastic()) {
      variables.add(Variable.of("PET_NNODES", Integer.toString(job.totalReplicas())));
      return variables;
    }
    if (ElasticEnv.of(job, habits.standalone())
        instanceof ElasticEnv.Generated.Variables(var elastic)) {
      variables.addAll(elastic);
    }
    return variables;
  }

  private static List<Variable> rendezvous(Layout job) {
    var port = job.port(MASTER).map(Object::toString).orElse("");
    var address = job.podName(MASTER, 0);
    return List.of(
        Variable.of("MASTER_PORT", port),
        Variable.of("PET_MASTER_PORT", port),
        Variable.of("MASTER_ADDR", address),
        Variable.of("PET_MASTER_ADDR", address),
        Variable.of("WORLD_SIZE", worldSize(job)),
        Variable.of("RANK", new Text.Rank()),
        Variable.of("PET_NODE_RANK", new Text.Rank()));
  }

  private static String worldSize(Layout job) {
    return processesPerNode(job)
        .orElse(BigInteger.ONE)
        .multiply(BigInteger.valueOf(job.totalReplicas()))
        .toString();
  }

  /// Nothing for `auto` and other words: how many those are is known only where they run.
  static Optional<BigInteger> processesPerNode(Layout job) {
    return Optional.ofNullable(job.job().spec().nprocPerNode())
        .filter(text -> text.matches("[+-]?[0-9]{1,18}"))
        .map(BigInteger::new);
  }

  private Environment() {}
}
