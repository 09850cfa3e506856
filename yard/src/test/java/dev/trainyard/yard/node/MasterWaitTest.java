package dev.trainyard.yard.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MasterWaitTest {

  static List<Container> waits() {
    return List.of(
        sh("init-pytorch", "until nslookup mnist-master-0; do echo waiting; sleep 2; done;"),
        sh(
            "init-pytorch",
            "err=1; for i in $(seq 100); do if nslookup mnist-master-0; then err=0 && break; fi;"
                + " echo waiting for master; sleep 2; done; exit $err"),
        sh(
            "wait",
            "err=1; for i in $(seq 100); do if nslookup mnist-master-0; then err=0 && break; fi;"
                + " echo waiting for master; sleep 2; done; exit $err"),
        sh("wait", "until nslookup mnist-master-0; do sleep 1; done"),
        sh(
            "wait",
            "until nslookup mnist-master-0 > /dev/null 2>&1; do echo not yet; sleep 0.5; done"),
        sh("wait", "until getent hosts mnist-master-0\ndo\n  echo waiting\n  sleep 5\ndone\n"));
  }

  @ParameterizedTest
  @MethodSource("waits")
  void is_recognised_and_knows_whom_it_waits_for(Container container) {
    assertThat(MasterWait.of(container)).contains(new MasterWait("mnist-master-0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "until nslookup mnist-master-0; do sleep 1; done; python fetch.py",
        "until nslookup mnist-master-0; do rm -f lock; sleep 1; done",
        "until nslookup mnist-master-0; do echo $(date > stamp); sleep 1; done",
        "nslookup mnist-master-0",
        "until nc -z mnist-master-0 23456; do sleep 1; done"
      })
  void leaves_alone_what_does_more_than_wait(String script) {
    assertThat(MasterWait.of(sh("prepare", script))).isEmpty();
  }

  @Test
  void is_over_once_the_pod_of_that_name_has_started() {
    var wait = new MasterWait("mnist-master-0.team.svc.cluster.local");

    assertThat(wait.over("team", List.of())).isFalse();
    assertThat(wait.over("team", List.of(master("team", "Pending")))).isFalse();
    assertThat(wait.over("other", List.of(master("team", "Running")))).isTrue();
    assertThat(new MasterWait("mnist-master-0").over("x", List.of(master("team", "Running"))))
        .isFalse();
  }

  private static Pod master(String namespace, String phase) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("mnist-master-0")
        .withNamespace(namespace)
        .endMetadata()
        .withNewStatus()
        .withPhase(phase)
        .endStatus()
        .build();
  }

  private static Container sh(String name, String script) {
    return new ContainerBuilder()
        .withName(name)
        .withImage("alpine:3.10")
        .withCommand("sh", "-c", script)
        .build();
  }
}
