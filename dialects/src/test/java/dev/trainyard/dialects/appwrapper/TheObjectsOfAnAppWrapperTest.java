package dev.trainyard.dialects.appwrapper;

import static dev.trainyard.dialects.appwrapper.Wrappers.PODS;
import static dev.trainyard.dialects.appwrapper.Wrappers.TRAINING;
import static dev.trainyard.dialects.appwrapper.Wrappers.around;
import static dev.trainyard.dialects.appwrapper.Wrappers.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.appwrapper.WrapperSettings.Autopilot;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheObjectsOfAnAppWrapperTest {

  private static final String LABEL = "workload.codeflare.dev/appwrapper";
  private static final String GPU =
      "template: {spec: {containers: [{name: main, resources: {limits: {nvidia.com/gpu: %s}}}]%s}}";

  private static Prepared prepared(String component) {
    return prepared(component, WrapperSettings.defaults());
  }

  private static Prepared prepared(String component, WrapperSettings settings) {
    var resource = around(component);
    return new AppWrappers(settings).prepare(resource, Wrappers.read(resource), 0);
  }

  private static JsonNode ready(Prepared prepared) {
    return switch (prepared) {
      case Prepared.Ready(var object) -> object;
      case Prepared.Flawed(var why) -> throw new AssertionError(why);
    };
  }

  private static String deployment(String metadata, String spec, String infos) {
    return """
    - template:
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: a%s}
        spec: {%s}
      podSetInfos: [%s]
    """
        .formatted(metadata, spec, infos);
  }

  private static JsonNode template(String spec, String infos) {
    return ready(prepared(deployment("", spec, infos))).at("/spec/template");
  }

  @Test
  void are_marked_as_its_own() {
    var object = ready(prepared(TRAINING));

    assertThat(object.at("/metadata"))
        .isEqualTo(
            yaml(
                """
                name: mnist
                namespace: team-a
                labels: {%s: mnist}
                ownerReferences:
                - apiVersion: workload.codeflare.dev/v1beta2
                  kind: AppWrapper
                  name: mnist
                  uid: uid-0
                  controller: true
                  blockOwnerDeletion: true
                """
                    .formatted(LABEL)));
  }

  @Test
  void keep_a_mark_that_their_author_gave_them() {
    var object = ready(prepared(deployment(", labels: {%s: other}".formatted(LABEL), PODS, "")));

    assertThat(object.at("/metadata/labels")).isEqualTo(yaml("{%s: other}".formatted(LABEL)));
    assertThat(object.at("/spec/template/metadata/labels"))
        .isEqualTo(yaml("{%s: mnist}".formatted(LABEL)));
  }

  @Test
  void mark_the_pods_of_every_set() {
    var object = ready(prepared(TRAINING));

    for (var type : new String[] {"Master", "Worker"}) {
      assertThat(object.at("/spec/pytorchReplicaSpecs/%s/template".formatted(type)))
          .isEqualTo(
              yaml(
                  "{spec: {containers: [{name: main, image: a}]}, metadata: {labels: {%s: mnist}}}"
                      .formatted(LABEL)));
    }
  }

  @Test
  void are_never_made_from_a_template_that_was_changed_itself() {
    var resource = around(TRAINING);
    var before = resource.spec().components().getFirst().template().deepCopy();

    Wrappers.APP_WRAPPERS.prepare(resource, Wrappers.read(resource), 0);

    assertThat(resource.spec().components().getFirst().template()).isEqualTo(before);
  }

  @Test
  void of_a_pod_are_the_pod() {
    var pod =
        ready(
            prepared(
                "- template: {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers:"
                    + " []}}\n"
                    + "  podSetInfos: [{nodeSelector: {pool: x}}]"));

    assertThat(pod.at("/metadata/labels")).isEqualTo(yaml("{%s: mnist}".formatted(LABEL)));
    assertThat(pod.at("/spec/nodeSelector")).isEqualTo(yaml("{pool: x}"));
  }

  @Test
  void get_what_the_queue_adds() {
    var info =
        """
        {annotations: {a: "1"}, labels: {l: "2"}, nodeSelector: {n: "3"},
         tolerations: [{key: t, operator: Exists}], schedulingGates: [{name: g}, {name: h}]}
        """;
    var template =
        template(
            "template: {metadata: {annotations: {b: \"1\"}, labels: {k: \"2\", l: \"2\"}}, spec:"
                + " {nodeSelector: {m: \"3\"}, tolerations: [{key: t, operator: Exists}],"
                + " schedulingGates: [{name: h}], containers: []}}",
            info.strip().replace("\n", " "));

    assertThat(template)
        .isEqualTo(
            yaml(
                """
                metadata:
                  annotations: {b: "1", a: "1"}
                  labels: {k: "2", l: "2", %s: mnist}
                spec:
                  nodeSelector: {m: "3", n: "3"}
                  tolerations: [{key: t, operator: Exists}, {key: t, operator: Exists}]
                  schedulingGates: [{name: h}, {name: g}]
                  containers: []
                """
                    .formatted(LABEL)));
  }

  @Test
  void get_nothing_from_a_queue_that_says_nothing() {
    var template = template("template: {metadata: null, spec: {containers: []}}", "");

    assertThat(template)
        .isEqualTo(
            yaml("{metadata: {labels: {%s: mnist}}, spec: {containers: []}}".formatted(LABEL)));
  }

  @Test
  void have_numbers_in_labels_as_words() {
    var template = template("template: {metadata: {labels: {n: 5}}, spec: {containers: []}}", "");

    assertThat(template.at("/metadata/labels/n").isTextual()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "metadata: {annotations: {a: x}} | {annotations: {a: y}} | conflict updating annotations:"
            + " conflict for key=a, value1=x, value2=y",
        "metadata: {labels: {a: x}} | {labels: {a: y}} | conflict updating labels: conflict for"
            + " key=a, value1=x, value2=y",
        "metadata: {labels: {workload.codeflare.dev/appwrapper: x}} | {} | conflict updating"
            + " labels: conflict for key=workload.codeflare.dev/appwrapper, value1=x,"
            + " value2=mnist",
      })
  void cannot_be_where_two_disagree(String metadata, String info, String why) {
    var component =
        deployment("", "template: {%s, spec: {containers: []}}".formatted(metadata), info);

    assertThat(prepared(component)).isEqualTo(new Prepared.Flawed(why));
  }

  @Test
  void cannot_be_where_two_disagree_about_nodes() {
    var component =
        deployment(
            "",
            "template: {spec: {nodeSelector: {a: x}, containers: []}}",
            "{nodeSelector: {a: y}}");

    assertThat(prepared(component))
        .isEqualTo(
            new Prepared.Flawed(
                "conflict updating nodeSelector: conflict for key=a, value1=x, value2=y"));
  }

  @Test
  void cannot_be_in_another_namespace() {
    assertThat(prepared(deployment(", namespace: team-b", PODS, "")))
        .isEqualTo(
            new Prepared.Flawed(
                "component namespace \"team-b\" is different from appwrapper namespace"
                    + " \"team-a\""));
  }

  @Test
  void cannot_have_two_masters() {
    var owned = ", ownerReferences: [{kind: Boss, name: b, controller: true}]";

    assertThat(prepared(deployment(owned, PODS, "")))
        .isEqualTo(new Prepared.Flawed("the template names a controller already: Boss b"));
  }

  @Test
  void are_scheduled_by_whom_the_administrator_says() {
    var settings = WrapperSettings.mlbatch();

    assertThat(
            ready(prepared(deployment("", PODS, ""), settings))
                .at("/spec/template/spec/schedulerName")
                .asText())
        .isEqualTo("scheduler-plugins-scheduler");
    assertThat(
            ready(
                    prepared(
                        deployment(
                            "", "template: {spec: {schedulerName: mine, containers: []}}", ""),
                        settings))
                .at("/spec/template/spec/schedulerName")
                .asText())
        .isEqualTo("mine");
  }

  @Test
  void keep_their_pods_off_nodes_with_broken_gpus() {
    assertThat(template(GPU.formatted("1", ""), "").at("/spec/affinity"))
        .isEqualTo(
            yaml(
                """
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                    - matchExpressions:
                      - {key: autopilot.ibm.com/gpuhealth, operator: NotIn, values: [TESTING, EVICT]}
                  preferredDuringSchedulingIgnoredDuringExecution:
                  - weight: 50
                    preference:
                      matchExpressions:
                      - {key: autopilot.ibm.com/gpuhealth, operator: NotIn, values: [WARN]}
                """));
  }

  @ParameterizedTest
  @CsvSource({"0", "\"0\""})
  void go_anywhere_without_gpus(String amount) {
    assertThat(template(GPU.formatted(amount, ""), "").at("/spec").has("affinity")).isFalse();
    assertThat(template(PODS, "").at("/spec").has("affinity")).isFalse();
  }

  @Test
  void go_anywhere_where_the_administrator_says_so() {
    var usual = Autopilot.usual();
    var settings = WrapperSettings.defaults();
    var off =
        new WrapperSettings(
            settings.faultTolerance(),
            new Autopilot(false, true, usual.marks(), usual.weight()),
            settings.schedulerName(),
            settings.defaultQueue(),
            settings.slackQueue(),
            settings.asksForRights(),
            settings.queueing(),
            settings.tellBy());

    var object = ready(prepared(deployment("", GPU.formatted("1", ""), ""), off));

    assertThat(object.at("/spec/template/spec").has("affinity")).isFalse();
  }

  @Test
  void keep_off_in_each_of_the_terms_their_author_gives() {
    var required = "requiredDuringSchedulingIgnoredDuringExecution";
    var own =
        ", affinity: {podAffinity: {}, nodeAffinity: {%s: {nodeSelectorTerms:".formatted(required)
            + " [{matchExpressions: [{key: x, operator: Exists}]}, {matchFields: []}]}}}";

    var terms =
        template(GPU.formatted("1", own), "")
            .at("/spec/affinity/nodeAffinity/%s/nodeSelectorTerms".formatted(required));

    assertThat(terms.at("/0/matchExpressions")).hasSize(2);
    assertThat(terms.at("/1/matchExpressions")).hasSize(1);
    assertThat(terms.at("/0/matchExpressions/0/key").asText()).isEqualTo("x");
  }

  @Test
  void leave_an_empty_list_of_terms_alone() {
    var required = "requiredDuringSchedulingIgnoredDuringExecution";
    var empty = ", affinity: {nodeAffinity: {%s: {nodeSelectorTerms: []}}}".formatted(required);

    assertThat(
            template(GPU.formatted("1", empty), "")
                .at("/spec/affinity/nodeAffinity/%s/nodeSelectorTerms".formatted(required)))
        .isEmpty();
  }

  @Test
  void leave_what_is_no_affinity_to_its_author() {
    var pod =
        yaml(
            "{affinity: here, containers: [{name: a, resources: {requests: {nvidia.com/gpu:"
                + " 1}}}]}");
    var before = pod.deepCopy();

    HealthyNodes.prefer(pod, Autopilot.usual());

    assertThat(pod).isEqualTo(before);
  }

  @Test
  void must_leave_nodes_that_say_so() {
    var wrappers = Wrappers.APP_WRAPPERS;
    var health = "autopilot.ibm.com/gpuhealth";

    assertThat(wrappers.unfit(Map.of(health, "EVICT"))).containsExactly("nvidia.com/gpu");
    assertThat(wrappers.unfit(Map.of(health, "TESTING"))).isEmpty();
    assertThat(wrappers.unfit(Map.of())).isEmpty();
  }
}
