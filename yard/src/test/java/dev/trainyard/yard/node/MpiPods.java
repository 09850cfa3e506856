package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.Pods.mounting;
import static dev.trainyard.yard.node.Pods.pod;

import dev.trainyard.yard.node.mpi.MpiPod;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.Map;

/// Makes the objects of an MPIJob of two workers as its operator makes them.
record MpiPods(World world, String job) {

  private static final String[] SSHD = {"/usr/sbin/sshd", "-De"};

  /// The Service and the list of hosts, which come before any pod.
  void announce() {
    world
        .client
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName(job)
                .withNamespace(World.NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withClusterIP("None")
                .withSelector(Map.of(MpiPod.OPERATOR, "mpi-operator", MpiPod.JOB, job))
                .endSpec()
                .build())
        .create();
    world.configMap(
        job + "-config",
        Map.of(
            "hostfile",
            "%s slots=1\n%s slots=1\n".formatted(host(0), host(1)),
            "discover_hosts.sh",
            "#!/bin/sh\n"));
  }

  String host(int worker) {
    return "%s-worker-%d.%s.%s.svc".formatted(job, worker, job, World.NAMESPACE);
  }

  PodBuilder worker(int number) {
    return worker(number, SSHD);
  }

  PodBuilder worker(int number, String... command) {
    var name = "%s-worker-%d".formatted(job, number);
    return with(labelled(pod(name, command), "worker", name), "WHO", "worker " + number);
  }

  /// The launcher's environment is that of a job for Open MPI.
  PodBuilder launcher(String script) {
    var launcher =
        labelled(Pods.sh(job + "-launcher-x7k2p", script), "launcher", job + "-launcher");
    with(launcher, "WHO", "launcher");
    with(launcher, "OMPI_MCA_orte_keep_fqdn_hostnames", "true");
    with(launcher, "OMPI_MCA_orte_default_hostfile", "/etc/mpi/hostfile");
    with(launcher, "OMPI_MCA_plm_rsh_args", "-o ConnectionAttempts=10");
    with(launcher, "OMPI_MCA_orte_set_default_slots", "1");
    with(launcher, "OMPI_ALLOW_RUN_AS_ROOT", "1");
    with(launcher, "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    var config =
        new VolumeBuilder()
            .withName("mpi-job-config")
            .withNewConfigMap()
            .withName(job + "-config")
            .addNewItem("hostfile", 0444, "hostfile")
            .addNewItem("discover_hosts.sh", 0555, "discover_hosts.sh")
            .endConfigMap();
    return mounting(launcher, config, "/etc/mpi");
  }

  PodBuilder withKeys(PodBuilder pod) {
    var keys =
        new VolumeBuilder()
            .withName("ssh-auth")
            .withNewSecret()
            .withSecretName(job + "-ssh")
            .withDefaultMode(0600)
            .addNewItem("ssh-privatekey", null, "id_rsa")
            .addNewItem("ssh-publickey", null, "id_rsa.pub")
            .addNewItem("ssh-publickey", null, "authorized_keys")
            .endSecret();
    return mounting(pod, keys, "/root/.ssh");
  }

  static PodBuilder with(PodBuilder pod, String name, String value) {
    return pod.editSpec()
        .editContainer(0)
        .addToEnv(new EnvVar(name, value, null))
        .endContainer()
        .endSpec();
  }

  private PodBuilder labelled(PodBuilder pod, String role, String hostname) {
    return pod.editMetadata()
        .addToLabels(MpiPod.OPERATOR, "mpi-operator")
        .addToLabels(MpiPod.JOB, job)
        .addToLabels(MpiPod.ROLE, role)
        .endMetadata()
        .editSpec()
        .withHostname(hostname)
        .withSubdomain(job)
        .endSpec();
  }
}
