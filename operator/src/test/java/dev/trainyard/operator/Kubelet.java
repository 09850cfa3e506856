package dev.trainyard.operator;

import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Binds pods to the one node there is, says that they run, and lets go of those that are deleted.
final class Kubelet implements ResourceEventHandler<Pod>, AutoCloseable {

  private final KubernetesClient client;
  private final SharedIndexInformer<Pod> pods;

  Kubelet(KubernetesClient client) {
    this.client = client;
    this.pods = client.pods().inAnyNamespace().inform(this);
  }

  @Override
  public void onAdd(Pod pod) {
    if (Optional.ofNullable(pod.getSpec().getNodeName()).isEmpty()) {
      Thread.ofVirtual().start(() -> unlessGone(() -> startRunning(pod)));
    }
  }

  @Override
  public void onUpdate(Pod before, Pod now) {
    if (now.isMarkedForDeletion()) {
      Thread.ofVirtual()
          .start(() -> unlessGone(() -> client.resource(now).withGracePeriod(0).delete()));
    }
  }

  @Override
  public void onDelete(Pod pod, boolean unknown) {}

  /// The program of this pod ends by itself.
  void exits(String pod, int code) {
    report(pod, status -> ended(status, code));
  }

  private void startRunning(Pod pod) {
    var name = pod.getMetadata().getName();
    var namespace = pod.getMetadata().getNamespace();
    client.raw(
        "/api/v1/namespaces/%s/pods/%s/binding".formatted(namespace, name),
        "POST",
        new BindingBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .withNewTarget()
            .withKind("Node")
            .withName("node-1")
            .endTarget()
            .build());
    report(name, Kubelet::running);
  }

  private void report(String name, UnaryOperator<PodStatusBuilder> change) {
    client
        .pods()
        .inNamespace("default")
        .withName(name)
        .editStatus(
            pod -> {
              pod.setStatus(
                  change
                      .apply(
                          new PodStatusBuilder(pod.getStatus())
                              .withContainerStatuses(
                                  pod.getSpec().getContainers().stream()
                                      .map(container -> named(container.getName()))
                                      .toList()))
                      .build());
              return pod;
            });
  }

  private static ContainerStatus named(String name) {
    return new ContainerStatusBuilder()
        .withName(name)
        .withReady(true)
        .withRestartCount(0)
        .withImage("image")
        .withImageID("")
        .build();
  }

  private static PodStatusBuilder running(PodStatusBuilder status) {
    return status
        .withPhase("Running")
        .withStartTime(now())
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .withLastTransitionTime(now())
        .endCondition()
        .editMatchingContainerStatus(_ -> true)
        .withNewState()
        .withNewRunning()
        .withStartedAt(now())
        .endRunning()
        .endState()
        .endContainerStatus();
  }

  private static PodStatusBuilder ended(PodStatusBuilder status, int code) {
    return status
        .withPhase(code == 0 ? "Succeeded" : "Failed")
        .editMatchingContainerStatus(_ -> true)
        .withNewState()
        .withNewTerminated()
        .withExitCode(code)
        .withFinishedAt(now())
        .endTerminated()
        .endState()
        .endContainerStatus();
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /// What a pod's node reports about a pod that has just been removed goes nowhere.
  private static void unlessGone(Runnable report) {
    try {
      report.run();
    } catch (KubernetesClientException e) {
      if (e.getCode() != 404 && e.getCode() != 409) {
        throw e;
      }
    }
  }

  @Override
  public void close() {
    pods.close();
  }
}
