package dev.trainyard.dialects.appwrapper;

import static dev.trainyard.dialects.appwrapper.Wrappers.APP_WRAPPERS;
import static dev.trainyard.dialects.appwrapper.Wrappers.TRAINING;
import static dev.trainyard.dialects.appwrapper.Wrappers.around;
import static dev.trainyard.dialects.appwrapper.Wrappers.read;
import static dev.trainyard.dialects.appwrapper.Wrappers.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.AppWrapperStatus;
import dev.trainyard.dialects.appwrapper.AppWrappers.Reading;
import dev.trainyard.engine.wrapper.ObservedWrapper;
import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import dev.trainyard.engine.wrapper.WrapperConditions;
import dev.trainyard.engine.wrapper.WrapperDecision;
import dev.trainyard.engine.wrapper.WrapperLifecycle;
import dev.trainyard.engine.wrapper.WrapperState;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TheStatusOfAnAppWrapperTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00.7Z");

  private static WrapperDecision decide(
      AppWrapper resource, WrapperState past, List<Creation> creations) {
    return WrapperLifecycle.decide(
        read(resource),
        new ObservedWrapper(past, false, true, List.of(), List.of(), Map.of(), creations),
        NOW);
  }

  @Test
  void shows_a_wrapper_that_runs_as_documented() {
    var resource = around(TRAINING);
    var begun = decide(resource, APP_WRAPPERS.recall(resource), List.of()).state();
    var runs = decide(resource, begun, List.of(new Creation.Made(0, "mnist"))).state();

    var stored = AppWrappers.CODEC.write(APP_WRAPPERS.withStatus(resource, runs));

    assertThat(stored.get("status"))
        .isEqualTo(
            yaml(
                """
                phase: Running
                conditions:
                - {type: QuotaReserved, status: "True", lastTransitionTime: "2026-03-01T08:00:00Z", reason: Resuming, message: Suspend is false}
                - {type: ResourcesDeployed, status: "True", lastTransitionTime: "2026-03-01T08:00:00Z", reason: Resuming, message: Suspend is false}
                - {type: PodsReady, status: "False", lastTransitionTime: "2026-03-01T08:00:00Z", reason: Resuming, message: Suspend is false}
                - {type: Unhealthy, status: "False", lastTransitionTime: "2026-03-01T08:00:00Z", reason: Resuming, message: Suspend is false}
                componentStatus:
                - name: mnist
                  kind: PyTorchJob
                  apiVersion: kubeflow.org/v1
                  podSets:
                  - path: template.spec.pytorchReplicaSpecs.Master.template
                    replicas: 1
                    annotations: {workload.codeflare.dev.appwrapper/tas-pod-index-label: training.kubeflow.org/replica-index}
                  - path: template.spec.pytorchReplicaSpecs.Worker.template
                    replicas: 3
                    annotations: {workload.codeflare.dev.appwrapper/tas-pod-index-label: training.kubeflow.org/replica-index}
                  conditions:
                  - {type: ResourcesDeployed, status: "True", lastTransitionTime: "2026-03-01T08:00:00Z", reason: ComponentCreatedSuccessfully, message: ""}
                """));
  }

  @Test
  void shows_what_is_about_to_be_created() {
    var resource = around(TRAINING);
    var state = decide(resource, APP_WRAPPERS.recall(resource), List.of()).state();

    var component =
        AppWrappers.CODEC
            .write(APP_WRAPPERS.withStatus(resource, state))
            .at("/status/componentStatus/0");

    assertThat(component.at("/name").asText()).isEqualTo("mnist");
    assertThat(component.at("/conditions/0/status").asText()).isEqualTo("Unknown");
    assertThat(component.at("/conditions/0/reason").asText())
        .isEqualTo("ComponentCreationInitiated");
  }

  @Test
  void names_no_component_before_it_is_created() {
    var resource = around(TRAINING + "- template: {apiVersion: v1, kind: Service}");
    var parked =
        new WrapperState(
            Phase.SUSPENDED,
            0,
            decide(resource, WrapperState.unseen(), List.of()).state().conditions(),
            List.of(new WrapperState.ComponentState("", "", "", List.of(), Optional.empty())));

    assertThat(
            AppWrappers.CODEC
                .write(APP_WRAPPERS.withStatus(resource, parked))
                .at("/status/componentStatus/0"))
        .isEqualTo(yaml("{name: '', kind: '', apiVersion: '', podSets: []}"));
  }

  @ParameterizedTest
  @EnumSource(Phase.class)
  void brings_back_what_was_stored(Phase phase) {
    var resource = around(TRAINING);
    var begun = decide(resource, APP_WRAPPERS.recall(resource), List.of()).state();
    var failed =
        decide(resource, begun, List.of(new Creation.Refused(0, "no such kind", true))).state();
    var state = new WrapperState(phase, 2, failed.conditions(), failed.components());

    var stored = APP_WRAPPERS.withStatus(resource, state);

    assertThat(APP_WRAPPERS.recall(stored)).isEqualTo(state);
    var json = AppWrappers.CODEC.write(stored);
    assertThat(APP_WRAPPERS.recall(Wrappers.wrapper(json.toString()))).isEqualTo(state);
  }

  @Test
  void counts_resets_under_the_name_that_scripts_know() {
    var resource = around(TRAINING);
    var state = new WrapperState(Phase.RUNNING, 1, noConditions(), List.of());

    assertThat(AppWrappers.CODEC.write(APP_WRAPPERS.withStatus(resource, state)).get("status"))
        .isEqualTo(yaml("{phase: Running, resettingCount: 1}"));
  }

  @Test
  void leaves_the_conditions_of_others_alone() {
    var others =
        new AppWrapperStatus.Condition("Cheerful", "True", "2026-01-01T00:00:00Z", "Sun", "");
    var resource =
        around(TRAINING).withStatus(new AppWrapperStatus("", null, List.of(others), null));
    var state = decide(resource, APP_WRAPPERS.recall(resource), List.of()).state();

    var stored = AppWrappers.CODEC.write(APP_WRAPPERS.withStatus(resource, state));

    assertThat(stored.at("/status/conditions/4"))
        .isEqualTo(
            yaml(
                """
                {type: Cheerful, status: "True", lastTransitionTime: "2026-01-01T00:00:00Z", reason: Sun, message: ""}
                """));
  }

  @Test
  void holds_the_pod_sets_that_count_from_then_on() {
    var resource = around(TRAINING);
    var state = decide(resource, APP_WRAPPERS.recall(resource), List.of()).state();
    var stored = AppWrappers.CODEC.write(APP_WRAPPERS.withStatus(resource, state));
    stored.withObject("/status/componentStatus/0/podSets/1").put("replicas", 7);

    assertThat(read(Wrappers.wrapper(stored.toString())).expectedPods()).isEqualTo(8);
  }

  @Test
  void is_nobodys_business_where_another_controller_manages_it() {
    var resource =
        Wrappers.wrapper(
            "{metadata: {name: a}, spec: {managedBy: kueue.x-k8s.io/multikueue, components: []}}");

    assertThat(APP_WRAPPERS.read(resource))
        .isEqualTo(new Reading.NotOurs("it is managed by kueue.x-k8s.io/multikueue"));
  }

  @Test
  void stays_empty_where_pod_sets_cannot_be_found() {
    var resource =
        around("- template: {apiVersion: ray.io/v1, kind: RayCluster, metadata: {name: a}}");

    assertThat(APP_WRAPPERS.read(resource))
        .isInstanceOfSatisfying(
            Reading.Refused.class,
            refused ->
                assertThat(refused.problems().getFirst().toString())
                    .startsWith("spec.components[0].template: error inferring PodSets: "));
  }

  private static WrapperConditions noConditions() {
    return WrapperState.unseen().conditions();
  }
}
