package dev.trainyard.dialects.appwrapper;

import static dev.trainyard.dialects.appwrapper.Wrappers.APP_WRAPPERS;
import static dev.trainyard.dialects.appwrapper.Wrappers.around;
import static dev.trainyard.dialects.appwrapper.Wrappers.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.plan.Outcomes;
import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import dev.trainyard.engine.wrapper.ObservedWrapper.ObservedComponent;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheComponentsOfAnAppWrapperTest {

  private static final String OURS = "uid-0";

  /// One component of a kind, with a pod set that is declared where none is known.
  private static AppWrapper wrapping(String apiVersion, String kind) {
    return around(
        "- template: {apiVersion: %s, kind: %s, metadata: {name: a}, spec: {}}"
            .formatted(apiVersion, kind)
            .concat("\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "batch/v1, Job, Complete, true",
    "batch/v1, Job, Failed, false",
    "batch/v1, Job, Suspended,",
    "kubeflow.org/v1, PyTorchJob, Succeeded, true",
    "kubeflow.org/v1, PyTorchJob, Failed, false",
    "kubeflow.org/v1, PyTorchJob, Running,",
    "kubeflow.org/v2beta1, MPIJob, Succeeded, true",
    "kubeflow.org/v2beta1, MPIJob, Failed, false",
    "kubeflow.org/v1, MPIJob, Succeeded, true",
    "jobset.x-k8s.io/v1alpha2, JobSet, Completed, true",
    "jobset.x-k8s.io/v1alpha2, JobSet, Failed, false",
    "batch.tensorstack.dev/v1beta1, PyTorchTrainingJob, Completed, true",
    "batch.tensorstack.dev/v1beta1, DeepSpeedJob, Completed, true",
    "batch.tensorstack.dev/v1beta1, DeepSpeedJob, Failed, false",
    "run.ai/v2alpha1, TrainingWorkload, Completed, true",
    "run.ai/v2alpha1, TrainingWorkload, Failed, false",
    "ray.io/v1, RayCluster, Failed,",
    "ray.io/v1, RayJob, Failed,",
    "apps/v1, Deployment, Failed,",
    "example.com/v1, Thing, Failed,",
  })
  void end_as_their_kind_says(String apiVersion, String kind, String type, Boolean succeeded) {
    var known =
        KnownKind.of(wrapping(apiVersion, kind).spec().components().getFirst().template())
            .map(KnownKind::outcome)
            .orElse(KnownKind.NEVER_ENDS);

    assertThat(Outcomes.of(object(apiVersion, kind, "a", OURS, type), known))
        .isEqualTo(Optional.ofNullable(succeeded));
  }

  @Test
  void that_are_completed_by_failing_have_failed() {
    var object = object("batch.tensorstack.dev/v1beta1", "DeepSpeedJob", "a", OURS, "Completed");
    object.setAdditionalProperty(
        "status",
        Map.of(
            "conditions",
            List.of(
                Map.of("type", "Completed", "status", "True"),
                Map.of("type", "Failed", "status", "True"))));

    assertThat(Outcomes.of(object, KnownKind.DEEP_SPEED_JOB.outcome())).contains(false);
  }

  @ParameterizedTest
  @CsvSource({
    "'parallelism: 2, completions: 6', true",
    "'completions: 2', true",
    "'parallelism: 2, completions: 2', false",
    "'parallelism: 2', false",
  })
  void may_rest_between_waves_of_pods(String spec, boolean inWaves) {
    var resource =
        around(
            "- template: {apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {%s, %s}}"
                .formatted(spec, Wrappers.PODS));

    assertThat(read(resource).components().getFirst().inWaves()).isEqualTo(inWaves);
  }

  @Test
  void are_recognised_by_their_owner_and_name() {
    var resource =
        around(
            """
            - template: {apiVersion: v1, kind: Service, metadata: {name: web}}
            - template: {apiVersion: batch/v1, kind: Job, metadata: {name: train}, spec: {%s}}
            """
                .formatted(Wrappers.PODS));
    var job = object("batch/v1", "Job", "train", OURS, "Complete");
    job.getMetadata().setDeletionTimestamp("2026-03-01T00:00:00Z");

    assertThat(
            APP_WRAPPERS.observe(
                resource,
                read(resource),
                List.of(
                    job,
                    object("batch/v1", "Job", "other", OURS, "Complete"),
                    object("v1", "Service", "web", "uid-1", "Ready"))))
        .containsExactly(
            new ObservedComponent(
                1,
                new ObjectRef("batch/v1", "Job", "train", "uid-of-train"),
                true,
                Optional.of(true)));
  }

  @Test
  void are_recognised_by_their_prefix_where_the_server_names_them() {
    var resource =
        around(
            """
            - template: {apiVersion: v1, kind: Service, metadata: {generateName: web-}}
            - template: {apiVersion: v1, kind: Service, metadata: {generateName: web-}}
            - template: {apiVersion: batch/v1, kind: Job, metadata: {name: train}, spec: {%s}}
            """
                .formatted(Wrappers.PODS));

    assertThat(
            APP_WRAPPERS.observe(
                resource,
                read(resource),
                List.of(
                    object("v1", "Service", "web-x7", OURS, "Ready"),
                    object("v1", "Service", "web-a1", OURS, "Ready"))))
        .extracting(ObservedComponent::index, one -> one.ref().name())
        .containsExactly(tuple(0, "web-x7"), tuple(1, "web-a1"));
  }

  @Test
  void that_are_there_already_are_taken_for_made() {
    assertThat(taken(object("batch/v1", "Job", "a", OURS, "Ready")))
        .isEqualTo(new Creation.Made(0, "a"));
  }

  @Test
  void do_not_replace_what_belongs_to_somebody_else() {
    var foreign = object("batch/v1", "Job", "a", OURS, "Ready");
    foreign.getMetadata().setOwnerReferences(List.of());

    assertThat(taken(foreign))
        .isEqualTo(
            new Creation.Refused(
                0, "resource a exists, but is not controlled by appwrapper", true));
  }

  @Test
  void wait_for_what_is_left_of_an_earlier_wrapper_of_that_name() {
    assertThat(taken(object("batch/v1", "Job", "a", "uid-before", "Ready")))
        .isEqualTo(
            new Creation.Refused(
                0, "resource a of an earlier appwrapper is still being deleted", false));
  }

  @ParameterizedTest
  @CsvSource({
    "422, true",
    "404, true",
    "403, false",
    "409, false",
    "429, false",
    "500, false",
    "504, false",
  })
  void are_tried_again_unless_that_is_pointless(int code, boolean hopeless) {
    assertThat(APP_WRAPPERS.refused(0, code, "no"))
        .isEqualTo(new Creation.Refused(0, "no", hopeless));
  }

  @Test
  void are_not_tried_again_where_they_cannot_be_made() {
    assertThat(APP_WRAPPERS.refused(0, new Prepared.Flawed("conflict")))
        .isEqualTo(new Creation.Refused(0, "conflict", true));
  }

  @ParameterizedTest
  @CsvSource({
    "system:serviceaccount:ml:bot, system_serviceaccount_ml_bot",
    "alice@example.com, alice_example.com",
    "'', ''",
    "-x-, x",
    "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg,"
        + " aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggg",
  })
  void belong_to_somebody_with_a_name(String user, String label) {
    var resource = wrapping("v1", "Service");

    assertThat(APP_WRAPPERS.labels(resource, user, user))
        .isEqualTo(
            Map.of("workload.codeflare.dev/user", label, "workload.codeflare.dev/userid", label));
  }

  @Test
  void wait_in_the_usual_queue_where_they_name_none() {
    var mlbatch = new AppWrappers(WrapperSettings.mlbatch());
    var resource = wrapping("v1", "Service");
    assertThat(mlbatch.labels(resource, "u", ""))
        .containsEntry("kueue.x-k8s.io/queue-name", "default-queue");

    resource.metadata().setLabels(Map.of("kueue.x-k8s.io/queue-name", ""));
    assertThat(mlbatch.labels(resource, "u", "")).doesNotContainKey("kueue.x-k8s.io/queue-name");
  }

  private static Creation taken(GenericKubernetesResource object) {
    var resource = wrapping("batch/v1", "Job");
    ObjectMeta metadata = object.getMetadata();
    return APP_WRAPPERS.taken(resource, 0, metadata);
  }

  private static GenericKubernetesResource object(
      String apiVersion, String kind, String name, String owner, String condition) {
    var object =
        new GenericKubernetesResourceBuilder()
            .withApiVersion(apiVersion)
            .withKind(kind)
            .withNewMetadata()
            .withName(name)
            .withUid("uid-of-" + name)
            .addNewOwnerReference()
            .withApiVersion(AppWrapper.API_VERSION)
            .withKind(AppWrapper.KIND)
            .withName("mnist")
            .withUid(owner)
            .withController(true)
            .endOwnerReference()
            .endMetadata()
            .build();
    object.setAdditionalProperty(
        "status", Map.of("conditions", List.of(Map.of("type", condition, "status", "True"))));
    return object;
  }
}
