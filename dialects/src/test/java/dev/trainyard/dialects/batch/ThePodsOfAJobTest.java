package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.JobMaker.job;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import org.junit.jupiter.api.Test;

class ThePodsOfAJobTest {

  private static final String INDEX = "batch.kubernetes.io/job-completion-index";

  @Test
  void are_named_after_it_their_place_and_the_try() {
    assertThat(job("pi").pod(0, 0).getMetadata().getName()).isEqualTo("pi-0-0");
    assertThat(job("pi").indexed(8, 8).pod(7, 2).getMetadata().getName()).isEqualTo("pi-7-2");
  }

  @Test
  void are_found_by_old_labels_and_new_ones() {
    assertThat(job("pi").pod(0, 0).getMetadata().getLabels())
        .containsExactly(
            entry("batch.kubernetes.io/controller-uid", "uid-1"),
            entry("batch.kubernetes.io/job-name", "pi"),
            entry("controller-uid", "uid-1"),
            entry("job-name", "pi"));
  }

  @Test
  void keep_the_labels_of_whoever_selects_by_hand() {
    var pod =
        job("pi")
            .with("/spec/manualSelector", "true")
            .with("/spec/selector", "{matchLabels: {mine: 'yes'}}")
            .with("/spec/template/metadata/labels", "{mine: 'yes'}")
            .pod(0, 0);

    assertThat(pod.getMetadata().getLabels()).containsExactly(entry("mine", "yes"));
  }

  @Test
  void of_an_indexed_job_know_their_index_by_label_annotation_host_and_variable() {
    var pod =
        job("pi")
            .indexed(3, 3)
            .with("/spec/template/spec/subdomain", "ring")
            .with("/spec/template/spec/initContainers", "[{name: first, image: example/init:1}]")
            .pod(2, 0);

    assertThat(pod.getMetadata().getLabels()).containsEntry(INDEX, "2");
    assertThat(pod.getMetadata().getAnnotations()).containsEntry(INDEX, "2");
    assertThat(pod.getSpec().getHostname()).isEqualTo("pi-2");
    assertThat(pod.getSpec().getSubdomain()).isEqualTo("ring");
    assertThat(source(pod.getSpec().getInitContainers().getFirst()))
        .isEqualTo(source(pod.getSpec().getContainers().getFirst()))
        .isEqualTo("metadata.labels['batch.kubernetes.io/job-completion-index']");
  }

  @Test
  void keep_a_variable_of_the_same_name_that_somebody_set() {
    var container =
        job("pi")
            .indexed(1, 1)
            .with(
                "/spec/template/spec/containers",
                "[{name: main, image: i, env: [{name: JOB_COMPLETION_INDEX, value: '7'}]}]")
            .pod(0, 0)
            .getSpec()
            .getContainers()
            .getFirst();

    assertThat(container.getEnv()).singleElement().returns("7", one -> one.getValue());
  }

  @Test
  void of_any_other_job_are_alike() {
    var pod = job("pi").with("/spec/completions", "2").pod(1, 0);

    assertThat(pod.getMetadata().getLabels()).doesNotContainKey(INDEX);
    assertThat(pod.getMetadata().getAnnotations()).isEmpty();
    assertThat(pod.getSpec().getHostname()).isNull();
    assertThat(pod.getSpec().getContainers().getFirst().getEnv()).isEmpty();
  }

  @Test
  void restart_where_the_template_says() {
    assertThat(job("pi").pod(0, 0).getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(
            job("pi")
                .with("/spec/template/spec/restartPolicy", "OnFailure")
                .pod(0, 0)
                .getSpec()
                .getRestartPolicy())
        .isEqualTo("OnFailure");
  }

  private static String source(Container container) {
    return container.getEnv().getFirst().getValueFrom().getFieldRef().getFieldPath();
  }
}
