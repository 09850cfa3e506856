package dev.trainyard.yard.node.gates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AGateTest {

  @TempDir Path directory;

  @BeforeEach
  void needs_a_processor_it_is_for() {
    assumeTrue(Architecture.here().isPresent(), "no gate is for this processor");
  }

  @Test
  void hands_a_program_its_environment_as_it_was_packed() throws Exception {
    var environment =
        Map.of(
            "with.dots", "and = signs",
            "empty", "",
            "PATH", "/usr/bin:/bin",
            "LD_DEBUG", "libs",
            "OPTIND", "no number",
            "lines", "one\ntwo");

    var printed = throughBaggage(environment, "env", "-0");

    assertThat(printed.split("\0"))
        .containsExactlyInAnyOrder(
            environment.entrySet().stream()
                .map(it -> it.getKey() + "=" + it.getValue())
                .toArray(String[]::new));
  }

  @Test
  void keeps_the_environment_from_the_programs_before_it() {
    assertThat(Baggage.packed(Map.of("LD_PRELOAD", "/tmp/x.so", "PATH", "/tmp")))
        .doesNotContainKey("LD_PRELOAD")
        .doesNotContainEntry("PATH", "/tmp");
  }

  @Test
  void leaves_its_program_no_open_file_of_its_own() throws Exception {
    assertThat(throughBaggage(Map.of("PATH", "/usr/bin:/bin"), "ls", "/proc/self/fd").lines())
        .containsExactly("0", "1", "2", "3");
  }

  @Test
  void says_so_when_there_is_no_such_program() throws Exception {
    var baggage = Baggage.make(directory.resolve("baggage")).orElseThrow();
    var words = baggage.around(List.of(), directory.resolve("setpriv"));
    var process = new ProcessBuilder(words).redirectErrorStream(true).start();

    assertThat(output(process)).contains("could not become its program");
    assertThat(process.exitValue()).isEqualTo(126);
  }

  private String throughBaggage(Map<String, String> environment, String... command)
      throws Exception {
    var words =
        new ArrayList<>(
            Baggage.make(directory.resolve("baggage")).orElseThrow().around(List.of(), setpriv()));
    words.addAll(List.of(command));
    var builder = new ProcessBuilder(words);
    builder.environment().clear();
    builder.environment().putAll(Baggage.packed(environment));
    return output(builder.start());
  }

  private static Path setpriv() {
    var setpriv = Path.of("/usr/bin/setpriv");
    assumeTrue(Files.isExecutable(setpriv), "setpriv is not installed");
    return setpriv;
  }

  private static String output(Process process) throws IOException, InterruptedException {
    var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return text;
  }
}
