package dev.trainyard.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.api.Crds;
import dev.trainyard.api.kueue.Kueue;
import java.util.List;
import org.junit.jupiter.api.Test;

class TheKindsOfQueuesTest {

  private static final List<JsonNode> DEFINITIONS =
      Crds.ofQueues().stream()
          .<JsonNode>map(definition -> new ObjectMapper().valueToTree(definition))
          .toList();

  @Test
  void are_those_that_are_named_and_never_the_one_by_which_kueue_is_known() {
    assertThat(DEFINITIONS)
        .extracting(one -> one.at("/metadata/name").asText())
        .containsExactlyElementsOf(Crds.namesOfQueues())
        .doesNotContain(Kueue.WORKLOADS + "." + Kueue.GROUP);
    assertThat(DEFINITIONS)
        .extracting(one -> one.at("/spec/names/kind").asText())
        .containsExactly(
            Kueue.FLAVOR, Kueue.CLUSTER_QUEUE, Kueue.LOCAL_QUEUE, Kueue.PRIORITY_CLASS);
  }

  /// Nothing is converted between the versions, so neither may lose what the other holds.
  @Test
  void mean_the_same_in_both_versions() {
    assertThat(DEFINITIONS)
        .allSatisfy(
            one -> {
              assertThat(one.at("/spec/versions").valueStream())
                  .extracting(version -> version.path("name").asText())
                  .containsExactlyElementsOf(Kueue.VERSIONS);
              assertThat(one.at("/spec/versions/0/schema"))
                  .isEqualTo(one.at("/spec/versions/1/schema"));
            });
  }
}
