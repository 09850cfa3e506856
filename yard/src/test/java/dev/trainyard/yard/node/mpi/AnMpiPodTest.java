package dev.trainyard.yard.node.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.node.mpi.MpiPod.Role;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnMpiPodTest {

  private static final MpiJob JOB = new MpiJob("team", "bert");

  @Test
  void is_known_by_its_labels() {
    assertThat(MpiPod.of(pod("bert-worker-1", "worker", "mpi-operator", "sleep")))
        .contains(new MpiPod(JOB, Role.WORKER, "bert-worker-1"));
    assertThat(MpiPod.of(pod("bert-launcher-x7k2p", "launcher", "mpi-operator", "mpirun")))
        .contains(new MpiPod(JOB, Role.LAUNCHER, "bert-launcher-x7k2p"));
    assertThat(MpiPod.of(pod("bert-worker-1", "worker", "pytorchjob-controller", "sleep")))
        .isEmpty();
    assertThat(MpiPod.of(pod("bert-master-0", "master", "mpi-operator", "sleep"))).isEmpty();
  }

  @Test
  void waits_for_ssh_when_that_is_its_whole_command() {
    assertThat(
            MpiPod.waitingForSsh(
                pod("bert-worker-12", "worker", "mpi-operator", "/usr/sbin/sshd", "-De")))
        .contains(12);
  }

  @Test
  void is_left_alone_when_it_does_anything_else() {
    var moreWords = pod("bert-worker-0", "worker", "mpi-operator", "/usr/sbin/sshd", "-De");
    moreWords.getSpec().getContainers().getFirst().setArgs(List.of("-p", "2222"));
    assertThat(MpiPod.waitingForSsh(moreWords)).isEmpty();
    assertThat(
            MpiPod.waitingForSsh(
                pod("bert-worker-0", "worker", "mpi-operator", "/usr/sbin/sshd", "-D", "-e")))
        .isEmpty();
    assertThat(
            MpiPod.waitingForSsh(
                pod("bert-launcher", "launcher", "mpi-operator", "/usr/sbin/sshd", "-De")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bert-worker-3",
        "bert-worker-3.bert",
        "bert-worker-3.bert.team.svc",
        "bert-worker-3.bert.team.svc.cluster.local",
        "mpiuser@bert-worker-3.bert.team.svc"
      })
  void is_found_by_any_form_of_its_name(String host) {
    assertThat(JOB.worker(host)).contains(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bert-launcher",
        "bert2-worker-3",
        "big-bert-worker-3",
        "bert-worker-",
        "10.0.0.3"
      })
  void is_not_found_by_the_name_of_another(String host) {
    assertThat(JOB.worker(host)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "host run it,                            host, run it",
    "-x host run,                            host, run",
    "-o ConnectionAttempts=10 host run -o x, host, run -o x",
    "-oBatchMode=yes -qp 22 host run,        host, run",
    "-l root me@host -n run,                 me@host, run",
    "-- host -- run --all,                   host, run --all"
  })
  void is_asked_for_in_the_words_of_ssh(String words, String host, String command) {
    assertThat(SshWords.of(List.of(words.split(" ", -1)))).contains(new SshWords(host, command));
  }

  @Test
  void is_not_asked_for_anything_without_a_command() {
    assertThat(SshWords.of(List.of("-x", "host"))).isEmpty();
    assertThat(SshWords.of(List.of())).isEmpty();
  }

  @Test
  void has_no_door_where_a_socket_or_mpirun_would_not_find_it() {
    assertThat(new Doors(Path.of("/home/somebody/.trainyard/node")).unfit(JOB)).isEmpty();
    assertThat(new Doors(Path.of("/" + "x".repeat(90))).unfit(JOB))
        .hasValueSatisfying(why -> assertThat(why).contains("9 bytes too long"));
    assertThat(new Doors(Path.of("/home/some body/node")).unfit(JOB)).isPresent();
    assertThat(new Doors(Path.of("/home/a:b/node")).unfit(JOB)).isPresent();
  }

  private static Pod pod(String name, String role, String operator, String... command) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("team")
        .addToLabels(MpiPod.OPERATOR, operator)
        .addToLabels(MpiPod.JOB, "bert")
        .addToLabels(MpiPod.ROLE, role)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("mpi")
        .withCommand(command)
        .endContainer()
        .endSpec()
        .build();
  }
}
