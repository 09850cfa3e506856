package dev.trainyard.operator.wrapper;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ASlackBookTest {

  private final SlackBook book = new SlackBook(new AppWrappers(WrapperSettings.mlbatch()));

  @Test
  void asks_for_nothing_while_all_nodes_work_or_there_is_no_queue() {
    book.see(node("sick", true, Map.of()));
    assertThat(book.correction()).isEmpty();

    book.see(node("sick", false, Map.of()));
    book.see(queue(""));
    assertThat(book.correction()).isEmpty();
  }

  @Test
  void lowers_what_the_first_flavor_of_the_first_group_lends_and_nothing_else() {
    book.see(queue(""));
    book.see(node("a", true, Map.of()));
    book.see(node("b", false, Map.of("autopilot.ibm.com/gpuhealth", "ERR")));

    var corrected = book.correction().orElseThrow();

    assertThat(corrected)
        .isEqualTo(queue("lendingLimit: \"4\"", "lendingLimit: \"50\"", "lendingLimit: 3Gi"));
  }

  @Test
  void lifts_the_bound_when_the_node_is_back_or_gone_and_is_content_with_what_is_right() {
    book.see(queue("lendingLimit: 12", "lendingLimit: 50000m", "lendingLimit: 3Gi"));
    book.see(node("a", true, Map.of()));
    assertThat(book.correction()).as("in other words the same").isEmpty();

    assertThat(book.nodeGone("a")).isTrue();

    assertThat(book.correction()).contains(queue("", "", ""));
  }

  @Test
  void need_not_be_looked_at_when_a_healthy_node_comes_or_goes() {
    assertThat(book.see(node("a", false, Map.of()))).isFalse();
    assertThat(book.nodeGone("a")).isFalse();
  }

  private static Node node(String name, boolean cordoned, Map<String, String> labels) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .withUnschedulable(cordoned)
        .endSpec()
        .withNewStatus()
        .addToCapacity("nvidia.com/gpu", new Quantity("8"))
        .addToCapacity("cpu", new Quantity("50"))
        .addToCapacity("memory", new Quantity("1Gi"))
        .addToCapacity("pods", new Quantity("110"))
        .endStatus()
        .build();
  }

  private static GenericKubernetesResource queue(String... limits) {
    var yaml =
        """
        apiVersion: kueue.x-k8s.io/v1beta1
        kind: ClusterQueue
        metadata: {name: slack}
        spec:
          resourceGroups:
          - flavors:
            - resources:
              - {name: nvidia.com/gpu, nominalQuota: 20, GPU}
              - {name: cpu, nominalQuota: 100, CPU}
              - {name: memory, nominalQuota: 4Gi, MEMORY}
              - {name: pods, nominalQuota: 100}
            - resources: [{name: cpu, nominalQuota: 100}]
          - flavors: [{resources: [{name: cpu, nominalQuota: 100}]}]
        """
            .replace("GPU", limits[0])
            .replace("CPU", limits.length > 1 ? limits[1] : "")
            .replace("MEMORY", limits.length > 2 ? limits[2] : "");
    try {
      return new YAMLMapper().readValue(yaml, GenericKubernetesResource.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }
}
