package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Generated as a user does it and run to their end, all in one yard that is set up as mlbatch sets
/// up its clusters. Those that ask for GPUs are planned elsewhere.
@Tag("needs-python")
class TheMlbatchExamplesTest {

  private static final String EXAMPLES = "examples/mlbatch/";

  @TempDir private static Path home = Path.of("");
  private static Terminal terminal = new Terminal(home);

  @BeforeAll
  static void aYardIsUp() {
    terminal = new Terminal(home);
    var up = terminal.run("up", "--detach", "--appwrapper-set=profile=mlbatch");
    assertThat(up.status()).as(up.output()).isZero();
  }

  @AfterAll
  static void leaveNothingBehind() {
    terminal.run("down", "--force");
  }

  @Test
  void greet_from_one_pod_by_one_line_of_shell() {
    assertThat(ran("hello")).contains("master-0 | hello from ", "master-0 | rank 0 of 1 is done");
  }

  @Test
  void greet_from_two_pods() {
    assertThat(ran("two-pods"))
        .contains(
            "master-0 | good morning from rank 0, the seed is 1234567",
            "worker-0 | good morning from rank 1, the seed is 1234567");
  }

  @Test
  void use_claims_scratch_space_secrets_and_keys() {
    assertThat(ran("storage", EXAMPLES + "storage.resources.yaml"))
        .contains(
            "master-0 | /tmp/.ssh/hosts/known_hosts",
            "master-0 | /tmp/.ssh/keys/id_rsa",
            "master-0 | the token has 16 characters",
            "master-0 | a shard for rank 0",
            "worker-0 | a shard for rank 1");
  }

  @Test
  void fail_twice_and_succeed_at_the_third_attempt() {
    assertThat(ran("retries", EXAMPLES + "storage.resources.yaml"))
        .contains("rank 0 makes attempt 1", "rank 0 makes attempt 2", "rank 0 makes attempt 3");
    assertThat(terminal.run("get", "appwrapper/retries", "-o", "yaml").output())
        .contains("resettingCount: 2", "phase: Succeeded", "workload.codeflare.dev/user: yard");
  }

  @Tag("needs-torch")
  @Test
  void train_on_two_nodes() {
    assertThat(ran("multi-node"))
        .contains("rank 0 of 2 is in the group", "rank 1 of 2 is in the group");
  }

  private static String ran(String example, String... beside) {
    var command =
        "trainyard generate %s%s.settings.yaml | trainyard run %s -"
            .formatted(EXAMPLES, example, String.join(" ", beside));
    var outcome = terminal.shell(command);
    assertThat(outcome.output()).as(outcome.output()).contains(example + " Succeeded");
    assertThat(outcome.status()).as(outcome.output()).isZero();
    return outcome.output();
  }
}
