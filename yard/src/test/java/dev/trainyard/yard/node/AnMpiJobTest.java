package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.MpiPods.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.network.Networking;
import dev.trainyard.yard.node.network.Networks;
import dev.trainyard.yard.node.view.Mounting;
import dev.trainyard.yard.node.view.Views;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real `mpirun`, on two workers.
@Tag("needs-mpi")
class AnMpiJobTest {

  private static final String TELL =
      "mpirun -n 2 sh -c 'echo rank $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE is $WHO'";

  /// Without a compiler: the sum of all ranks, each counted from one.
  private static final String SUM =
      """
      import ctypes
      mpi = ctypes.CDLL("libmpi.so.40", mode=ctypes.RTLD_GLOBAL)
      the = lambda name: ctypes.byref(ctypes.c_char.in_dll(mpi, name))
      world = the("ompi_mpi_comm_world")
      mpi.MPI_Init(None, None)
      rank, total = ctypes.c_int(), ctypes.c_int()
      mpi.MPI_Comm_rank(world, ctypes.byref(rank))
      mine = ctypes.c_int(rank.value + 1)
      mpi.MPI_Allreduce(ctypes.byref(mine), ctypes.byref(total), 1,
                        the("ompi_mpi_int"), the("ompi_mpi_op_sum"), world)
      print("sum %d\\n" % total.value, end="", flush=True)
      mpi.MPI_Finalize()
      """;

  @TempDir Path directory;

  @Test
  void runs_on_the_machines_network() throws Exception {
    assumeTrue(Views.obstacle(directory).isEmpty(), "this machine allows no mounts");
    runs(options -> options.withMounting(Mounting.MOUNTED));
  }

  @Test
  void runs_where_nothing_can_be_mounted() throws Exception {
    runs(options -> options.withMounting(Mounting.REWRITTEN));
  }

  /// Daemons of one job that share a machine clean up each other's files.
  @Test
  void has_its_daemons_share_no_files() throws Exception {
    assertThat(
            printed(
                options -> options.withMounting(Mounting.REWRITTEN),
                "mpirun -n 2 sh -c 'echo $PMIX_GDS_MODULE'"))
        .containsExactly("hash", "hash");
  }

  @Test
  void gives_each_of_its_daemons_a_place_of_its_own() throws Exception {
    assertThat(
            printed(
                options -> options.withMounting(Mounting.REWRITTEN),
                "mpirun -n 2 sh -c 'echo ${PMIX_SERVER_TMPDIR%%/ompi.*}'"))
        .hasSize(2)
        .doesNotHaveDuplicates();
  }

  @Test
  void runs_in_networks_of_its_pods_own() throws Exception {
    assumeTrue(Networks.obstacle(directory).isEmpty(), "this machine allows no own networks");
    runs(options -> options.withNetworking(Networking.ISOLATED));
  }

  @Test
  @Tag("needs-python")
  void lets_its_processes_talk_on_the_machines_network() throws Exception {
    talks(options -> options);
  }

  @Test
  @Tag("needs-python")
  void lets_its_processes_talk_between_networks() throws Exception {
    assumeTrue(Networks.obstacle(directory).isEmpty(), "this machine allows no own networks");
    talks(options -> options.withNetworking(Networking.ISOLATED));
  }

  private void talks(UnaryOperator<Options> tune) throws IOException {
    var program = Files.writeString(directory.resolve("sum.py"), SUM);
    assertThat(printed(tune, "mpirun -n 2 python3 " + program)).containsExactly("sum 3", "sum 3");
  }

  private void runs(UnaryOperator<Options> tune) throws IOException {
    assertThat(printed(tune, TELL))
        .containsExactlyInAnyOrder("rank 0 of 2 is worker 0", "rank 1 of 2 is worker 1");
  }

  private List<String> printed(UnaryOperator<Options> tune, String script) throws IOException {
    try (var world = new World(directory, tune)) {
      var job = new MpiPods(world, "bert");
      job.announce();
      world.create(job.worker(0));
      world.create(job.worker(1));

      return world.printedBy(job.launcher(script));
    }
  }

  /// With a command of their own the workers are reached by ssh, as on any cluster: with the job's
  /// keys, in the environment that ssh gives, and after the user has said what to do about hosts
  /// that nobody knows.
  @Test
  void runs_over_real_ssh_where_its_workers_have_an_sshd_of_their_own() throws Exception {
    assumeTrue(Networks.obstacle(directory).isEmpty(), "this machine allows no own networks");
    try (var world = new World(directory, options -> options.withNetworking(Networking.ISOLATED))) {
      var job = new MpiPods(world, "bert");
      job.announce();
      world.secret("bert-ssh", keys());
      var sshd = "mkdir -p /run/sshd && exec /usr/sbin/sshd -D -e -o StrictModes=no";
      var first = world.create(job.withKeys(job.worker(0, "/bin/sh", "-c", sshd)));
      world.create(job.withKeys(job.worker(1, "/bin/sh", "-c", sshd)));
      world.awaitPhase("bert-worker-1", "Running");
      var launcher = job.withKeys(job.launcher("mpirun -n 2 sh -c 'echo $(hostname) $WHO'"));
      with(
          launcher,
          "OMPI_MCA_plm_rsh_agent",
          "ssh -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR");

      assertThat(world.printedBy(launcher))
          .containsExactlyInAnyOrder("bert-worker-0", "bert-worker-1");
      assertThat(String.join("\n", world.printed(first)))
          .contains("Accepted publickey for root")
          .doesNotContain("PRIVATE KEY");
    }
  }

  private Map<String, String> keys() throws IOException, InterruptedException {
    var key = directory.resolve("key");
    var process =
        new ProcessBuilder(
                "ssh-keygen",
                "-q",
                "-t",
                "ecdsa",
                "-b",
                "521",
                "-m",
                "PEM",
                "-N",
                "",
                "-f",
                key.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    return Map.of(
        "ssh-privatekey",
        Files.readString(key),
        "ssh-publickey",
        Files.readString(directory.resolve("key.pub")));
  }

  @Test
  void fails_with_its_program() throws Exception {
    try (var world = new World(directory)) {
      var job = new MpiPods(world, "bert");
      job.announce();
      world.create(job.worker(0));
      world.create(job.worker(1));
      var launcher = world.create(job.launcher("mpirun -n 2 sh -c 'exit 5'"));

      var ended = world.awaitPhase(launcher.getMetadata().getName(), "Failed");

      assertThat(Pods.main(ended).getState().getTerminated().getExitCode()).isEqualTo(5);
    }
  }
}
