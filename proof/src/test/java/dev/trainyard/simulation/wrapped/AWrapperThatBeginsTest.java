package dev.trainyard.simulation.wrapped;

import static dev.trainyard.simulation.wrapped.WrapperStage.GANG;
import static dev.trainyard.simulation.wrapped.WrapperStage.GANG_KEY;
import static dev.trainyard.simulation.wrapped.WrapperStage.WRAPPER;
import static dev.trainyard.simulation.wrapped.WrapperStage.gang;
import static dev.trainyard.simulation.wrapped.WrapperStage.refusing;
import static dev.trainyard.simulation.wrapped.WrapperStage.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Refusals;
import dev.trainyard.simulation.controller.Weather.Fate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// From nothing to Running: rows T01 to T15 of the event table. Each goes through the operator's
/// own passes, its watches and its requests; what is counted in metrics is shown where one pass is.
class AWrapperThatBeginsTest {

  private static final Key SECOND = new Key("Gang", "default", "second");

  @Test
  void t01_is_left_alone_where_another_controller_has_it_also_when_it_is_deleted() {
    var stage = new WrapperStage().having("managedBy: kueue.x-k8s.io/multikueue").begin();

    assertThat(stage.stored().has("status")).isFalse();
    assertThat(stage.held()).isFalse();
    assertThat(stage.changes()).isEqualTo(1);

    stage.world.api().patchJob(WRAPPER, yaml("{metadata: {finalizers: [others/finalizer]}}"));
    stage.delete(WRAPPER).until(600);
    assertThat(stage.exists(WRAPPER)).isTrue();
    assertThat(stage.events()).isEmpty();
  }

  @Test
  void t02_is_suspended_first_with_all_that_is_known_of_its_components() {
    var stage = new WrapperStage(GANG, gang("second", 1)).having("suspend: true").begin();

    assertThat(stage.phase()).isEqualTo("Suspended");
    assertThat(stage.stored().at("/status/componentStatus")).hasSize(2);
    assertThat(stage.stored().at("/status/componentStatus/0/podSets/0/replicas").asInt())
        .isEqualTo(2);
    assertThat(stage.component(0)).isEmpty();
    assertThat(stage.held()).isFalse();
  }

  /// The webhook lets nobody store such a thing; it may have been away.
  @Test
  void t03_stays_new_where_nobody_knows_what_it_needs() {
    var stage = new WrapperStage();
    stage.world.startControllers();
    var tree =
        yaml(
            """
            apiVersion: workload.codeflare.dev/v1beta2
            kind: AppWrapper
            metadata: {name: hello, namespace: default, uid: u, generation: 1, resourceVersion: '2'}
            spec: {components: [{template: {apiVersion: v1, kind: Pod, metadata: {name: p}}}]}
            """);
    var version = stage.world.store().latest() + 1;
    stage
        .world
        .store()
        .follow(
            new Change(
                version,
                Change.Type.ADDED,
                new Item(WRAPPER, "u", version, new Item.Content.Raw(tree))));
    stage.until(600);

    assertThat(stage.phase()).isEmpty();
    assertThat(stage.events())
        .singleElement()
        .asString()
        .startsWith("Invalid: spec.components[0].template: error inferring PodSets: ");
  }

  @Test
  void t04_stays_suspended_without_a_request_for_as_long_as_it_is_told_to() {
    var stage = new WrapperStage().having("suspend: true").begin();
    var requests = stage.world.requests();

    stage.until(3600);

    assertThat(stage.phase()).isEqualTo("Suspended");
    assertThat(stage.world.requests()).isEqualTo(requests);
  }

  @Test
  void t05_resumes_when_it_is_told_so_and_cannot_go_before_its_components_from_then_on() {
    var stage =
        new WrapperStage()
            .having("suspend: true")
            .where(refusing("create", "Gang", key -> Refusals.forbidden(key, "quota")))
            .begin()
            .until(30)
            .suspend(false)
            .until(30);

    assertThat(stage.phase()).isEqualTo("Resuming");
    assertThat(stage.condition("QuotaReserved")).isEqualTo("True/Resuming \"Suspend is false\"");
    assertThat(stage.condition("ResourcesDeployed"))
        .isEqualTo("True/Resuming \"Suspend is false\"");
    assertThat(stage.condition("PodsReady")).isEqualTo("False/Resuming \"Suspend is false\"");
    assertThat(stage.condition("Unhealthy")).isEqualTo("False/Resuming \"Suspend is false\"");
    assertThat(stage.since("ResourcesDeployed")).isEqualTo(30);
    assertThat(stage.held()).isTrue();
  }

  /// There is nothing to remove, so that it is over at once.
  @Test
  void t06_is_suspended_while_it_resumes() {
    var stage =
        new WrapperStage()
            .where(refusing("create", "Gang", key -> Refusals.forbidden(key, "quota")))
            .begin()
            .until(10)
            .suspend(true)
            .until(10);

    assertThat(stage.phases()).containsExactly("Resuming", "Suspended");
    assertThat(stage.events())
        .containsExactly("Suspending: Externally suspended while in the Resuming phase");
  }

  @Test
  void t07_creates_its_components_in_their_order_as_its_own() {
    var stage = new WrapperStage(GANG, gang("second", 1)).begin();

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.component(0)).isEqualTo("True/ComponentCreatedSuccessfully");
    assertThat(stage.component(1)).isEqualTo("True/ComponentCreatedSuccessfully");
    assertThat(stage.asked("create", "Gang")).hasSize(2);
    var gang = stage.object(GANG_KEY);
    assertThat(Long.parseLong(gang.getMetadata().getResourceVersion()))
        .isLessThan(Long.parseLong(stage.object(SECOND).getMetadata().getResourceVersion()));
    assertThat(gang.getMetadata().getLabels()).containsEntry(CodeFlare.WRAPPER_LABEL, "hello");
    var owner = gang.getMetadata().getOwnerReferences().getFirst();
    assertThat(owner.getUid()).isEqualTo(stage.stored().at("/metadata/uid").asText());
    assertThat(owner.getController()).isTrue();
    assertThat(gang.toString())
        .contains("metadata={labels={workload.codeflare.dev/appwrapper=hello}}");
  }

  /// The answer is lost with whoever had asked.
  @Test
  void t08_takes_a_component_for_created_that_is_there_and_its_own() {
    var crashed = new boolean[1];
    var stage =
        new WrapperStage()
            .where(
                request -> {
                  boolean now = !crashed[0] && request.key().equals(GANG_KEY);
                  crashed[0] |= now;
                  return now ? Optional.of(new Fate.Crash(true)) : Optional.empty();
                })
            .begin();
    assertThat(stage.phase()).isEqualTo("Resuming");
    assertThat(stage.component(0)).isEqualTo("Unknown/ComponentCreationInitiated");

    stage.until(3);

    assertThat(stage.phase()).isEqualTo("Running");
    assertThat(stage.component(0)).isEqualTo("True/ComponentCreatedSuccessfully");
    assertThat(stage.asked("create", "Gang")).hasSize(1);
  }

  @Test
  void t09_tries_every_second_what_is_forbidden_for_now() {
    var stage =
        new WrapperStage()
            .where(refusing("create", "Gang", key -> Refusals.forbidden(key, "exceeded quota")))
            .begin();

    assertThat(stage.phase()).isEqualTo("Resuming");
    assertThat(stage.component(0)).isEqualTo("False/ComponentCreationErrored");

    stage.until(59);

    assertThat(stage.phase()).isEqualTo("Resuming");
    assertThat(stage.asked("create", "Gang")).hasSizeBetween(58, 60);
    assertThat(stage.events()).isEmpty();
  }

  @Test
  void t10_is_reset_when_it_is_still_forbidden_at_the_end_of_the_admission_grace() {
    var stage =
        new WrapperStage()
            .where(refusing("create", "Gang", key -> Refusals.forbidden(key, "exceeded quota")))
            .begin()
            .until(60);

    assertThat(stage.phase()).isEqualTo("Resetting");
    assertThat(stage.retries()).isEqualTo(1);
    assertThat(stage.condition("Unhealthy"))
        .startsWith("True/CreateFailed \"error creating components: ")
        .contains("exceeded quota");
    assertThat(stage.since("Unhealthy")).isEqualTo(60);
    assertThat(stage.events())
        .singleElement()
        .asString()
        .startsWith("Unhealthy: CreateFailed: error creating components: ");
  }

  @Test
  void t11_has_failed_when_no_retry_is_left_for_it() {
    var stage =
        new WrapperStage()
            .with("retryLimit", "0")
            .where(refusing("create", "Gang", key -> Refusals.forbidden(key, "exceeded quota")))
            .begin()
            .until(60);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.retries()).isZero();
    assertThat(stage.condition("Unhealthy")).startsWith("True/CreateFailed");
    assertThat(stage.events()).hasSize(1);
  }

  @Test
  void t12_has_failed_at_once_when_what_it_wraps_is_invalid() {
    var stage =
        new WrapperStage()
            .where(refusing("create", "Gang", key -> Refusals.invalid(key, "spec: Required value")))
            .begin();

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.retries()).isZero();
    assertThat(stage.component(0)).isEqualTo("False/ComponentCreationErrored");
    assertThat(stage.condition("Unhealthy")).contains("spec: Required value");
    assertThat(stage.events()).hasSize(1);
  }

  @Test
  void t12_has_failed_at_once_when_nobody_knows_the_kind_that_it_wraps() {
    var stage = new WrapperStage();
    stage.world.api().unlearn("Gang");
    stage.begin().until(600);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.retries()).isZero();
    assertThat(stage.condition("Unhealthy"))
        .isEqualTo(
            "True/CreateFailed \"error creating components: no matches for kind \"Gang\" in version"
                + " \"example.com/v1\"\"");
    assertThat(stage.condition("QuotaReserved")).startsWith("False/Failed");
  }

  @Test
  void t13_has_failed_and_leaves_alone_what_has_taken_its_name() {
    var stage = new WrapperStage();
    stage.addStranger("Gang", "gang");
    var stranger = stage.object(GANG_KEY);
    stage.begin().until(600);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("Unhealthy"))
        .endsWith("resource gang exists, but is not controlled by appwrapper\"");
    assertThat(stage.condition("ResourcesDeployed")).startsWith("False/Failed");
    assertThat(stage.object(GANG_KEY)).isEqualTo(stranger);
    assertThat(stage.asked("delete", "Gang")).isEmpty();
  }

  @Test
  void t14_has_failed_over_labels_that_contradict_and_takes_back_what_came_before() {
    var contradicting =
        gang("second", 1)
            .replace(
                "template: {spec:",
                "template: {metadata: {labels: {workload.codeflare.dev/appwrapper: other}}, spec:");
    var stage = new WrapperStage(GANG, contradicting).begin().until(10);

    assertThat(stage.phase()).isEqualTo("Failed");
    assertThat(stage.condition("Unhealthy")).contains("conflict updating labels: ");
    assertThat(stage.asked("create", "Gang")).hasSize(1);
    assertThat(stage.exists(GANG_KEY)).isFalse();
    assertThat(stage.exists(SECOND)).isFalse();
    assertThat(stage.component(0)).isEqualTo("False/CompononetDeleted");
    assertThat(stage.component(1)).isEqualTo("False/ComponentCreationErrored");
  }

  @Test
  void t15_takes_back_only_what_it_has_created_when_it_is_suspended_half_way() {
    var stage =
        new WrapperStage(GANG, gang("second", 1))
            .where(
                request ->
                    request.verb().equals("create") && request.key().equals(SECOND)
                        ? Optional.of(
                            new Fate.Refused(Refusals.forbidden(request.key(), "exceeded quota")))
                        : Optional.empty())
            .begin()
            .until(10);
    assertThat(stage.exists(GANG_KEY)).isTrue();

    stage.suspend(true).until(20);

    assertThat(stage.phase()).isEqualTo("Suspended");
    assertThat(stage.exists(GANG_KEY)).isFalse();
    assertThat(stage.asked("delete", "Gang")).isEqualTo(List.of("10 delete Gang"));
  }
}
