package dev.trainyard.yard.node;

import static dev.trainyard.yard.node.MpiPods.with;
import static dev.trainyard.yard.node.Pods.condition;
import static dev.trainyard.yard.node.Pods.emptyDir;
import static dev.trainyard.yard.node.Pods.main;
import static dev.trainyard.yard.node.Pods.mounting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.trainyard.yard.node.mpi.Doors;
import dev.trainyard.yard.node.mpi.MpiJob;
import dev.trainyard.yard.node.supervisor.ProcessId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Without MPI: a launcher does by hand what `mpirun` does.
class MpiWorkersWithoutSshdTest {

  private static final String ASK = "$OMPI_MCA_plm_rsh_agent -o ConnectionAttempts=10 ";

  @TempDir Path directory;
  private World world;
  private MpiPods job;

  @BeforeEach
  void start() throws IOException {
    world = World.mounted(directory);
    job = new MpiPods(world, "bert");
    job.announce();
  }

  @AfterEach
  void stop() throws IOException {
    if (world != null) {
      world.close();
    }
  }

  @Test
  void run_what_the_launcher_asks_for_in_their_own_surroundings() {
    world.create(mounting(job.worker(0), emptyDir("data"), "/trainyard-test/data"));
    world.create(job.worker(1));

    var printed =
        world.printedBy(
            job.launcher(
                ASK
                    + job.host(0)
                    + " 'echo $WHO on $(hostname); ls -d /trainyard-test/data';"
                    + ASK
                    + job.host(1)
                    + " 'echo $WHO on $(hostname); exit 3'; echo $?"));

    assertThat(printed)
        .containsExactly(
            "worker 0 on bert-worker-0", "/trainyard-test/data", "worker 1 on bert-worker-1", "3");
    var worker = world.find("bert-worker-0").orElseThrow();
    assertThat(worker.getStatus().getPhase()).isEqualTo("Running");
    assertThat(condition(worker, "Ready")).isEqualTo("True");
    assertThat(worker.getSpec().getContainers().getFirst().getCommand())
        .containsExactly("/usr/sbin/sshd", "-De");
  }

  @Test
  void know_each_other_by_name_but_not_as_themselves() {
    world.create(job.worker(0));
    world.create(job.worker(1));
    world.awaitPhase("bert-worker-1", "Running");

    var addresses =
        world.printedBy(
            job.launcher(
                """
                for name in bert-worker-0.bert bert-worker-0.bert.team.svc \\
                    bert-worker-0.bert.team.svc.cluster.local bert-worker-1.bert.team.svc; do
                  until getent ahostsv4 $name >/dev/null; do sleep 0.1; done
                  getent ahostsv4 $name | head -1 | cut -d' ' -f1
                done
                """));

    assertThat(addresses).hasSize(4).allMatch(it -> it.startsWith("127."));
    assertThat(addresses.subList(0, 3)).containsOnly(addresses.getFirst());
    assertThat(addresses.getLast()).isNotIn(addresses.getFirst(), "127.0.0.1");
  }

  @Test
  void need_no_root_that_can_be_written_to() {
    var worker = job.worker(0);
    worker
        .editSpec()
        .editContainer(0)
        .withNewSecurityContext()
        .withReadOnlyRootFilesystem(true)
        .endSecurityContext()
        .endContainer()
        .endSpec();
    world.create(worker);

    assertThat(world.printedBy(job.launcher(ASK + job.host(0) + " 'echo $WHO'")))
        .containsExactly("worker 0");
  }

  @Test
  void are_reached_again_after_they_were_restarted() {
    var worker = job.worker(0).editSpec().withRestartPolicy("OnFailure").endSpec();
    var created = world.create(worker);
    world.awaitPhase("bert-worker-0", "Running");

    var launcher =
        world.create(
            job.launcher(
                ASK + job.host(0) + " 'kill -9 $PPID'; " + ASK + job.host(0) + " 'echo $WHO'"));

    world.awaitPhase(launcher.getMetadata().getName(), "Succeeded");
    assertThat(world.printed(launcher)).endsWith("worker 0");
    assertThat(main(world.find(created.getMetadata().getName()).orElseThrow()).getRestartCount())
        .isEqualTo(1);
  }

  @Test
  void end_with_everything_they_were_asked_to_run() throws Exception {
    world.create(job.worker(0));
    var pid =
        Long.parseLong(
            world
                .printedBy(
                    job.launcher(
                        ASK + job.host(0) + " 'setsid sleep 600 >/dev/null 2>&1 & echo $!'"))
                .getFirst());
    var daemon = ProcessId.find(pid).orElseThrow();
    assertThat(daemon.alive()).isTrue();

    world.delete("bert-worker-0");
    world.awaitGone("bert-worker-0");

    assertThat(daemon.alive()).isFalse();
    world.delete("bert-launcher-x7k2p");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.notExists(doors().directory(new MpiJob(World.NAMESPACE, "bert"))));
  }

  private Doors doors() {
    return new Doors(world.home);
  }

  @Test
  void with_an_sshd_of_their_own_are_left_alone() {
    world.create(job.worker(0, "sh", "-c", "sleep 600"));

    assertThat(world.printedBy(job.launcher("env | grep -c -e RSH_AGENT -e rsh_agent || true")))
        .containsExactly("0");
  }

  @Test
  void leave_a_way_that_the_user_chose_alone() {
    world.create(job.worker(0));
    var launcher = job.launcher("echo $OMPI_MCA_plm_rsh_agent; echo $HYDRA_LAUNCHER");

    assertThat(world.printedBy(with(launcher, "OMPI_MCA_plm_rsh_agent", "ssh")))
        .containsExactly("ssh", "rsh");
  }

  @Test
  void are_not_run_as_somebody_who_could_not_reach_them() {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root has other users");
    var worker = job.worker(0);
    worker.editSpec().withNewSecurityContext().withRunAsUser(1000L).endSecurityContext().endSpec();
    world.create(worker);

    assertThat(world.awaitWaiting("bert-worker-0")).contains("user 1000: remove runAsUser");
  }
}
