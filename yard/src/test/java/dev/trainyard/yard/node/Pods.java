package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;

/// Makes pods for the node of a [World], and reads what became of them.
final class Pods {

  static PodBuilder pod(String name, String... command) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(World.NAMESPACE)
        .endMetadata()
        .withNewSpec()
        .withNodeName("here")
        .withRestartPolicy("Never")
        .withContainers(
            new ContainerBuilder().withName("main").withImage("none").withCommand(command).build())
        .endSpec();
  }

  static PodBuilder sh(String name, String script) {
    return pod(name, "sh", "-c", script);
  }

  /// The same pod with a volume in its main container.
  static PodBuilder mounting(PodBuilder pod, VolumeBuilder volume, String path) {
    return mounting(
        pod, volume, new VolumeMountBuilder().withName(volume.getName()).withMountPath(path));
  }

  static PodBuilder mounting(PodBuilder pod, VolumeBuilder volume, VolumeMountBuilder mount) {
    return pod.editSpec()
        .addToVolumes(volume.build())
        .editContainer(0)
        .addToVolumeMounts(mount.build())
        .endContainer()
        .endSpec();
  }

  static VolumeBuilder emptyDir(String name) {
    return new VolumeBuilder().withName(name).withNewEmptyDir().endEmptyDir();
  }

  static VolumeBuilder claimed(String claim) {
    return new VolumeBuilder().withName(claim).withNewPersistentVolumeClaim(claim, false);
  }

  static ContainerStatus main(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst();
  }

  /// The status of the pod's condition of that type, or nothing.
  static String condition(Pod pod, String type) {
    return pod.getStatus().getConditions().stream()
        .filter(it -> it.getType().equals(type))
        .map(PodCondition::getStatus)
        .findFirst()
        .orElse("");
  }

  private Pods() {}
}
