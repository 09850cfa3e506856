package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.MASTER;

import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Settings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/// The init container in which a worker waits until its master has an address.
final class MasterWait {

  static final String CONTAINER = "init-pytorch";
  static final String OFF = "off";

  /// The same in the yard, whose node runs no images and does the waiting itself.
  static List<Container> of(Layout job, Settings settings) {
    boolean wanted =
        job.hasMaster()
            && settings.masterWait().enabled()
            && job.annotation(Annotations.MASTER_WAIT).filter(OFF::equals).isEmpty();
    return wanted ? containers(job.podName(MASTER, 0), settings.masterWait()) : List.of();
  }

  static PodTemplateSpec appended(PodTemplateSpec template, List<Container> wait) {
    return wait.isEmpty()
        ? template
        : new PodTemplateSpecBuilder(template)
            .editSpec()
            .addAllToInitContainers(wait)
            .endSpec()
            .build();
  }

  private static List<Container> containers(String master, Settings.MasterWait wait) {
    return wait.template()
        .map(template -> template.containers(master, wait.image(), wait.tries()))
        .orElseGet(() -> List.of(container(master, wait)));
  }

  private static Container container(String master, Settings.MasterWait wait) {
    return new ContainerBuilder()
        .withName(CONTAINER)
        .withImage(wait.image())
        .withImagePullPolicy("IfNotPresent")
        .withCommand("sh", "-c", script(master, wait.tries()))
        .withNewResources()
        .addToLimits("cpu", new Quantity("100m"))
        .addToLimits("memory", new Quantity("20Mi"))
        .addToRequests("cpu", new Quantity("50m"))
        .addToRequests("memory", new Quantity("10Mi"))
        .endResources()
        .build();
  }

  private static String script(String master, int tries) {
    return tries == 0
        ? "until nslookup %s; do echo waiting for master; sleep 2; done".formatted(master)
        : ("err=1;for i in $(seq %d); do if nslookup %s; then err=0 && break; fi;"
                + "echo waiting for master; sleep 2; done; exit $err")
            .formatted(tries, master);
  }

  private MasterWait() {}
}
