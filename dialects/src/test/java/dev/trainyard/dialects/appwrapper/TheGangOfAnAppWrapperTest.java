package dev.trainyard.dialects.appwrapper;

import static dev.trainyard.dialects.appwrapper.Wrappers.APP_WRAPPERS;
import static dev.trainyard.dialects.appwrapper.Wrappers.TRAINING;
import static dev.trainyard.dialects.appwrapper.Wrappers.annotated;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.codeflare.AppWrapper;
import org.junit.jupiter.api.Test;

class TheGangOfAnAppWrapperTest {

  private static final String ADMITTED = "{trainyard.dev/admitted: default-cluster-queue}";

  @Test
  void is_all_pods_of_a_py_torch_job_that_our_queue_has_let_in() {
    var job = made(annotated(ADMITTED, TRAINING), 0);

    assertThat(size(job, "Master")).isEqualTo("4");
    assertThat(size(job, "Worker")).isEqualTo("4");
  }

  @Test
  void spans_all_py_torch_jobs_and_no_other_kind() {
    var service =
        """
        - template:
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: helper}
            spec: {replicas: 2, template: {spec: {containers: []}}}
        """;
    var wrapper = annotated(ADMITTED, TRAINING + service + TRAINING.replace("mnist", "second"));

    assertThat(size(made(wrapper, 0), "Worker")).isEqualTo("8");
    assertThat(size(made(wrapper, 2), "Master")).isEqualTo("8");
    assertThat(made(wrapper, 1).toString()).doesNotContain("gang-size");
  }

  @Test
  void is_none_where_its_pods_name_the_scheduler_that_places_them_one_by_one() {
    var alone = TRAINING.replace("{spec: {", "{spec: {schedulerName: default-scheduler, ");

    assertThat(made(annotated(ADMITTED, alone), 0).toString()).doesNotContain("gang-size");
  }

  @Test
  void is_none_where_somebody_else_has_let_it_in_or_there_is_but_one_pod() {
    var one = TRAINING.replaceAll("(?m)^ *Worker.*\n", "");

    assertThat(made(annotated("{}", TRAINING), 0).toString()).doesNotContain("gang-size");
    assertThat(made(annotated(ADMITTED, one), 0).toString()).doesNotContain("gang-size");
  }

  private static String size(JsonNode job, String role) {
    return job.at("/spec/pytorchReplicaSpecs/%s/template/metadata/annotations".formatted(role))
        .path("trainyard.dev/gang-size")
        .asText();
  }

  private static JsonNode made(AppWrapper wrapper, int index) {
    return APP_WRAPPERS.prepare(wrapper, Wrappers.read(wrapper), index)
            instanceof Prepared.Ready(var object)
        ? object
        : throwing();
  }

  private static JsonNode throwing() {
    throw new AssertionError("it cannot be prepared");
  }
}
