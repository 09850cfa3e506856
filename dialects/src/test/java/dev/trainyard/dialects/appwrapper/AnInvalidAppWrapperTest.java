package dev.trainyard.dialects.appwrapper;

import static dev.trainyard.dialects.appwrapper.Wrappers.APP_WRAPPERS;
import static dev.trainyard.dialects.appwrapper.Wrappers.PODS;
import static dev.trainyard.dialects.appwrapper.Wrappers.TRAINING;
import static dev.trainyard.dialects.appwrapper.Wrappers.around;
import static dev.trainyard.dialects.appwrapper.Wrappers.problems;
import static dev.trainyard.dialects.appwrapper.Wrappers.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnInvalidAppWrapperTest {

  private static final String AT = "spec.components[0]";
  private static final String SERVICE =
      "- template: {apiVersion: v1, kind: Service, metadata: {name: web}}\n";

  private static String deployment(String name, String more) {
    return """
    - template: {apiVersion: apps/v1, kind: Deployment, metadata: {name: %s}, spec: {%s}}
      %s
    """
        .formatted(name, PODS, more);
  }

  private static String pod(String name) {
    return "- template: {apiVersion: v1, kind: Pod, metadata: {name: %s}, spec: {containers: []}}\n"
        .formatted(name);
  }

  @ParameterizedTest
  @CsvSource({"Mine, false", "my_queue, false", "mine., false", "mine, true", "team.mine-2, true"})
  void names_a_queue_that_nobody_could_have(String queue, boolean possible) {
    var wrapper = Wrappers.around(Wrappers.TRAINING);
    wrapper.metadata().setLabels(Map.of("kueue.x-k8s.io/queue-name", queue));

    assertThat(Wrappers.problems(wrapper)).hasSize(possible ? 0 : 1);
  }

  @Test
  void is_none_that_wraps_one_training() {
    assertThat(problems(around(TRAINING))).isEmpty();
  }

  @Test
  void has_a_template_that_is_none() {
    assertThat(problems(around("- template: seven")))
        .containsExactly(
            AT + ".template: Invalid value: \"seven\": failed to decode as JSON",
            "spec.components: Invalid value: [{\"apiVersion\":\"\",\"kind\":\"\",\"name\":\"\"}]:"
                + " components contains no podspecs");
  }

  @Test
  void wraps_another_one() {
    assertThat(
            problems(
                around(
                    TRAINING
                        + "- template: {apiVersion: workload.codeflare.dev/v1beta2, kind:"
                        + " AppWrapper, metadata: {name: inner}}")))
        .containsExactly(
            "spec.components[1].template: Forbidden: Nested AppWrappers are forbidden");
  }

  @Test
  void reaches_into_another_namespace() {
    assertThat(
            problems(
                around(
                    TRAINING
                        + "- template: {apiVersion: v1, kind: Service, metadata: {name: a,"
                        + " namespace: team-b}}")))
        .containsExactly(
            "spec.components[1].template.metadata.namespace: Forbidden: AppWrappers cannot create"
                + " objects in other namespaces");
  }

  @Test
  void may_name_its_own_namespace() {
    assertThat(
            problems(
                around(
                    TRAINING
                        + "- template: {apiVersion: v1, kind: Service, metadata: {name: a,"
                        + " namespace: team-a}}")))
        .isEmpty();
  }

  @Test
  void wraps_what_is_in_no_namespace() {
    assertThat(
            problems(
                around(
                    TRAINING
                        + "- template: {apiVersion: v1, kind: Namespace, metadata: {name: a}}")))
        .containsExactly(
            "spec.components[1].template: Forbidden: AppWrappers cannot create cluster-scoped"
                + " objects");
  }

  @Test
  void wraps_what_the_cluster_says_is_in_no_namespace() {
    assertThat(
            problems(
                around(
                    TRAINING
                        + "- template: {apiVersion: example.com/v1, kind: Shelf, metadata: {name:"
                        + " a}}"),
                surroundings(Optional.of(false), new Surroundings.Review.Allowed())))
        .contains(
            "spec.components[1].template: Forbidden: AppWrappers cannot create cluster-scoped"
                + " objects");
  }

  @Test
  void wraps_the_same_object_twice() {
    assertThat(problems(around(deployment("a", "") + deployment("a", ""))))
        .containsExactly(
            "spec.components[1].template.metadata.name: Duplicate value: \"a\": give each"
                + " Deployment a name of its own");
  }

  @Test
  void wraps_what_its_user_may_not_create() {
    var denied = new Surroundings.Review.Denied("u", "pytorchjobs");

    assertThat(problems(around(TRAINING), surroundings(Optional.of(true), denied)))
        .containsExactly(
            AT + ".template: Forbidden: User u is not authorized to create pytorchjobs in team-a");
    assertThat(
            new AppWrappers(WrapperSettings.mlbatch())
                .validate(
                    around(TRAINING), Optional.empty(), surroundings(Optional.of(true), denied)))
        .isEmpty();
  }

  @Test
  void cannot_be_judged_when_nobody_answers() {
    assertThat(
            problems(
                around(TRAINING),
                surroundings(
                    Optional.of(true), new Surroundings.Review.Unanswered("connection refused"))))
        .containsExactly(AT + ".template: Internal error: connection refused");
  }

  @Test
  void declares_a_pod_set_without_a_path() {
    assertThat(problems(around(SERVICE.strip() + "\n  podSets: [{path: ''}]")))
        .containsExactly(
            AT + ".podSets[0].path: Required value: podspec must specify path",
            AT
                + ".podSets[0].path: Invalid value: \"\": path does not refer to a"
                + " v1.PodSpecTemplate: first element of the path must be 'template'");
  }

  @Test
  void declares_a_pod_set_that_is_not_there_in_a_kind_that_is_known() {
    assertThat(
            problems(around(deployment("a", "podSets: [{path: template.spec.pods, replicas: 1}]"))))
        .containsExactly(
            AT
                + ".podSets[0].path: Invalid value: \"template.spec.pods\": path does not refer to"
                + " a v1.PodSpecTemplate: at path position 'template.spec.' missing field 'pods'",
            AT
                + ".podSets: Invalid value: [{\"path\":\"template.spec.pods\",\"replicas\":1}]:"
                + " PodSet with path 'template.spec.template' is missing");
  }

  @Test
  void declares_another_number_of_pods_than_its_template() {
    assertThat(
            problems(
                around(deployment("a", "podSets: [{path: template.spec.template, replicas: 2}]"))))
        .containsExactly(
            AT
                + ".podSets: Invalid value: [{\"path\":\"template.spec.template\",\"replicas\":2}]:"
                + " replica count 2 differs from inferred count 1 for PodSet at path position"
                + " 'template.spec.template'");
  }

  @Test
  void may_declare_what_would_be_found_anyway() {
    assertThat(problems(around(deployment("a", "podSets: [{path: template.spec.template}]"))))
        .isEmpty();
  }

  @Test
  void declares_a_pod_set_twice() {
    var twice = "podSets: [{path: template.spec.template}, {path: template.spec.template}]";

    assertThat(problems(around(deployment("a", twice))))
        .containsExactly(
            AT
                + ".podSets: Invalid value: [{\"path\":\"template.spec.template\"},{\"path\":"
                + "\"template.spec.template\"}]: multiple DeclaredPodSets with path"
                + " 'template.spec.template'");
  }

  @Test
  void declares_fewer_pod_sets_than_there_are() {
    var one = "  podSets: [{path: template.spec.pytorchReplicaSpecs.Master.template}]";

    assertThat(problems(around(TRAINING + one)))
        .singleElement()
        .asString()
        .endsWith("DeclaredPodSet count 1 differs from inferred count 2");
  }

  @Test
  void has_pod_sets_that_cannot_be_found() {
    assertThat(
            problems(
                around(
                    "- template: {apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec:"
                        + " {replicas: many, %s}}".formatted(PODS))))
        .containsExactly(
            AT
                + ".template: Invalid value:"
                + " {\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"a\"}: error"
                + " inferring PodSets: at path position 'template.spec.replicas' non-int value"
                + " \"many\"",
            "spec.components: Invalid value:"
                + " [{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"a\"}]:"
                + " components contains no podspecs");
  }

  @Test
  void has_a_pod_with_a_field_that_no_pod_has() {
    assertThat(
            problems(
                around(
                    "- template: {apiVersion: v1, kind: Pod, metadata: {name: a}, spec:"
                        + " {containers: [], colour: red}}")))
        .anySatisfy(
            problem ->
                assertThat(problem)
                    .endsWith(
                        "error inferring PodSets: template does not refer to a"
                            + " v1.PodSpecTemplate: content at template.spec not parseable as a"
                            + " v1.PodSpec: strict decoding error: unknown field \"colour\""));
  }

  @Test
  void has_no_pods_at_all() {
    assertThat(problems(around(SERVICE)))
        .containsExactly(
            "spec.components: Invalid value:"
                + " [{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"name\":\"web\"}]: components"
                + " contains no podspecs");
    assertThat(problems(Wrappers.wrapper("{metadata: {name: a}, spec: {components: []}}")))
        .containsExactly("spec.components: Invalid value: []: components contains no podspecs");
  }

  @Test
  void wraps_nothing_but_a_training_workload() {
    assertThat(
            problems(
                around(
                    "- template: {apiVersion: run.ai/v2alpha1, kind: TrainingWorkload, metadata:"
                        + " {name: a}}")))
        .singleElement()
        .asString()
        .endsWith("components contains no podspecs");
  }

  @Test
  void has_too_many_pod_sets() {
    var components = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      components.append(pod("p" + i));
    }
    assertThat(problems(around(components.toString()))).isEmpty();

    assertThat(problems(around(components + pod("p8"))))
        .singleElement()
        .asString()
        .endsWith("components contains 9 podspecs; at most 8 are allowed");
  }

  @Test
  void has_a_name_that_fits_no_label() {
    var name = "n".repeat(64);
    var resource = around(TRAINING);
    resource.metadata().setName(name);

    assertThat(problems(resource))
        .containsExactly(
            "metadata.name: Invalid value: \"%s\": must be no more than 63 characters"
                .formatted(name));
  }

  @Test
  void is_told_everything_at_once() {
    var resource =
        around(
            "- template: {apiVersion: v1, kind: Node, metadata: {name: a, namespace: b}}\n"
                + "  podSets: [{path: nowhere}]");

    assertThat(problems(resource)).hasSize(3);
  }

  @Test
  void never_shows_what_is_inside_of_a_template() {
    var resource =
        around(
            "- template: {apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec:"
                + " {replicas: many, template: {spec: {containers: [{name: a, env: [{name:"
                + " PASSWORD, value: hunter2}]}]}}}}");

    assertThat(String.join("\n", problems(resource))).doesNotContain("hunter2");
  }

  @Test
  void is_refused_at_the_door_in_one_sentence() {
    var object =
        yaml(
            "{metadata: {name: a, namespace: team-a}, spec: {components: [{template: {apiVersion:"
                + " v1, kind: Service, metadata: {name: web}}}]}}");

    assertThat(
            APP_WRAPPERS.judge(
                new Question(Operation.CREATE, object, Optional.empty()), Surroundings.none()))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused -> assertThat(refused.message()).endsWith("components contains no podspecs"));
  }

  private static Surroundings surroundings(
      Optional<Boolean> namespaced, Surroundings.Review review) {
    return new Surroundings() {
      @Override
      public Optional<Boolean> namespaced(String apiVersion, String kind) {
        return namespaced;
      }

      @Override
      public Review mayCreate(String apiVersion, String kind, String namespace) {
        return review;
      }
    };
  }
}
