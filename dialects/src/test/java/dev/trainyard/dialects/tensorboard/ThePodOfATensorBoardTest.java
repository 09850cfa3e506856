package dev.trainyard.dialects.tensorboard;

import static dev.trainyard.dialects.tensorboard.Boards.OVER_A_CLAIM;
import static dev.trainyard.dialects.tensorboard.Boards.board;
import static dev.trainyard.dialects.tensorboard.Boards.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThePodOfATensorBoardTest {

  private static final Map<String, String> LABELS =
      Map.of(
          "tensorstack.dev/component", "tensorboard",
          "tensorstack.dev/component-type", "user",
          "tensorstack.dev/owner-kind", "TensorBoard",
          "tensorstack.dev/owner-name", "mnist");

  @Test
  void is_named_and_labelled_for_its_owner() {
    var pod = pod(OVER_A_CLAIM);

    assertThat(pod.getMetadata().getName()).isEqualTo("managed-tensorboard-40c14-0");
    assertThat(pod.getMetadata().getNamespace()).isEqualTo("team-a");
    assertThat(pod.getMetadata().getLabels()).isEqualTo(LABELS);
    assertThat(pod.getMetadata().getOwnerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.getKind()).isEqualTo("TensorBoard"));
    assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Always");
    assertThat(pod.getSpec().getSchedulerName()).isNull();
  }

  @Test
  void serves_its_path_and_is_ready_when_that_answers() {
    var container = server(OVER_A_CLAIM);

    assertThat(container.getName()).isEqualTo("tensorboard");
    assertThat(container.getImage()).isEqualTo("docker.io/t9kpublic/tensorboard:2.17.0");
    assertThat(container.getCommand())
        .containsExactly(
            "tensorboard",
            "--logdir",
            "/t9k/logs",
            "--host",
            "0.0.0.0",
            "--port",
            "6006",
            "--path_prefix",
            "/t9k/tensorboards/projects/team-a/name/mnist/");
    assertThat(container.getPorts())
        .singleElement()
        .satisfies(
            port -> {
              assertThat(port.getName()).isEqualTo("http");
              assertThat(port.getContainerPort()).isEqualTo(6006);
            });
    var probe = container.getReadinessProbe().getHttpGet();
    assertThat(probe.getPath()).isEqualTo("/t9k/tensorboards/projects/team-a/name/mnist/");
    assertThat(probe.getPort().getStrVal()).isEqualTo("http");
  }

  @Test
  void sees_each_directory_once_and_cannot_change_it() {
    var pod =
        pod(
            "logDir: {pvc: [{name: a, subPath: [x, x/y, ./z/]}, {name: b}]}, trainingLogFilesets:"
                + " ['t9k://pvc/b/deep', 't9k://pvc/a/x']");

    assertThat(pod.getSpec().getVolumes())
        .extracting(volume -> volume.getPersistentVolumeClaim().getClaimName())
        .containsExactly("a", "b");
    assertThat(pod.getSpec().getContainers().getFirst().getVolumeMounts())
        .extracting(ThePodOfATensorBoardTest::words)
        .containsExactly(
            "logs-0:x at /t9k/logs/a/x, true",
            "logs-0:z at /t9k/logs/a/z, true",
            "logs-1:null at /t9k/logs/b, true");
  }

  private static String words(VolumeMount mount) {
    return "%s:%s at %s, %s"
        .formatted(mount.getName(), mount.getSubPath(), mount.getMountPath(), mount.getReadOnly());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "logDir: {s3: {secretRef: {name: k}, uri: ['s3://b/x']}} | --logdir s3://b/x",
        "trainingLogFilesets: ['t9k://minio/k/b/x/y'] | --logdir s3://b/x/y",
        "logDir: {s3: {secretRef: {name: k}, uri: ['s3://b/x', 's3://b/y']}}"
            + " | --logdir_spec s3-0:s3://b/x,s3-1:s3://b/y",
        "logDir: {pvc: [{name: a}], s3: {secretRef: {name: k}, uri: ['s3://b/x']}}"
            + " | --logdir_spec local:/t9k/logs,s3-0:s3://b/x",
        "logDir: {http: {url: ['https://h/f']}} | --logdir /t9k/logs",
      })
  void is_told_where_the_logs_lie(String spec, String words) {
    assertThat(String.join(" ", server(spec).getCommand())).startsWith("tensorboard " + words);
  }

  @Test
  void has_the_keys_of_its_store_from_the_secret() {
    assertThat(server("trainingLogFilesets: ['t9k://minio/keys/b/x']").getEnv())
        .extracting(
            variable ->
                "%s=%s.%s"
                    .formatted(
                        variable.getName(),
                        variable.getValueFrom().getSecretKeyRef().getName(),
                        variable.getValueFrom().getSecretKeyRef().getKey()))
        .containsExactly(
            "AWS_ACCESS_KEY_ID=keys.accessKeyID",
            "AWS_SECRET_ACCESS_KEY=keys.secretAccessKey",
            "S3_ENDPOINT=keys.endpoint",
            "AWS_ENDPOINT_URL=keys.endpoint");
    assertThat(server(OVER_A_CLAIM).getEnv()).isEmpty();
  }

  @Test
  void fetches_files_by_a_program_that_is_given_their_addresses() {
    var pod =
        pod(
            "logDir: {http: {url: ['https://host/run/events?x=$1', 'https://host/b']}}, resources:"
                + " {requests: {cpu: 1}}");
    var fetcher = pod.getSpec().getInitContainers().getFirst();

    assertThat(fetcher.getName()).isEqualTo("fetch-http");
    assertThat(fetcher.getImage()).isEqualTo(pod.getSpec().getContainers().getFirst().getImage());
    assertThat(fetcher.getCommand()).startsWith("python3", "-c").doesNotContain("sh");
    assertThat(fetcher.getCommand().subList(3, 6))
        .containsExactly("/t9k/logs/http", "https://host/run/events?x=$$1", "https://host/b");
    assertThat(fetcher.getCommand().get(2)).doesNotContain("host/run");
    assertThat(fetcher.getResources().getRequests()).containsKey("cpu");
    assertThat(fetcher.getVolumeMounts())
        .extracting(VolumeMount::getMountPath)
        .containsExactly("/t9k/logs/http");
    assertThat(pod(OVER_A_CLAIM).getSpec().getInitContainers()).isEmpty();
  }

  @Test
  void waits_in_its_queue() {
    var pod = pod(OVER_A_CLAIM + ", scheduler: {t9kScheduler: {Queue: team}}");

    assertThat(pod.getSpec().getSchedulerName()).isEqualTo("t9k-scheduler");
    assertThat(pod.getMetadata().getLabels())
        .containsAllEntriesOf(LABELS)
        .containsEntry("scheduler.tensorstack.dev/queue", "team");
  }

  @Test
  void is_reached_by_a_service_of_its_own() {
    var job = read(board(OVER_A_CLAIM));

    assertThat(job.attachments())
        .singleElement()
        .satisfies(
            attachment -> {
              var service = Plan.object(job, attachment, List.of());
              assertThat(service.getKind()).isEqualTo("Service");
              assertThat(service.getMetadata().getName()).isEqualTo("managed-tensorboard-40c14");
              assertThat(service.getMetadata().getOwnerReferences()).hasSize(1);
              assertThat(service.getAdditionalProperties())
                  .containsEntry(
                      "spec",
                      Map.of(
                          "selector",
                          LABELS,
                          "ports",
                          List.of(Map.of("name", "http", "port", 80, "targetPort", 6006))));
            });
  }

  private static Container server(String spec) {
    return pod(spec).getSpec().getContainers().getFirst();
  }

  private static Pod pod(String spec) {
    var job = read(board(spec));
    return PodPlan.pod(job, new CreatePod(job.lead(), Mode.NORMAL, 1, 0, 0));
  }
}
