package dev.trainyard.yard.node;

import dev.trainyard.yard.node.ContainerStarter.Blocked;
import dev.trainyard.yard.node.mpi.Doors;
import dev.trainyard.yard.node.mpi.MpiJob;
import dev.trainyard.yard.node.mpi.MpiPod;
import dev.trainyard.yard.node.mpi.MpiPod.Role;
import dev.trainyard.yard.node.mpi.WorkerShell;
import dev.trainyard.yard.node.network.Network;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.NetworkInterface;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Knows the containers whose programs come from images that this machine does not have, and what
/// takes their place here.
final class Arrangements {

  /// Every daemon of Open MPI believes it has its machine's `/tmp` for itself. Those of two workers
  /// on one clean up each other's files, and fail or complain in the midst of the program's output.
  private static final Map<String, String> SHARING_NO_FILES = Map.of("PMIX_MCA_gds", "hash");

  /// The words for where a daemon keeps its files, of Open MPI 4 and 5.
  private static final List<String> FILES_OF_A_DAEMON =
      List.of("OMPI_MCA_orte_tmpdir_base", "PRTE_MCA_prte_tmpdir_base");

  private final KubernetesClient client;
  private final String node;
  private final Network network;
  private final Doors doors;

  Arrangements(KubernetesClient client, String node, Network network, Doors doors) {
    this.client = client;
    this.node = node;
    this.network = network;
    this.doors = doors;
  }

  Arrangement of(Pod pod, Container container) throws Blocked, IOException {
    var mpi =
        MpiPod.of(pod).filter(_ -> container.equals(pod.getSpec().getContainers().getFirst()));
    if (mpi.isPresent()) {
      return switch (mpi.get().role()) {
        case WORKER -> worker(pod, mpi.get().job());
        case LAUNCHER -> launcher(pod, mpi.get().job());
      };
    }
    return GitSync.of(pod, container)
        .or(() -> S3Mount.of(container).map(S3Mount::arrangement))
        .orElse(Arrangement.NONE);
  }

  /// A worker needs no sshd to be reached on the same machine.
  private Arrangement worker(Pod pod, MpiJob job) throws Blocked, IOException {
    var number = MpiPod.waitingForSsh(pod);
    if (number.isEmpty()) {
      return Arrangement.NONE;
    }
    checkHome(job);
    checkUser(pod);
    var environment = new HashMap<>(SHARING_NO_FILES);
    var scratch = doors.scratch(job, number.get()).toString();
    FILES_OF_A_DAEMON.forEach(name -> environment.put(name, scratch));
    return Arrangement.running(WorkerShell.command(doors.prepare(job, number.get())))
        .in(environment)
        .needing(doors.directory(job));
  }

  /// Where all workers wait for ssh alone, `mpirun` is told of another way to them.
  private Arrangement launcher(Pod pod, MpiJob job) throws Blocked, IOException {
    var workers = workers(job);
    if (workers.isEmpty()
        || !workers.stream().allMatch(worker -> MpiPod.waitingForSsh(worker).isPresent())) {
      return Arrangement.NONE;
    }
    checkHome(job);
    checkUser(pod);
    var environment = new HashMap<>(through(doors.agent(job).toString()));
    environment.putAll(SHARING_NO_FILES);
    if (onLoopbackAlone(pod)) {
      // Open MPI never uses loopback by itself, and then no worker would reach another. Where there
      // is anything else nothing is said: together with an `if_exclude` of the user's own it would
      // be an error.
      environment.put("OMPI_MCA_btl_tcp_if_include", "lo");
    }
    return Arrangement.with(environment).needing(doors.directory(job));
  }

  /// The words differ between Open MPI, Intel MPI and MPICH; each ignores those of the others.
  private static Map<String, String> through(String agent) {
    return Map.of(
        "OMPI_MCA_plm_rsh_agent", agent,
        "I_MPI_HYDRA_BOOTSTRAP", "rsh",
        "I_MPI_HYDRA_BOOTSTRAP_EXEC", agent,
        "HYDRA_LAUNCHER", "rsh",
        "HYDRA_LAUNCHER_EXEC", agent);
  }

  /// True where pods share the network of a machine that has none.
  private boolean onLoopbackAlone(Pod pod) throws IOException {
    if (!network.join(pod).podIp().startsWith("127.")) {
      return false;
    }
    for (var device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      if (device.isUp() && !device.isLoopback()) {
        return false;
      }
    }
    return true;
  }

  /// Asks for the pods afresh: workers are made before their launcher, but may be too new for us. A
  /// node may see its own pods only.
  private List<Pod> workers(MpiJob job) {
    return client
        .pods()
        .inNamespace(job.namespace())
        .withLabel(MpiPod.JOB, job.name())
        .withField("spec.nodeName", node)
        .list()
        .getItems()
        .stream()
        .filter(it -> MpiPod.of(it).filter(mpi -> mpi.role() == Role.WORKER).isPresent())
        .toList();
  }

  private void checkHome(MpiJob job) throws Blocked {
    var unfit = doors.unfit(job);
    if (unfit.isPresent()) {
      throw new Blocked(
          "CreateContainerError",
          ("MPI workers are reached through sockets below the node's home %s, but %s. Choose"
                  + " another home with TRAINYARD_HOME.")
              .formatted(doors.home(), unfit.get()));
    }
  }

  private static void checkUser(Pod pod) throws Blocked, IOException {
    var user = SecurityContexts.here(true).user(pod, pod.getSpec().getContainers().getFirst());
    if (user.filter(it -> it.uid() != 0).isPresent()) {
      throw new Blocked(
          "CreateContainerError",
          ("MPI workers are reached through sockets that only the yard's own user can use, not"
                  + " user %d: remove runAsUser, or give the workers an sshd of their own.")
              .formatted(user.get().uid()));
    }
  }
}
