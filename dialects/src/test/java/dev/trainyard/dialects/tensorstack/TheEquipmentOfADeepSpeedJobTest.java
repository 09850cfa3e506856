package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.dialects.tensorstack.JobMaker.deepSpeed;
import static dev.trainyard.dialects.tensorstack.JobMaker.parsed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.HostLine;
import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.engine.model.Attachment.Roster;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.plan.Plan;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TheEquipmentOfADeepSpeedJobTest {

  private static final String CONTAINER = "/spec/worker/template/spec/containers/0";
  private static final JobMaker<DeepSpeedJob> DEMO =
      deepSpeed(2).with("/spec/config/slotsPerWorker", "4");
  private static final JobMaker<DeepSpeedJob> WITH_ENV =
      DEMO.with(CONTAINER + "/env", "[{name: A, value: b}]");

  @Test
  void is_the_hosts_and_the_keys_to_them() {
    assertThat(names(DEMO)).containsExactly("ConfigMap/j-abcde-hostfile", "Secret/j-abcde-ssh");
    assertThat(hostfile(DEMO)).isEqualTo("j-abcde-worker-0 slots=4\nj-abcde-worker-1 slots=4\n");
    assertThat(DEMO.attachment("j-abcde-hostfile").sync()).isEqualTo(Sync.CREATE_ONLY);
    assertThat(DEMO.attachment("j-abcde-ssh").content())
        .isEqualTo(
            new Content.KeyPair(
                KeyKind.RSA,
                "id_rsa",
                Set.of("id_rsa.pub", "authorized_keys"),
                Map.of(
                    "config",
                    """
                    Host *
                      StrictHostKeyChecking no
                      UserKnownHostsFile /dev/null
                      LogLevel ERROR
                    """)));
  }

  @Test
  void is_found_where_deepspeed_looks_for_it() {
    var spec = Codec.of(Pod.class).write(WITH_ENV.pod("worker", 1)).path("spec");

    assertThat(spec.path("volumes"))
        .isEqualTo(
            parsed(
                """
                - {name: t9k-hostfile, configMap: {name: j-abcde-hostfile}}
                - {name: t9k-ssh, secret: {secretName: j-abcde-ssh, defaultMode: 384}}
                - {name: t9k-ds-env, secret: {secretName: j-abcde-env}}
                """));
    assertThat(spec.at("/containers/0/volumeMounts"))
        .isEqualTo(
            parsed(
                """
                - {name: t9k-hostfile, mountPath: /t9k/hostfile, subPath: hostfile}
                - {name: t9k-ssh, mountPath: /root/.ssh}
                - {name: t9k-ds-env, mountPath: /root/.deepspeed_env, subPath: deepspeed_env}
                """));
  }

  @Test
  void is_in_the_training_container_alone_and_beside_what_the_user_mounts() {
    var pod =
        DEMO.with(
                "/spec/worker/template/spec",
                """
                volumes: [{name: data, emptyDir: {}}]
                containers:
                - {name: proxy, image: a}
                - {name: worker, image: b, volumeMounts: [{name: data, mountPath: /data}]}
                """)
            .pod("worker", 0)
            .getSpec();

    assertThat(pod.getVolumes())
        .extracting(volume -> volume.getName())
        .containsExactly("data", "t9k-hostfile", "t9k-ssh");
    assertThat(pod.getContainers().getFirst().getVolumeMounts()).isEmpty();
    assertThat(pod.getContainers().getLast().getVolumeMounts())
        .extracting(mount -> mount.getMountPath())
        .containsExactly("/data", "/t9k/hostfile", "/root/.ssh");
  }

  @Test
  void hands_the_environment_on_where_there_is_something_to_hand_on() {
    assertThat(names(WITH_ENV))
        .containsExactly("ConfigMap/j-abcde-hostfile", "Secret/j-abcde-ssh", "Secret/j-abcde-env");
    assertThat(WITH_ENV.attachment("j-abcde-env").content())
        .isInstanceOfSatisfying(
            Content.EnvFile.class,
            file -> {
              assertThat(file.key()).isEqualTo("deepspeed_env");
              assertThat(file.env()).extracting(EnvVar::getName).containsExactly("A");
            });
    var from = DEMO.with(CONTAINER + "/envFrom", "[{configMapRef: {name: a}}]");
    assertThat(names(from)).contains("Secret/j-abcde-env");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[{name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]",
        "[{name: CPUS, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}]",
        "[{name: LINES, value: \"a\\nb\"}]"
      })
  void hands_no_environment_on_where_nothing_of_it_can_be(String env) {
    assertThat(names(DEMO.with(CONTAINER + "/env", env)))
        .containsExactly("ConfigMap/j-abcde-hostfile", "Secret/j-abcde-ssh");
  }

  @Test
  void hands_no_environment_on_where_the_user_does_not_want_it() {
    assertThat(names(WITH_ENV.with("/spec/disableCustomEnv", "true")))
        .containsExactly("ConfigMap/j-abcde-hostfile", "Secret/j-abcde-ssh");
    assertThat(names(WITH_ENV.with("/spec/disableCustomEnv", "false")))
        .contains("Secret/j-abcde-env");
  }

  @Test
  void is_the_hosts_alone_without_ssh() {
    for (var job :
        List.of(
            WITH_ENV.withoutSsh(), WITH_ENV.withoutSsh().with("/spec/disableCustomEnv", "true"))) {
      assertThat(names(job)).containsExactly("ConfigMap/j-abcde-hostfile");
      assertThat(hostfile(job)).isEqualTo("j-abcde-worker-0 slots=4\nj-abcde-worker-1 slots=4\n");
      assertThat(job.pod("worker", 0).getSpec().getVolumes())
          .extracting(volume -> volume.getName())
          .containsExactly("t9k-hostfile");
      assertThat(job.container("worker", 0, Mode.NORMAL).getVolumeMounts())
          .extracting(mount -> mount.getMountPath())
          .containsExactly("/t9k/hostfile");
    }
  }

  @Test
  void of_an_elastic_job_lists_whoever_is_there() {
    var flex = DEMO.elastic("{minReplicas: 1, maxReplicas: 3}");

    assertThat(hostfile(flex)).isEqualTo("j-abcde-worker-0 slots=4\nj-abcde-worker-1 slots=4\n");
    assertThat(flex.attachment("j-abcde-hostfile").sync()).isEqualTo(Sync.FOLLOW_AND_RESTART_LEAD);
    assertThat(flex.attachment("j-abcde-hostfile").content())
        .isInstanceOfSatisfying(
            Content.HostList.class,
            list ->
                assertThat(list.keys().values())
                    .extracting(HostLine::roster)
                    .containsExactly(Roster.RUNNING_ONCE_SETTLED));
  }

  @Test
  void of_an_elastic_job_without_ssh_lists_whoever_may_ever_be_there() {
    var flex = DEMO.elastic("{minReplicas: 1, maxReplicas: 3}").withoutSsh();

    assertThat(hostfile(flex))
        .isEqualTo(
            "j-abcde-worker-0 slots=4\nj-abcde-worker-1 slots=4\nj-abcde-worker-2 slots=4\n");
    assertThat(flex.attachment("j-abcde-hostfile").sync()).isEqualTo(Sync.CREATE_ONLY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|1",
        "{limits: {cpu: 8}}|1",
        "{limits: {nvidia.com/gpu: 2}}|2",
        "{limits: {nvidia.com/gpu: 2, hygon.com/dcu: 1, nvidia.com/gpu.shared: 4}}|3",
        "{limits: {amd.com/gpu: '8'}}|8"
      })
  void has_as_many_slots_as_a_worker_has_gpus(String resources, int slots) {
    var job = deepSpeed(1).with(CONTAINER + "/resources", resources);

    assertThat(hostfile(job)).isEqualTo("j-abcde-worker-0 slots=%d\n".formatted(slots));
    assertThat(hostfile(job.with("/spec/config/slotsPerWorker", "5")))
        .isEqualTo("j-abcde-worker-0 slots=5\n");
  }

  @Test
  void stays_in_place_while_the_job_is_debugged() {
    assertThat(names(WITH_ENV.debugged())).isEqualTo(names(WITH_ENV));
    assertThat(deepSpeed(1).without("/spec/config").debugged().read().attachments())
        .extracting(Attachment::name)
        .containsExactly("j-abcde-hostfile", "j-abcde-ssh");
  }

  private static List<String> names(JobMaker<DeepSpeedJob> job) {
    return job.read().attachments().stream()
        .map(attachment -> attachment.kind() + "/" + attachment.name())
        .toList();
  }

  private static String hostfile(JobMaker<DeepSpeedJob> job) {
    var read = job.read();
    var object = Plan.object(read, job.attachment("j-abcde-hostfile"), Plan.everySlot(read));
    return object.get("data", "hostfile");
  }
}
