package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of a worker, and of the yard itself, while a job runs.
class AKilledProcessTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path home = Path.of("");

  private final String word = "marker-" + UUID.randomUUID();

  @BeforeEach
  void startFromNothing() {
    assertThat(Terminal.processesWith(word)).isEmpty();
  }

  @AfterEach
  void leaveNothingBehind() {
    new Terminal(home).run("down", "--force");
    await("every process to end")
        .atMost(PATIENCE)
        .until(() -> Terminal.processesWith(word).isEmpty());
  }

  /// A master that waits for a file and two workers that run until they are told to stop.
  private Path manifest(Path go) throws IOException {
    var script =
        "echo started " + word + "; while [ ! -e " + go + " ]; do sleep 0.1; done; echo finished";
    var replica =
        """
              restartPolicy: OnFailure
              template:
                spec:
                  containers:
                  - name: pytorch
                    image: busybox
                    command: [sh, -c, "%s"]
        """
            .formatted(script);
    return Files.writeString(
        home.resolve("job.yaml"),
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata:
          name: sturdy
        spec:
          pytorchReplicaSpecs:
            Master:
              replicas: 1
        %s    Worker:
              replicas: 2
        %s\
        """
            .formatted(replica, replica));
  }

  /// The programs of replicas alone. Whoever starts one has its words among its own arguments, and
  /// whatever one starts is for a moment its copy.
  private static Set<Long> shells(String word) {
    var programs =
        Terminal.processesWith("started " + word).stream()
            .filter(process -> runs(process, "echo started " + word))
            .toList();
    return programs.stream()
        .filter(process -> process.parent().filter(programs::contains).isEmpty())
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  private static boolean runs(ProcessHandle process, String script) {
    return process
        .info()
        .arguments()
        .filter(words -> words.length > 1 && words[1].startsWith(script))
        .isPresent();
  }

  private void awaitShells(int count) {
    await(count + " replicas to run").atMost(PATIENCE).until(() -> shells(word).size() == count);
  }

  private void awaitSuccess(Terminal terminal) {
    await("the job to succeed")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .until(() -> terminal.run("get", "sturdy").output().contains("Succeeded"));
  }

  @Test
  void that_is_a_worker_is_replaced_and_the_job_succeeds() throws IOException {
    var terminal = new Terminal(home);
    var go = home.resolve("go");
    assertThat(terminal.run("up", "--detach").status()).isZero();
    assertThat(terminal.run("submit", manifest(go).toString()).status()).isZero();
    awaitShells(3);
    var before = shells(word);

    var victim = before.iterator().next();
    ProcessHandle.of(victim).orElseThrow().destroyForcibly();

    await("a replacement")
        .atMost(PATIENCE)
        .until(() -> shells(word).size() == 3 && !shells(word).contains(victim));
    assertThat(shells(word))
        .containsAll(before.stream().filter(pid -> !pid.equals(victim)).toList());
    Files.createFile(go);
    awaitSuccess(terminal);
  }

  @Test
  void that_is_the_yard_loses_no_job_runs_none_twice_and_interrupts_nobody() throws IOException {
    var terminal = new Terminal(home);
    var go = home.resolve("go");
    var yard = terminal.start("up");
    await("the yard to be up").atMost(PATIENCE).until(() -> terminal.run("status").status() == 0);
    assertThat(terminal.run("submit", manifest(go).toString()).status()).isZero();
    awaitShells(3);
    var running = shells(word);

    yard.kill();
    assertThat(shells(word)).as("nobody was interrupted").isEqualTo(running);
    assertThat(terminal.run("up", "--detach").status()).isZero();
    await("the job to be seen running")
        .atMost(PATIENCE)
        .until(() -> terminal.run("get", "sturdy").output().contains("Running"));
    assertThat(shells(word)).as("the same processes, and no others").isEqualTo(running);

    Files.createFile(go);
    awaitSuccess(terminal);
    var logs = terminal.run("logs", "sturdy").output();
    assertThat(logs.lines().filter(line -> line.contains("started " + word)))
        .as("each replica ran once: " + logs)
        .hasSize(3);
    assertThat(logs.lines().filter(line -> line.contains("finished")).toList())
        .isNotEqualTo(List.of());
  }
}
