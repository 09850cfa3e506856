package dev.trainyard.simulation.wrapped;

import static dev.trainyard.simulation.wrapped.WrapperStage.GANG;
import static dev.trainyard.simulation.wrapped.WrapperStage.WRAPPER;
import static dev.trainyard.simulation.wrapped.WrapperStage.gang;
import static dev.trainyard.simulation.wrapped.WrapperStage.pod;
import static dev.trainyard.simulation.wrapped.WrapperStage.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.CodeFlare;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is stored of a wrapper that somebody submits or changes: rows A01 to A14 of the event
/// table. A03 and A04 are about a user's rights, which nobody has to have here: they are shown at
/// the door of the operator.
class AWrapperAtTheDoorTest {

  @Test
  void a01_a02_is_told_whose_it_is_whatever_it_claims() {
    var stage = new WrapperStage().labelled(CodeFlare.USER_LABEL, "somebody-else").begin();

    assertThat(stage.stored().at("/metadata/labels").path(CodeFlare.USER_LABEL).asText())
        .isEqualTo("user");
    assertThat(stage.stored().at("/metadata/labels").has(CodeFlare.USER_ID_LABEL)).isTrue();
    assertThat(stage.phase()).isEqualTo("Running");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void is_refused_with_mistakes(String row, String[] components, String why) {
    var stage = new WrapperStage(components);

    assertThatThrownBy(stage::begin)
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageStartingWith("admission webhook \"vappwrapper.kb.io\" denied the request: ")
        .hasMessageContaining(why);
    assertThat(stage.exists(WRAPPER)).isFalse();
  }

  static Stream<Arguments> is_refused_with_mistakes() {
    return Stream.of(
        refused(
            "A05 a path that leads nowhere",
            "missing field 'elsewhere'",
            GANG.replace("path: template.spec.template", "path: template.spec.elsewhere")),
        refused(
            "A06 an empty path",
            "podspec must specify path",
            GANG.replace("path: template.spec.template", "path: ''")),
        refused(
            "A07 as many replicas as nobody else sees",
            "replica count 2 differs from inferred count 1",
            pod("p") + "podSets: [{path: template, replicas: 2}]\n"),
        refused(
            "A08 only a Service",
            "components contains no podspecs",
            "{template: {apiVersion: v1, kind: Service, metadata: {name: s}}}"),
        refused(
            "A09 nine pods",
            "components contains 9 podspecs; at most 8 are allowed",
            IntStream.range(0, 9).mapToObj(i -> pod("p" + i)).toArray(String[]::new)),
        refused(
            "A10 a wrapper in a wrapper",
            "Nested AppWrappers are forbidden",
            "{template: {apiVersion: workload.codeflare.dev/v1beta2, kind: AppWrapper, metadata:"
                + " {name: w}}}"),
        refused(
            "A11 an object in another namespace",
            "AppWrappers cannot create objects in other namespaces",
            GANG.replace("name: gang}", "name: gang, namespace: elsewhere}")),
        refused(
            "A12 a field of pods that nobody knows",
            "strict decoding error: unknown field",
            GANG.replace("spec: {containers:", "spec: {contaners: [], containers:")));
  }

  private static Arguments refused(String row, String why, String... components) {
    return arguments(row, components, why);
  }

  @Test
  void a13_may_be_suspended_annotated_and_given_what_its_pods_need() {
    var stage = new WrapperStage().begin();

    stage.suspend(true).annotate("retryLimit", "7").until(10);
    var infos = stage.stored().at("/spec/components").deepCopy();
    infos.forEach(
        one ->
            ((ObjectNode) one)
                .set("podSetInfos", yaml("{a: [{nodeSelector: {pool: fast}}]}").path("a")));
    stage.world.api().patchJob(WRAPPER, yaml("{spec: {components: %s}}".formatted(infos)));

    assertThat(stage.stored().at("/spec/components/0/podSetInfos/0/nodeSelector/pool").asText())
        .isEqualTo("fast");
    assertThat(stage.phase()).isEqualTo("Suspended");
  }

  @ParameterizedTest(name = "A14 {0}")
  @MethodSource
  void a14_keeps_what_may_not_change(String what, String patch) {
    var stage = new WrapperStage().begin();
    var before = stage.stored();

    assertThatThrownBy(() -> stage.world.api().patchJob(WRAPPER, yaml(patch)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("attempt to change immutable field");
    assertThat(stage.stored()).isEqualTo(before);
  }

  static Stream<Arguments> a14_keeps_what_may_not_change() {
    return Stream.of(
        arguments("its components", "{spec: {components: [%s]}}".formatted(json(gang("gang", 3)))),
        arguments(
            "a template",
            "{spec: {components: [%s]}}".formatted(json(GANG.replace("image: train", "image: x")))),
        arguments("who manages it", "{spec: {managedBy: somebody/else}}"),
        arguments(
            "whose it is", "{metadata: {labels: {%s: thief}}}".formatted(CodeFlare.USER_LABEL)));
  }

  private static String json(String component) {
    return yaml(component).toString();
  }
}
