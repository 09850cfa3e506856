package dev.trainyard.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the README promises people who bring files of Run:ai.
@Tag("needs-python")
class TheRunAiExamplesTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path home = Path.of("");

  @AfterEach
  void leaveNothingBehind() {
    new Terminal(home).run("down", "--force");
  }

  @Test
  void a_name_and_an_image_are_enough() {
    assertThat(ran("minimal")).contains("job minimal of project default", "minimal Succeeded");
  }

  @Test
  void a_sweep_tries_every_setting() {
    var output = ran("sweep");

    assertThat(output).contains("sweep Succeeded");
    assertThat(IntStream.range(0, 6))
        .allMatch(index -> output.contains("try %d:".formatted(index)));
  }

  @Test
  void a_job_takes_from_a_template_what_it_does_not_say() {
    assertThat(ran("template"))
        .contains("{'LR': '0.5', 'EPOCHS': '3', 'DEBUG': None}")
        .contains("fast-learner Succeeded");
  }

  @Test
  void a_share_of_a_gpu_is_planned_and_said_to_be_nobodys_business_yet() {
    var planned = new Terminal(home).run("plan", "examples/runai/fraction.yaml");

    assertThat(planned.status()).isZero();
    assertThat(planned.output()).contains("gpu-fraction: \"0.5\"", "warning: spec.gpu.value");
  }

  private String ran(String example) {
    var running = new Terminal(home).start("run", "examples/runai/%s.yaml".formatted(example));
    await(example).atMost(PATIENCE).until(running::ended);
    var output = running.outcome().output();
    assertThat(running.outcome().status()).as(output).isZero();
    return output;
  }
}
