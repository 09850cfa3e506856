package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.kubeflow.PyTorchJobDialect;
import java.util.List;
import java.util.Optional;

/// The chart checks little of what a cluster will refuse. What the job's own dialect would say is
/// told here already, as a warning, for the output must equal the chart's.
final class Foresight {

  private static final Codec<PyTorchJob> CODEC = Codec.of(PyTorchJob.class);
  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();

  static List<Problem> of(ObjectNode wrapper) {
    return refusals(wrapper.at("/spec/components/0/template").deepCopy()).stream()
        .filter(Problem::fatal)
        // Master and workers are alike; once is enough.
        .filter(problem -> !problem.path().startsWith("spec.pytorchReplicaSpecs[Worker].template"))
        .map(problem -> Problem.warning("", "a cluster refuses the PyTorchJob: " + problem))
        .toList();
  }

  private static List<Problem> refusals(ObjectNode job) {
    return switch (CODEC.parse(job)) {
      case Parsed.NotUnderstood<PyTorchJob>(var problems) -> problems;
      case Parsed.Understood<PyTorchJob>(var resource) ->
          DIALECT.validate(
              resource,
              Optional.empty(),
              Lookup.nothing(Settings.defaults(Settings.Place.CLUSTER)));
    };
  }

  private Foresight() {}
}
