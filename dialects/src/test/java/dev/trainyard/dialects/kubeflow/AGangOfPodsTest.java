package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.GangScheduler;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AGangOfPodsTest {

  private static final JobMaker DEMO = job("demo").master().workers(3);

  @Test
  void is_no_matter_where_no_scheduler_places_jobs_whole() {
    assertThat(DEMO.read().attachments()).isEmpty();
    assertThat(DEMO.read().gang().podsAwaitGroup()).isFalse();
  }

  @Test
  void is_a_group_for_volcano_with_the_labels_and_annotations_of_its_job() {
    var demo =
        DEMO.with("/metadata/labels", "{team: vision}")
            .annotated("cost-centre", "42")
            .annotated(Annotations.MEMORY, "{}")
            .with(
                "/spec/runPolicy/schedulingPolicy",
                "{minAvailable: 2, queue: fast, priorityClass: high, minResources: {cpu: 7}}");

    assertThat(group(demo.read(gangsOf("Volcano"))))
        .isEqualTo(
            JobMaker.parsed(
                """
                apiVersion: scheduling.volcano.sh/v1beta1
                kind: PodGroup
                metadata:
                  name: demo
                  namespace: team-a
                  labels: {team: vision}
                  annotations: {cost-centre: "42"}
                  ownerReferences:
                  - apiVersion: kubeflow.org/v1
                    kind: PyTorchJob
                    name: demo
                    uid: uid-1
                    controller: true
                    blockOwnerDeletion: true
                spec:
                  minMember: 2
                  minResources: {cpu: "7"}
                  queue: fast
                  priorityClassName: high
                """));
  }

  @Test
  void is_no_group_of_its_own_where_our_queue_has_let_in_the_wrapper_around_it() {
    var wrapped =
        DEMO.with(
            "/metadata/ownerReferences",
            """
            - apiVersion: workload.codeflare.dev/v1beta2
              kind: AppWrapper
              name: demo
              uid: uid-0
              controller: true
            """);

    var admitted = wrapped.annotated(Annotations.ADMITTED, "true").read(gangsOf("volcano"));

    assertThat(admitted.attachments()).isEmpty();
    assertThat(admitted.gang().podsAwaitGroup()).isFalse();
    assertThat(wrapped.read(gangsOf("volcano")).attachments()).as("a queue of others").hasSize(1);
    assertThat(DEMO.annotated(Annotations.ADMITTED, "true").read(gangsOf("volcano")).attachments())
        .as("nobody's part")
        .hasSize(1);
  }

  @Test
  void waits_for_its_group_under_volcano() {
    var job = DEMO.read(gangsOf("volcano"));

    var worker = pod(job, "Worker");
    assertThat(job.gang().podsAwaitGroup()).isTrue();
    assertThat(worker.getSpec().getSchedulerName()).isEqualTo("volcano");
    assertThat(worker.getMetadata().getAnnotations())
        .containsEntry("scheduling.k8s.io/group-name", "demo")
        .containsEntry("volcano.sh/task-spec", "worker");
  }

  @Test
  void stays_in_the_queue_that_its_group_is_in() {
    assertThat(spec(DEMO.read(gangsOf("volcano"))).path("queue").asText()).isEqualTo("default");
    assertThat(
            spec(DEMO.with("/spec/runPolicy/schedulingPolicy", "{queue: fast}")
                    .read(standing("default")))
                .path("queue")
                .asText())
        .isEqualTo("default");
  }

  @Test
  void is_marked_by_a_label_for_the_coscheduling_plugin() {
    var job =
        DEMO.with("/spec/runPolicy/schedulingPolicy", "{scheduleTimeoutSeconds: 30}")
            .read(gangsOf("my-scheduler"));

    var worker = pod(job, "Worker");
    assertThat(job.gang().podsAwaitGroup()).isFalse();
    assertThat(worker.getSpec().getSchedulerName()).isEqualTo("my-scheduler");
    assertThat(worker.getMetadata().getLabels())
        .containsEntry("scheduling.x-k8s.io/pod-group", "demo");
    assertThat(group(job).path("apiVersion").asText()).isEqualTo("scheduling.x-k8s.io/v1alpha1");
    assertThat(spec(job))
        .isEqualTo(JobMaker.parsed("{minMember: 4, minResources: {}, scheduleTimeoutSeconds: 30}"));
  }

  @Test
  void keeps_the_scheduler_that_its_template_names() {
    var job =
        DEMO.workersWith("/template/spec/schedulerName", "mine").read(gangsOf("my-scheduler"));

    assertThat(pod(job, "Worker").getSpec().getSchedulerName()).isEqualTo("mine");
  }

  @Test
  void needs_the_fewest_workers_of_an_elastic_job_and_its_master() {
    var elastic = DEMO.elastic("{minReplicas: 2, maxReplicas: 6}");

    assertThat(spec(elastic.read(gangsOf("volcano"))).path("minMember").asInt()).isEqualTo(3);
  }

  @Test
  void asks_for_what_its_first_pods_ask_for() {
    var demo =
        DEMO.masterWith(
                "/template/spec/containers/0/resources",
                "{requests: {cpu: 500m, memory: 1Gi}, limits: {nvidia.com/gpu: 1}}")
            .workersWith(
                "/template/spec/containers/0/resources",
                "{requests: {cpu: 2}, limits: {cpu: 4, nvidia.com/gpu: 2}}")
            .workersWith(
                "/template/spec/initContainers",
                "[{name: fetch, image: x, resources: {requests: {cpu: 3, memory: 2Gi}}}]")
            .with("/spec/runPolicy/schedulingPolicy", "{minAvailable: 3}");

    assertThat(spec(demo.read(gangsOf("volcano"))).path("minResources"))
        .isEqualTo(JobMaker.parsed("{cpu: 6500m, memory: 5Gi, nvidia.com/gpu: '5'}"));
  }

  @Test
  void counts_the_pods_of_the_highest_priority_first() {
    var demo =
        DEMO.masterWith("/template/spec/containers/0/resources", "{requests: {cpu: 1}}")
            .workersWith("/template/spec/containers/0/resources", "{requests: {cpu: 8}}")
            .workersWith("/template/spec/priorityClassName", "urgent")
            .with("/spec/runPolicy/schedulingPolicy", "{minAvailable: 2}");
    var urgent = new GenericKubernetesResource();
    urgent.setAdditionalProperty("value", 1000);

    assertThat(spec(demo.read(knowing("PriorityClass", "urgent", urgent))).path("minResources"))
        .isEqualTo(JobMaker.parsed("{cpu: '16'}"));
    assertThat(spec(demo.read(gangsOf("volcano"))).path("minResources"))
        .isEqualTo(JobMaker.parsed("{cpu: '9'}"));
  }

  private static JsonNode group(TrainingJob job) {
    var attachment = only(job);
    var written =
        Codec.of(GenericKubernetesResource.class).write(Plan.object(job, attachment, List.of()));
    var digests = written.withObject("/metadata/annotations");
    assertThat(digests.remove(Plan.CONTENT_DIGEST).asText()).isNotEmpty();
    return written;
  }

  private static JsonNode spec(TrainingJob job) {
    return group(job).path("spec");
  }

  private static Attachment only(TrainingJob job) {
    assertThat(job.attachments()).hasSize(1);
    return job.attachments().getFirst();
  }

  private static Pod pod(TrainingJob job, String role) {
    return PodPlan.pod(job, new CreatePod(new ReplicaId(role, 0), Mode.NORMAL, 1, 0, 0));
  }

  private static Lookup gangsOf(String scheduler) {
    return Lookup.nothing(settings(scheduler));
  }

  private static Settings settings(String scheduler) {
    return Settings.defaults(Place.CLUSTER).with(Optional.of(GangScheduler.named(scheduler)));
  }

  /// A group of the job's name is in that queue.
  private static Lookup standing(String queue) {
    var group = new GenericKubernetesResource();
    group.setAdditionalProperty("spec", Map.of("queue", queue));
    return knowing("PodGroup", "demo", group);
  }

  private static Lookup knowing(String known, String called, GenericKubernetesResource object) {
    return new Lookup() {
      @Override
      public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
        return Optional.of(object).filter(_ -> kind.equals(known) && name.equals(called));
      }

      @Override
      public List<GenericKubernetesResource> list(String kind, String namespace) {
        return List.of();
      }

      @Override
      public Settings settings() {
        return AGangOfPodsTest.settings("volcano");
      }
    };
  }
}
