package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Gen;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.generator.AnySettings;
import dev.trainyard.dialects.generator.Chart;
import dev.trainyard.dialects.generator.Generated;
import dev.trainyard.dialects.generator.Generator;
import dev.trainyard.dialects.kubeflow.PyTorchJobDialect;
import dev.trainyard.simulation.proof.Planned;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Every request is a dry run: the API server says what it would say, and nothing comes of it.
@OnACluster
class AnyGeneratedJobTest {

  private static final int SETTINGS_OF_A_CHART = 60;

  private static final Codec<PyTorchJob> CODEC = Codec.of(PyTorchJob.class);
  private static final PyTorchJobDialect DIALECT = new PyTorchJobDialect();
  private static final Lookup LOOKUP = Lookup.nothing(Settings.defaults(Settings.Place.CLUSTER));

  @Test
  void is_taken_by_the_api_server_with_what_it_wraps_and_every_pod(Team team) {
    var refusals = new ArrayList<String>();

    for (var chart : Chart.values()) {
      for (long seed = 0; seed < SETTINGS_OF_A_CHART; seed++) {
        var settings = AnySettings.of(Gen.seeded(seed), chart);
        for (var why : refusals(team, generated(settings, chart))) {
          refusals.add("seed %d, %s: %s".formatted(seed, settings, why));
        }
      }
    }

    assertThat(refusals).isEmpty();
  }

  private static ObjectNode generated(ObjectNode settings, Chart chart) {
    return switch (Generator.generate(settings, chart, _ -> Optional.empty())) {
      case Generated.Made(var wrapper, _) -> wrapper;
      case Generated.Refused(var problems) ->
          throw new AssertionError("%s: %s".formatted(settings, problems));
    };
  }

  private static List<String> refusals(Team team, ObjectNode wrapper) {
    var job = wrapper.at("/spec/components/0/template").<ObjectNode>deepCopy();
    var refusals = new ArrayList<String>();
    var _ = posted(team, "workload.codeflare.dev/v1beta2", "appwrappers", wrapper, refusals);
    posted(team, "kubeflow.org/v1", "pytorchjobs", job, refusals)
        .ifPresent(
            stored ->
                objects(stored)
                    .forEach(
                        object ->
                            posted(
                                team,
                                object.getKind().toLowerCase(Locale.ROOT) + "s",
                                object,
                                refusals)));
    return refusals;
  }

  /// As the API server would keep it; nothing where it would not.
  private static Optional<JsonNode> posted(
      Team team, String version, String plural, ObjectNode object, List<String> refusals) {
    object.withObjectProperty("metadata").put("namespace", team.namespace());
    var path = "/apis/%s/namespaces/%s/%s?dryRun=All".formatted(version, team.namespace(), plural);
    return sent(team, path, object.toString(), refusals)
        .map(text -> team.client().getKubernetesSerialization().unmarshal(text, JsonNode.class));
  }

  private static void posted(Team team, String plural, HasMetadata object, List<String> refusals) {
    var path = "/api/v1/namespaces/%s/%s?dryRun=All".formatted(team.namespace(), plural);
    var _ = sent(team, path, object, refusals);
  }

  private static Optional<String> sent(
      Team team, String path, Object object, List<String> refusals) {
    try {
      return Optional.of(team.client().raw(path, "POST", object));
    } catch (KubernetesClientException e) {
      refusals.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /// Which accounts and priorities there are is the cluster's matter.
  private static List<HasMetadata> objects(JsonNode stored) {
    if (CODEC.parse(stored) instanceof Parsed.Understood<PyTorchJob>(var resource)
        && DIALECT.read(resource, LOOKUP) instanceof Reading.Job(var job)) {
      var objects = Planned.of(job);
      objects.stream()
          .filter(Pod.class::isInstance)
          .map(Pod.class::cast)
          .forEach(
              pod -> {
                pod.getSpec().setServiceAccountName(null);
                pod.getSpec().setPriorityClassName(null);
              });
      return objects;
    }
    throw new AssertionError("not taken by the operator: " + stored);
  }
}
