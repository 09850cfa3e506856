package dev.trainyard.yard.apiserver.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import org.junit.jupiter.api.Test;

class AStrategicPatchTest {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
  private static final String POD =
      """
      metadata:
        finalizers: [a, b]
      spec:
        containers:
        - name: main
          image: x:1
          env: [{name: A, value: "1"}, {name: B, value: "2"}]
          command: [one, two]
        - name: side
          image: y:1
        tolerations: [{key: old}]
      """;

  @Test
  void finds_the_elements_of_a_list_by_their_key() {
    assertThat(patched("spec: {containers: [{name: side, image: 'y:2'}]}").at("/spec/containers/1"))
        .isEqualTo(yaml("{name: side, image: 'y:2'}"));
  }

  @Test
  void merges_lists_within_lists() {
    assertThat(
            patched(
                    """
                    spec:
                      containers: [{name: main, env: [{name: B, value: "3"}, {name: C, value: "4"}]}]
                    """)
                .at("/spec/containers/0/env"))
        .hasToString(
            "[{\"name\":\"A\",\"value\":\"1\"},{\"name\":\"B\",\"value\":\"3\"},"
                + "{\"name\":\"C\",\"value\":\"4\"}]");
  }

  @Test
  void replaces_lists_that_have_no_key() {
    var pod =
        patched("spec: {tolerations: [{key: new}], containers: [{name: main, command: [three]}]}");

    assertThat(pod.at("/spec/tolerations")).hasToString("[{\"key\":\"new\"}]");
    assertThat(pod.at("/spec/containers/0/command")).hasToString("[\"three\"]");
  }

  @Test
  void removes_what_it_is_told_to() {
    var pod =
        patched(
            """
            metadata: {$deleteFromPrimitiveList/finalizers: [a]}
            spec: {containers: [{name: side, $patch: delete}], tolerations: null}
            """);

    assertThat(pod.at("/metadata/finalizers")).hasToString("[\"b\"]");
    assertThat(pod.at("/spec/containers")).hasSize(1);
    assertThat(pod.at("/spec").has("tolerations")).isFalse();
  }

  @Test
  void adds_to_a_set_once() {
    assertThat(patched("metadata: {finalizers: [b, c]}").at("/metadata/finalizers"))
        .hasToString("[\"a\",\"b\",\"c\"]");
  }

  @Test
  void replaces_a_whole_list_or_map_when_it_says_so() {
    var pod = patched("spec: {containers: [{name: only, image: z}, {$patch: replace}]}");
    assertThat(pod.at("/spec/containers")).hasToString("[{\"name\":\"only\",\"image\":\"z\"}]");

    assertThat(patched("spec: {$patch: replace, nodeName: n}").at("/spec"))
        .isEqualTo(yaml("{nodeName: n}"));
  }

  @Test
  void orders_what_it_names_and_keeps_only_the_keys_it_retains() {
    var pod =
        patched(
            """
            spec:
              $setElementOrder/containers: [{name: side}, {name: main}]
              $retainKeys: [containers]
            """);

    assertThat(pod.at("/spec/containers").findValuesAsText("image")).containsExactly("y:1", "x:1");
    assertThat(pod.at("/spec").has("tolerations")).isFalse();
  }

  @Test
  void must_name_the_key_of_every_element() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> patched("spec: {containers: [{image: z}]}"))
        .withMessageContaining("does not contain declared merge key: name");
  }

  private static ObjectNode patched(String patch) {
    return StrategicMerge.apply(
        BuiltInTypes.of("", "v1", "Pod").orElseThrow(), yaml(POD), yaml(patch));
  }

  private static ObjectNode yaml(String text) {
    try {
      return (ObjectNode) YAML.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
