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

class APyTorchTrainingJobTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path home = Path.of("");

  @AfterEach
  void stopTheYard() {
    new Terminal(home).run("down", "--force");
  }

  @Test
  @Tag("needs-python")
  void is_looked_into_then_trains_is_paused_and_goes_on_with_other_arguments() throws IOException {
    var terminal = new Terminal(home);
    ok(terminal, "up", "--detach");
    ok(terminal, "submit", manifest(DEBUGGED));

    // Looked into: the pods are there, and nothing trains.
    ok(terminal, "wait", "lookedinto", "--for", "Running");
    assertThat(ok(terminal, "exec", "lookedinto", "--index", "1", "--", "sh", "-c", LOOK))
        .contains("I am 1 of 2");
    assertThat(ok(terminal, "logs", "lookedinto")).doesNotContain("trains");

    // Back to normal.
    ok(terminal, "resume", "lookedinto");
    await("the training")
        .atMost(PATIENCE)
        .until(() -> ok(terminal, "logs", "lookedinto").contains("rank 1 trains"));

    // Paused, the pods are gone and the job is there.
    ok(terminal, "pause", "lookedinto");
    ok(terminal, "wait", "lookedinto", "--for", "Suspended");
    await("the pods to go").atMost(PATIENCE).until(() -> Terminal.processesWith(WORD).isEmpty());

    // Resumed, it runs what its resume entry says, and ends.
    ok(terminal, "resume", "lookedinto");
    ok(terminal, "wait", "lookedinto", "--for", "Succeeded");
    assertThat(ok(terminal, "logs", "lookedinto")).contains("rank 0 goes on");
  }

  /// Found in the command line of its programs alone.
  private static final String WORD = "time.sleep(3611)";

  private static final String LOOK = "echo I am $RANK of $WORLD_SIZE";

  private static final String DEBUGGED =
      """
      apiVersion: batch.tensorstack.dev/v1beta1
      kind: PyTorchTrainingJob
      metadata: {name: lookedinto}
      spec:
        runMode:
          debug: {enable: true}
          pause:
            resumeSpecs:
            - {type: worker, args: [-uc, "import os; print('rank', os.environ['RANK'], 'goes on')"]}
        replicaSpecs:
        - type: worker
          replicas: 2
          template:
            spec:
              containers:
              - name: python
                image: python
                command: [python3]
                args: [-uc, "import os, time; print('rank', os.environ['RANK'], 'trains'); time.sleep(3611)"]
      """;

  @Test
  @Tag("needs-torch")
  void is_scaled_from_two_to_four_and_to_one_while_torchrun_trains() throws IOException {
    var terminal = new Terminal(home);
    ok(terminal, "up", "--detach");
    var checkpoints = Files.createDirectory(home.resolve("checkpoints"));
    var example =
        Files.readString(Path.of("../examples/pytorch-training-elastic.yaml"))
            .replace("/tmp/pytorch-training", checkpoints.toString())
            .replace("\"1000\"", "\"1000000\"");
    var training = terminal.start("run", manifest(example));
    Progress.awaited(training, 0, 2);

    int growing = training.output().length();
    ok(terminal, "scale", "elastic", "--replicas", "4");
    int afterGrowth = Progress.awaited(training, growing, 4);
    int shrinking = training.output().length();
    ok(terminal, "scale", "elastic", "--replicas", "1");
    int afterShrinking = Progress.awaited(training, shrinking, 1);

    Files.createFile(checkpoints.resolve("stop"));
    await("the job to end").atMost(PATIENCE).until(training::ended);
    assertThat(training.outcome().status()).as(training.output()).isZero();
    assertThat(afterGrowth).isPositive();
    assertThat(afterShrinking).isGreaterThanOrEqualTo(afterGrowth);
    assertThat(training.output()).contains("Succeeded");
  }

  private String manifest(String text) throws IOException {
    return Files.writeString(home.resolve("job.yaml"), text).toString();
  }

  private static String ok(Terminal terminal, String... arguments) {
    var outcome = terminal.run(arguments);
    assertThat(outcome.status())
        .as("%s: %s", String.join(" ", arguments), outcome.output())
        .isZero();
    return outcome.output();
  }
}
