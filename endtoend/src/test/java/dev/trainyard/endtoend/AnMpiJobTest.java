package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real `mpirun`, by the yard's own way and by real ssh.
@Tag("needs-mpi")
class AnMpiJobTest {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Path EXAMPLE = Path.of("../examples/mpi.yaml");

  private static final String SSHD = "sshd -D -e -o StrictModes=no -o PidFile=none";

  @TempDir private Path home = Path.of("");

  @AfterEach
  void leaveNothingBehind() {
    new Terminal(home).run("down", "--force");
    await("every daemon to end")
        .atMost(Duration.ofMinutes(1))
        .until(() -> Terminal.processesWith(SSHD).isEmpty());
  }

  @Test
  void runs_a_process_in_each_of_its_workers_without_any_sshd() throws IOException {
    var output = ran(Files.readString(EXAMPLE));

    assertThat(output)
        .contains("rank 0 of 2 runs in a worker", "rank 1 of 2 runs in a worker")
        .contains("hello-mpi Succeeded")
        .doesNotContain("Accepted publickey");
  }

  @Test
  void reaches_its_workers_over_real_ssh_with_keys_of_its_own() throws IOException {
    var output =
        ran(
            Files.readString(EXAMPLE)
                .replace(
                    "- {name: OMPI_ALLOW_RUN_AS_ROOT, value: \"1\"}",
                    """
                    - {name: OMPI_ALLOW_RUN_AS_ROOT, value: "1"}
                                    - name: OMPI_MCA_plm_rsh_agent
                                      value: >-
                                        ssh -o StrictHostKeyChecking=no
                                        -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR\
                    """)
                .replace("runs in a $K_MPI_JOB_ROLE", "runs on $(hostname)")
                .replaceFirst(
                    "(Worker:[\\s\\S]*image: mpioperator/mpi-pi:openmpi\n)",
                    "$1              command: [sh, -c, \"mkdir -p /run/sshd && exec /usr/sbin/%s\"]\n"
                        .formatted(SSHD)));

    assertThat(output)
        .contains("Accepted publickey for root")
        .contains("of 2 runs on hello-mpi-worker-0", "of 2 runs on hello-mpi-worker-1")
        .contains("hello-mpi Succeeded")
        .doesNotContain("PRIVATE KEY");
  }

  @Test
  void is_what_a_workload_with_mpi_becomes() throws IOException {
    var output = ran(Files.readString(Path.of("../examples/runai/mpi.yaml")));

    assertThat(output)
        .contains("rank 0 of 2 runs in a worker", "rank 1 of 2 runs in a worker")
        .contains("mpi Succeeded");
  }

  private String ran(String manifest) throws IOException {
    var file = Files.writeString(home.resolve("job.yaml"), manifest);
    var running = new Terminal(home).start("run", file.toString());
    await("the job").atMost(PATIENCE).until(running::ended);
    var output = running.outcome().output();
    assertThat(running.outcome().status()).as(output).isZero();
    return output;
  }
}
