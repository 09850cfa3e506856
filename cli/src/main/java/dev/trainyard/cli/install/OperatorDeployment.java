package dev.trainyard.cli.install;

import dev.trainyard.operator.kinds.Registration;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The operator's pods: no root, no privileges, nothing to write to but a scratch directory.
final class OperatorDeployment {

  static final int METRICS_PORT = 8080;
  private static final int PROBES_PORT = 8081;
  private static final int WEBHOOK_PORT = 9443;
  private static final long NOBODY = 65_532;
  private static final String SCRATCH = "scratch";

  static HasMetadata of(Installation installation) {
    return new DeploymentBuilder()
        .withMetadata(Manifests.metadata(Manifests.NAME, Optional.of(installation.namespace())))
        .withNewSpec()
        .withReplicas(installation.replicas())
        .withNewSelector()
        .withMatchLabels(Manifests.SELECTOR)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(Manifests.SELECTOR)
        .addToLabels("app.kubernetes.io/part-of", "trainyard")
        .endMetadata()
        .withNewSpec()
        .withServiceAccountName(Manifests.NAME)
        .withTerminationGracePeriodSeconds(30L)
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withRunAsUser(NOBODY)
        .withRunAsGroup(NOBODY)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .addNewTopologySpreadConstraint()
        .withMaxSkew(1)
        .withTopologyKey("kubernetes.io/hostname")
        .withWhenUnsatisfiable("ScheduleAnyway")
        .withNewLabelSelector()
        .withMatchLabels(Manifests.SELECTOR)
        .endLabelSelector()
        .endTopologySpreadConstraint()
        .withContainers(container(installation))
        .addNewVolume()
        .withName(SCRATCH)
        .withNewEmptyDir()
        .endEmptyDir()
        .endVolume()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static Container container(Installation installation) {
    var size = installation.size();
    return new ContainerBuilder()
        .withName("operator")
        .withImage(installation.image())
        .withImagePullPolicy(installation.pullPolicy())
        .withCommand("trainyard", "operator")
        .withArgs(arguments(installation))
        .addNewEnv()
        .withName("JAVA_TOOL_OPTIONS")
        .withValue("-XX:MaxRAMPercentage=70")
        .endEnv()
        .withPorts(ports(installation))
        .withStartupProbe(probe("/readyz", 2, 60))
        .withLivenessProbe(probe("/livez", 20, 6))
        .withReadinessProbe(probe("/readyz", 5, 3))
        .withNewResources()
        .withRequests(
            Map.of("cpu", new Quantity(size.cpu()), "memory", new Quantity(size.memory())))
        .withLimits(Map.of("memory", new Quantity(size.memoryLimit())))
        .endResources()
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withRunAsNonRoot(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .addNewVolumeMount()
        .withName(SCRATCH)
        .withMountPath("/tmp")
        .endVolumeMount()
        .build();
  }

  private static List<ContainerPort> ports(Installation installation) {
    var ports = new ArrayList<ContainerPort>();
    ports.add(port("metrics", METRICS_PORT));
    ports.add(port("probes", PROBES_PORT));
    if (installation.webhook()) {
      ports.add(port(Endpoints.PORT_NAME, WEBHOOK_PORT));
    }
    return ports;
  }

  private static ContainerPort port(String name, int number) {
    return new ContainerPortBuilder().withName(name).withContainerPort(number).build();
  }

  /// The flags of `trainyard operator`.
  private static List<String> arguments(Installation installation) {
    var words =
        new ArrayList<>(
            List.of(
                "--metrics-bind-address=:" + METRICS_PORT,
                "--health-probe-bind-address=:" + PROBES_PORT,
                "--log-format=json"));
    if (!installation.watched().isEmpty()) {
      words.add("--namespace=" + String.join(",", installation.watched()));
    }
    words.add(
        "--dialects="
            + String.join(",", installation.kinds().stream().map(Registration::name).toList()));
    installation
        .gangScheduler()
        .ifPresent(scheduler -> words.add("--gang-scheduler-name=" + scheduler.name()));
    words.addAll(installation.habits());
    if (!installation.schedulers().isEmpty()) {
      words.add("--scheduler=" + String.join(",", installation.schedulers()));
    }
    installation
        .webhookNames()
        .ifPresent(
            names -> {
              words.add("--webhook-server-port=" + WEBHOOK_PORT);
              words.add("--webhook-service-name=" + names.service());
              words.add("--webhook-secret-name=" + names.secret());
              words.add("--webhook-configuration-name=" + names.configuration());
            });
    return words;
  }

  private static Probe probe(String path, int every, int failures) {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withPath(path)
        .withNewPort("probes")
        .endHttpGet()
        .withPeriodSeconds(every)
        .withFailureThreshold(failures)
        .build();
  }

  private OperatorDeployment() {}
}
