package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.kubeflow.PyTorchJobDialect;
import dev.trainyard.simulation.proof.ManifestFiles;
import dev.trainyard.simulation.proof.Mutant;
import dev.trainyard.simulation.proof.Planned;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Every request is a dry run: the API server says what it would say, and nothing comes of it.
@OnACluster
class AMutilatedManifestTest {

  private static final int MANIFESTS = 600;

  private static final Codec<PyTorchJob> CODEC = Codec.of(PyTorchJob.class);
  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final Lookup LOOKUP = Lookup.nothing(Settings.defaults(Settings.Place.CLUSTER));

  private static final Path EXAMPLES = Path.of("../examples");
  private static final Path MORE = Path.of("../proof/src/test/resources/manifests");

  @Test
  void becomes_no_object_that_the_api_server_refuses(Team team) {
    var manifests = ManifestFiles.of("PyTorchJob", EXAMPLES, MORE);
    int refusedByDefinition = 0;
    int refused = 0;
    int accepted = 0;
    int objects = 0;
    var surprises = new ArrayList<String>();

    for (long seed = 0; seed < MANIFESTS; seed++) {
      var mutant = Mutant.of(seed, manifests);
      var stored = submitted(team, mutant.manifest());
      if (stored.isEmpty()) {
        refusedByDefinition++;
        continue;
      }
      switch (read(stored.get())) {
        case Reading.Refused(var problems) -> {
          assertThat(problems).as(mutant.toString()).isNotEmpty();
          refused++;
        }
        case Reading.NotOurs _ -> accepted++;
        case Reading.Job(var job) -> {
          accepted++;
          for (var object : Planned.of(job)) {
            objects++;
            refusal(team, object)
                .ifPresent(why -> surprises.add("%s: %s".formatted(mutant.edits(), why)));
          }
        }
      }
    }

    System.out.printf(
        "Mutilated manifests: %d tried, %d refused by the definition, %d by the rules, %d accepted;"
            + " of their %d pods and services %d were refused%n",
        MANIFESTS, refusedByDefinition, refused, accepted, objects, surprises.size());
    assertThat(surprises).isEmpty();
    assertThat(accepted).isGreaterThan(MANIFESTS / 10);
  }

  /// As the API server would keep it; nothing where it would not.
  private static Optional<JsonNode> submitted(Team team, ObjectNode manifest) {
    if (manifest.get("metadata") instanceof ObjectNode metadata) {
      metadata.put("namespace", team.namespace());
    }
    try {
      var path =
          "/apis/kubeflow.org/v1/namespaces/%s/pytorchjobs?dryRun=All".formatted(team.namespace());
      var stored = team.client().raw(path, "POST", manifest.toString());
      return Optional.of(
          team.client().getKubernetesSerialization().unmarshal(stored, JsonNode.class));
    } catch (KubernetesClientException e) {
      assertThat(e.getCode()).as(manifest.toString()).isBetween(400, 499);
      return Optional.empty();
    }
  }

  private static Reading read(JsonNode stored) {
    return switch (CODEC.parse(stored)) {
      case Parsed.NotUnderstood<PyTorchJob>(var problems) -> new Reading.Refused(problems);
      case Parsed.Understood<PyTorchJob>(var job) -> DIALECT.read(job, LOOKUP);
    };
  }

  private static Optional<String> refusal(Team team, HasMetadata object) {
    try {
      var kind = object.getKind().toLowerCase(Locale.ROOT);
      var path = "/api/v1/namespaces/%s/%ss?dryRun=All".formatted(team.namespace(), kind);
      var _ = team.client().raw(path, "POST", object);
      return Optional.empty();
    } catch (KubernetesClientException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
