package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Gang;
import dev.trainyard.engine.plan.Plan;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TheGroupOfATrainingJobTest {

  private static final String SCHEDULER = "/spec/scheduler/t9kScheduler";

  @Test
  void is_not_there_where_kubernetes_places_the_pods() {
    var job = job().type("worker", 2).read();

    assertThat(job.attachments()).isEmpty();
    assertThat(job.gang()).isEqualTo(Gang.none());
    assertThat(job().type("worker", 2).with("/spec/scheduler", "{}").read().attachments())
        .isEmpty();
  }

  @Test
  void asks_for_all_replicas_with_the_priority_of_ten() {
    var job = job().type("master", 1).type("worker", 3).queued().read();

    assertThat(group(job).getMetadata().getName()).isEqualTo("j");
    assertThat(group(job).getMetadata().getOwnerReferences()).containsExactly(Plan.owner(job.id()));
    assertThat(spec(job)).isEqualTo(Map.of("minMember", 4, "queue", "research", "priority", 10));
    assertThat(job.gang().floor()).isEqualTo(4);
  }

  @Test
  void has_the_queue_in_either_spelling_and_the_priority_as_written() {
    var job =
        deepSpeed(2).with(SCHEDULER + "/Queue", "research").with(SCHEDULER + "/priority", "0");

    assertThat(spec(job.read()))
        .isEqualTo(Map.of("minMember", 2, "queue", "research", "priority", 0));
  }

  @Test
  void of_an_elastic_job_asks_for_no_more_than_the_least() {
    var torch =
        job().type("node", 3).torchrun().elastic("{minReplicas: 2, maxReplicas: 5}").queued();
    var deepSpeed = deepSpeed(4).elastic("{minReplicas: 2}").queued();

    assertThat(spec(torch.read())).containsEntry("minMember", 2);
    assertThat(spec(torch.with("/spec/elastic/expectedReplicas", "5").read()))
        .containsEntry("minMember", 2);
    assertThat(spec(deepSpeed.read())).containsEntry("minMember", 2);
  }

  @Test
  void leaves_the_name_to_somebody_elses_group() {
    var job = job().type("worker", 1).queued();

    var theirs = job.read(groupOwnedBy("another"));
    assertThat(group(theirs).getMetadata().getName()).isEqualTo("j-abcde");
    assertThat(theirs.gang().marks().labels())
        .containsEntry("scheduler.tensorstack.dev/group-name", "j-abcde");

    var ours = job.read(groupOwnedBy("uid-249550"));
    assertThat(group(ours).getMetadata().getName()).isEqualTo("j");
  }

  @Test
  void outlives_a_pause() {
    var demo = job().type("worker", 2).queued();
    var cluster = demo.start().everyPodRuns();

    cluster.edit(demo.paused().tree());

    assertThat(cluster.pods()).isEmpty();
    assertThat(cluster.objects()).containsExactly("PodGroup/j");
    assertThat(cluster.services()).containsExactly("j-abcde-worker-0", "j-abcde-worker-1");
  }

  private static GenericKubernetesResource group(TrainingJob job) {
    return Plan.object(job, attachment(job), List.of());
  }

  private static Map<String, Object> spec(TrainingJob job) {
    return group(job).get("spec");
  }

  private static Attachment attachment(TrainingJob job) {
    return job.attachments().stream()
        .filter(one -> one.kind().equals("PodGroup"))
        .findFirst()
        .orElseThrow();
  }

  private static Lookup groupOwnedBy(String uid) {
    var group = new GenericKubernetesResource();
    group.setKind("PodGroup");
    group.setMetadata(
        new ObjectMetaBuilder()
            .withName("j")
            .withNamespace("team-a")
            .withOwnerReferences(new OwnerReferenceBuilder().withUid(uid).build())
            .build());
    return new Surroundings().with(group);
  }
}
