package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.WORKER;

import dev.trainyard.api.kubeflow.ElasticPolicy;
import dev.trainyard.engine.model.EnvContract.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/// The variables by which torchrun of an elastic job finds its peers and its bounds.
/// `kubeflow/training-operator v1.9.0 pkg/controller.v1/pytorch/elastic.go`
final class ElasticEnv {

  private static final String DEFAULT_BACKEND = "c10d";

  sealed interface Generated {
    record Variables(List<Variable> variables) implements Generated {
      public Variables {
        variables = List.copyOf(variables);
      }
    }

    record Impossible(String why) implements Generated {}
  }

  /// Works on a job before and after its defaults: without bounds of its own, the former shows the
  /// number of workers, the latter a range.
  ///
  /// @param standalone the value that says that every replica trains alone
  static Generated of(Layout job, String standalone) {
    if (job.elasticPolicy().isEmpty()) {
      return new Generated.Variables(List.of());
    }
    var policy = job.elasticPolicy().get();
    var port = Optional.ofNullable(policy.rdzvPort()).or(() -> job.port(WORKER));
    var nodes = nodes(job, policy);
    if (nodes.isEmpty() || (port.isEmpty() && job.spec(WORKER).isEmpty())) {
      return new Generated.Impossible("cannot find the worker spec");
    }
    if (port.isEmpty()) {
      return new Generated.Impossible("port not found");
    }
    return new Generated.Variables(variables(job, policy, port.get(), nodes.get(), standalone));
  }

  private static List<Variable> variables(
      Layout job, ElasticPolicy policy, int port, String nodes, String standalone) {
    var host = Objects.requireNonNullElse(policy.rdzvHost(), job.podName(WORKER, 0));
    var backend = Objects.requireNonNullElse(policy.rdzvBackend(), DEFAULT_BACKEND);
    var variables = new ArrayList<Variable>();
    variables.add(Variable.of("PET_RDZV_ENDPOINT", host + ":" + port));
    variables.add(Variable.of("PET_RDZV_BACKEND", backend));
    variables.add(Variable.of("PET_NNODES", nodes));
    if (policy.maxRestarts() != null) {
      variables.add(Variable.of("PET_MAX_RESTARTS", policy.maxRestarts().toString()));
    }
    if (policy.nProcPerNode() != null) {
      variables.add(Variable.of("PET_NPROC_PER_NODE", policy.nProcPerNode().toString()));
    }
    if (policy.rdzvId() != null) {
      variables.add(Variable.of("PET_RDZV_ID", policy.rdzvId()));
    }
    if (policy.rdzvConf() != null && !policy.rdzvConf().isEmpty()) {
      variables.add(
          Variable.of(
              "PET_RDZV_CONF",
              policy.rdzvConf().stream()
                  .map(conf -> conf.key() + "=" + conf.value())
                  .collect(Collectors.joining(","))));
    }
    if (Boolean.TRUE.equals(policy.standalone())) {
      variables.add(Variable.of("PET_STANDALONE", standalone));
    }
    return variables;
  }

  /// Nothing where no number is known.
  private static Optional<String> nodes(Layout job, ElasticPolicy policy) {
    var min = Optional.ofNullable(policy.minReplicas());
    var max = Optional.ofNullable(policy.maxReplicas());
    return min.or(() -> max)
        .map(least -> least + ":" + max.orElse(least))
        .or(() -> job.spec(WORKER).map(_ -> Integer.toString(job.replicas(WORKER))));
  }

  private ElasticEnv() {}
}
