package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.dialects.kubeflow.JobMaker.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Codec;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.plan.Plan;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnAutoscaledPyTorchJobTest {

  private static final String METRICS =
      "metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization,"
          + " averageUtilization: 80}}}]";
  private static final JobMaker FLEX =
      job("flex").workers(3).elastic("{minReplicas: 1, maxReplicas: 4, %s}".formatted(METRICS));

  @Test
  void has_an_autoscaler_of_its_name() {
    var job = FLEX.read();

    var written =
        Codec.of(GenericKubernetesResource.class)
            .write(Plan.object(job, job.attachments().getFirst(), List.of()));
    written.withObject("/metadata").remove("annotations");
    assertThat(written)
        .isEqualTo(
            JobMaker.parsed(
                """
                apiVersion: autoscaling/v2
                kind: HorizontalPodAutoscaler
                metadata:
                  name: flex
                  namespace: team-a
                  ownerReferences:
                  - apiVersion: kubeflow.org/v1
                    kind: PyTorchJob
                    name: flex
                    uid: uid-1
                    controller: true
                    blockOwnerDeletion: true
                spec:
                  scaleTargetRef: {apiVersion: kubeflow.org/v1, kind: PyTorchJob, name: flex}
                  minReplicas: 1
                  maxReplicas: 4
                  metrics:
                  - type: Resource
                    resource:
                      name: cpu
                      target: {type: Utilization, averageUtilization: 80}
                """));
  }

  @Test
  void has_bounds_where_it_names_none() {
    var job = job("flex").workers(3).elastic("{%s}".formatted(METRICS)).read();

    var spec = object(job).<Object>get("spec");
    assertThat(spec).asString().contains("minReplicas=3", "maxReplicas=3");
  }

  @Test
  void has_none_without_metrics() {
    assertThat(job("flex").workers(3).elastic("{metrics: []}").read().attachments()).isEmpty();
    assertThat(job("flex").workers(3).elastic("{}").read().attachments()).isEmpty();
  }

  @Test
  void has_another_one_once_its_bounds_change() {
    var wider = FLEX.with("/spec/elasticPolicy/maxReplicas", "8");

    assertThat(digest(wider.read())).isNotEqualTo(digest(FLEX.read()));
    assertThat(digest(FLEX.with("/metadata/labels", "{a: b}").read()))
        .isEqualTo(digest(FLEX.read()));
  }

  private static GenericKubernetesResource object(TrainingJob job) {
    return given(job).object();
  }

  private static String digest(TrainingJob job) {
    return given(job).digest();
  }

  private static Content.Given given(TrainingJob job) {
    Attachment attachment = job.attachments().getFirst();
    return (Content.Given) attachment.content();
  }
}
