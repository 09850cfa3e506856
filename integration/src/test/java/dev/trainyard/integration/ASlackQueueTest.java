package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.sdk.Queueing;
import dev.trainyard.operator.sdk.SlackSource;
import dev.trainyard.operator.wrapper.SlackBook;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

@OnACluster
class ASlackQueueTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String QUEUE = "slack-cluster-queue";

  @Test
  void lends_less_while_a_node_is_cordoned_and_as_before_when_it_is_back(Team team) {
    var client = team.client();
    client
        .resource(
            PyTorchJobs.parse(
                """
                apiVersion: kueue.x-k8s.io/v1beta1
                kind: ClusterQueue
                metadata: {name: slack-cluster-queue}
                spec:
                  cohort: default-cohort
                  resourceGroups:
                  - coveredResources: [example.com/wheel]
                    flavors:
                    - name: default-flavor
                      resources: [{name: example.com/wheel, nominalQuota: 20}]
                """))
        .create();
    var broken = client.nodes().resource(cordoned());
    broken.create();
    broken.editStatus(
        node -> {
          node.getStatus().setCapacity(Map.of("example.com/wheel", new Quantity("8")));
          return node;
        });
    var slack =
        new SlackSource(
            QUEUE,
            new SlackBook(new AppWrappers(WrapperSettings.mlbatch())),
            client,
            new InFlight(1),
            Queueing.of(client));
    try {
      slack.start();
      team.waitUntil("it lends less", () -> "12".equals(lends(team)));

      broken.delete();

      team.waitUntil("it lends all", () -> lends(team).isEmpty());
      assertThat(queue(team).<String>get("spec", "cohort")).isEqualTo("default-cohort");
    } finally {
      slack.stop();
    }
  }

  private static Node cordoned() {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("wheelhouse")
        .endMetadata()
        .withNewSpec()
        .withUnschedulable(true)
        .endSpec()
        .withNewStatus()
        .endStatus()
        .build();
  }

  private static GenericKubernetesResource queue(Team team) {
    return team.client()
        .genericKubernetesResources("kueue.x-k8s.io/v1beta2", "ClusterQueue")
        .withName(QUEUE)
        .get();
  }

  private static String lends(Team team) {
    return MAPPER
        .<JsonNode>valueToTree(queue(team))
        .at("/spec/resourceGroups/0/flavors/0/resources/0/lendingLimit")
        .asText();
  }
}
