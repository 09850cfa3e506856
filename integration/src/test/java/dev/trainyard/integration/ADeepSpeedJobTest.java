package dev.trainyard.integration;

import static dev.trainyard.integration.TensorStackJobs.deepSpeedJob;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.integration.Team.Kind;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnACluster
class ADeepSpeedJobTest {

  private Team team;

  @BeforeEach
  void speakOfIt(Team people) {
    team = people.with(Kind.DEEP_SPEED_JOB);
    team.submit(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("settings")
            .endMetadata()
            .withData(Map.of("LEVEL", "3"))
            .build());
    team.submit(
        new SecretBuilder()
            .withNewMetadata()
            .withName("account")
            .endMetadata()
            .withData(Map.of("token", Base64.getEncoder().encodeToString("t0k3n".getBytes(UTF_8))))
            .build());
    team.submit(deepSpeedJob("gpt"));
    team.waitUntil("its pods are there", () -> team.pods("gpt").size() == 2);
    team.waitForStatus("gpt", "Pending");
  }

  @Test
  void brings_its_hosts_its_keys_and_its_environment_along() {
    assertThat(hostfile()).isEqualTo("%s slots=4\n%s slots=4\n".formatted(worker(0), worker(1)));
    var keys = secret("ssh");
    assertThat(keys.getData())
        .containsOnlyKeys("id_rsa", "id_rsa.pub", "authorized_keys", "config");
    assertThat(text(keys, "id_rsa")).contains("PRIVATE KEY");
    assertThat(text(keys, "id_rsa.pub")).startsWith("ssh-rsa ");
    assertThat(text(keys, "authorized_keys")).isEqualTo(text(keys, "id_rsa.pub"));
    assertThat(text(secret("env"), "deepspeed_env")).isEqualTo("LEVEL=3\nPLAIN=a b\nTOKEN=t0k3n\n");
    team.waitUntil("it is told", () -> team.told("gpt").contains("EnvNotPropagated"));
    assertThat(team.words("gpt", "EnvNotPropagated")).contains("NODE");
    assertThat(team.everythingWrittenAbout("gpt")).doesNotContain("t0k3n");
  }

  @Test
  void has_its_first_worker_launch_and_the_others_wait_to_be_reached() {
    var launcher = command(0);
    assertThat(launcher.subList(0, 2)).containsExactly("/bin/sh", "-c");
    assertThat(launcher.subList(3, launcher.size()))
        .containsExactly(
            "deepspeed-launcher",
            "deepspeed",
            "--hostfile=/t9k/hostfile",
            "--master_addr=" + worker(0),
            "--master_port=29500",
            "train.py",
            "--deepspeed");
    assertThat(command(1))
        .containsExactly(
            "/bin/sh", "-c", "mkdir -p /run/sshd && exec /usr/sbin/sshd -D -e -o StrictModes=no");
  }

  @Test
  void keeps_its_keys_when_the_operator_is_restarted(Site site) {
    var before = secret("ssh");

    var gone = worker(1);
    site.restartOperator(
        () -> team.client().pods().inNamespace(team.namespace()).withName(gone).delete());
    team.waitUntil("the worker is back", () -> !team.uidOf(gone).isEmpty());

    assertThat(secret("ssh").getMetadata().getResourceVersion())
        .isEqualTo(before.getMetadata().getResourceVersion());
    assertThat(secret("ssh").getData()).isEqualTo(before.getData());
  }

  @Test
  void leaves_nothing_behind_when_it_is_deleted() {
    team.delete("gpt");

    team.waitUntil(
        "nothing is left",
        () ->
            team.pods("gpt").isEmpty()
                && team.services("gpt").isEmpty()
                && team.secrets("gpt").isEmpty()
                && team.configMaps("gpt").isEmpty());
  }

  private String hostfile() {
    return team.client()
        .configMaps()
        .inNamespace(team.namespace())
        .withName(team.base("gpt") + "-hostfile")
        .require()
        .getData()
        .getOrDefault("hostfile", "");
  }

  private Secret secret(String what) {
    return team.client()
        .secrets()
        .inNamespace(team.namespace())
        .withName("%s-%s".formatted(team.base("gpt"), what))
        .require();
  }

  private static String text(Secret secret, String key) {
    return new String(Base64.getDecoder().decode(secret.getData().getOrDefault(key, "")), UTF_8);
  }

  private String worker(int index) {
    return "%s-worker-%d".formatted(team.base("gpt"), index);
  }

  private List<String> command(int worker) {
    return team.pod(worker(worker)).orElseThrow().getSpec().getContainers().getFirst().getCommand();
  }
}
