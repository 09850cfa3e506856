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

/// Real `deepspeed`, by the yard's own way and by real ssh.
@Tag("needs-torch")
class ADeepSpeedJobTest {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Path EXAMPLE = Path.of("../examples/deepspeed.yaml");

  @TempDir private Path home = Path.of("");

  @AfterEach
  void leaveNothingBehind() {
    new Terminal(home).run("down", "--force");
    await("every daemon to end")
        .atMost(Duration.ofMinutes(1))
        .until(() -> Terminal.processesWith("sshd -o StrictModes=no").isEmpty());
  }

  @Test
  void trains_with_two_workers_that_each_start_their_share() throws IOException {
    var output = trained(Files.readString(EXAMPLE));

    assertThat(output).doesNotContain("pdsh");
  }

  @Test
  void trains_over_ssh_with_keys_of_its_own_and_the_variables_of_its_container()
      throws IOException {
    var output =
        trained(
            Files.readString(EXAMPLE)
                .replace(
                    "  name: deepspeed\n",
                    """
                      name: deepspeed
                      annotations:
                        trainyard.dev/deepspeed-transport: ssh
                    """));

    assertThat(output)
        .contains("Accepted publickey for root")
        .contains("cmd = pdsh")
        .contains("export DS_ACCELERATOR=cpu")
        .doesNotContain("PRIVATE KEY");
  }

  private String trained(String manifest) throws IOException {
    var file = Files.writeString(home.resolve("job.yaml"), manifest);
    var training = new Terminal(home).start("run", file.toString());
    await("the training").atMost(PATIENCE).until(training::ended);
    var output = training.outcome().output();
    assertThat(training.outcome().status()).as(output).isZero();
    assertThat(output)
        .contains("rank 0 of 2 is in the group", "rank 1 of 2 is in the group")
        .contains("step 100  loss 0.0")
        .contains("deepspeed Succeeded");
    return output;
  }
}
