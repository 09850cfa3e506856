package dev.trainyard.yard.node.supervisor;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.yard.node.gates.Baggage;
import dev.trainyard.yard.node.supervisor.RunSpec.LogLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ASupervisorTest {

  @TempDir Path directory;

  @Test
  void records_success_with_its_times() throws Exception {
    var before = Instant.now();

    var exit = run("sh", "-c", "exit 0");

    assertThat(exit.get("exitCode").asInt()).isZero();
    assertThat(exit.get("reason").asText()).isEqualTo("Completed");
    var startedAt = Instant.parse(exit.get("startedAt").asText());
    assertThat(startedAt).isBetween(before, Instant.now());
    assertThat(Instant.parse(exit.get("finishedAt").asText())).isAfterOrEqualTo(startedAt);
  }

  @Test
  void records_the_exit_code_of_a_failure() throws Exception {
    var exit = run("sh", "-c", "exit 42");

    assertThat(exit.get("exitCode").asInt()).isEqualTo(42);
    assertThat(exit.get("reason").asText()).isEqualTo("Error");
  }

  @Test
  void records_a_death_by_signal_as_128_and_the_signal() throws Exception {
    assertThat(run("sh", "-c", "kill -KILL $$").get("exitCode").asInt()).isEqualTo(137);
  }

  @Test
  void writes_both_streams_in_the_runtimes_format() throws Exception {
    run("sh", "-c", "echo to stdout; echo to stderr >&2; printf 'no line end'");

    var time = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z ";
    assertThat(Files.readAllLines(files().log()))
        .hasSize(3)
        .anyMatch(line -> line.matches(time + "stdout F to stdout"))
        .anyMatch(line -> line.matches(time + "stderr F to stderr"))
        .anyMatch(line -> line.matches(time + "stdout F no line end"));
  }

  @Test
  void loses_no_line_when_the_log_is_rotated() throws Exception {
    run(
        spec("sh", "-c", "i=0; while [ $i -lt 5000 ]; do echo line $i; i=$((i+1)); done")
            .logs(new LogLimits(20_000, 40)));

    var printed = new ArrayList<String>();
    for (var number = 40; number >= 0; number--) {
      var file = number == 0 ? files().log() : directory.resolve("run/log." + number);
      if (Files.exists(file)) {
        Files.readAllLines(file).forEach(line -> printed.add(line.split(" ", 4)[3]));
      }
    }
    assertThat(directory.resolve("run/log.5")).exists();
    assertThat(printed)
        .containsExactlyElementsOf(
            Stream.iterate(0, i -> i + 1).limit(5000).map(i -> "line " + i).toList());
  }

  @Test
  void keeps_only_the_newest_files() throws Exception {
    run(
        spec("sh", "-c", "i=0; while [ $i -lt 3000 ]; do echo line $i; i=$((i+1)); done")
            .logs(new LogLimits(10_000, 3)));

    try (var files = Files.list(directory.resolve("run"))) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(n -> n.startsWith("log")))
          .containsExactlyInAnyOrder("log", "log.1", "log.2");
    }
    assertThat(Files.readString(files().log())).contains("line 2999");
  }

  @Test
  void says_which_program_is_missing_and_what_to_do() throws Exception {
    var exit = run("no-such-program", "--really");

    assertThat(exit.get("exitCode").asInt()).isEqualTo(127);
    assertThat(exit.get("reason").asText()).isEqualTo("StartError");
    assertThat(exit.get("message").asText())
        .startsWith("The program no-such-program was not found in PATH (")
        .contains("install the program");
  }

  @Test
  void ends_though_no_program_can_be_given_its_variables() throws Exception {
    var exit = run(spec("true").variable("A=B", "hunter2"));

    assertThat(exit.get("exitCode").asInt()).isEqualTo(126);
    assertThat(exit.get("message").asText())
        .isEqualTo("A variable or an argument is none that a program can be given.");
  }

  @Test
  void says_that_a_file_is_not_executable() throws Exception {
    var script = Files.writeString(directory.resolve("train.py"), "print(1)");

    var exit = run(script.toString());

    assertThat(exit.get("exitCode").asInt()).isEqualTo(126);
    assertThat(exit.get("message").asText()).contains("chmod +x " + script);
  }

  @Test
  void says_which_working_directory_is_missing() throws Exception {
    var exit = run(spec("true").directory(directory.resolve("nowhere")));

    assertThat(exit.get("exitCode").asInt()).isEqualTo(127);
    assertThat(exit.get("message").asText())
        .contains(directory.resolve("nowhere").toString())
        .contains("trainyard.dev/working-dir");
  }

  @Test
  void gives_the_container_its_environment_and_nothing_else() throws Exception {
    run(spec("/usr/bin/env").variable("SECRET", "größe"));

    assertThat(printed()).contains("SECRET=größe").noneMatch(line -> line.startsWith("LC_ALL"));
  }

  @Test
  void leaves_no_trace_of_the_spec_once_it_has_read_it() throws Exception {
    run(spec("true").variable("SECRET", "s3cr3t"));

    try (var files = Files.list(directory.resolve("run"))) {
      assertThat(files.filter(file -> holds(file, "s3cr3t"))).isEmpty();
    }
  }

  @Test
  void ends_the_whole_group_on_sigterm_including_grandchildren() throws Exception {
    var process = start(spec("sh", "-c", "sh -c 'sleep 300 & wait' & sleep 300 & wait"));
    await().until(() -> group().members().size() >= 4);

    process.destroy();

    assertThat(process.waitFor(20, SECONDS)).isTrue();
    assertThat(exit().get("exitCode").asInt()).isEqualTo(143);
    assertThat(group().members()).isEmpty();
  }

  @Test
  void kills_after_the_grace_what_ignores_sigterm() throws Exception {
    var process =
        start(
            spec("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done")
                .grace(Duration.ofMillis(200)));
    await().until(() -> printed().contains("ready"));

    process.destroy();

    assertThat(process.waitFor(20, SECONDS)).isTrue();
    assertThat(exit().get("exitCode").asInt()).isEqualTo(137);
    assertThat(group().members()).isEmpty();
  }

  @Test
  void lets_a_container_finish_its_work_within_the_grace() throws Exception {
    var process =
        start(
            spec(
                "sh",
                "-c",
                "trap 'echo saved; exit 3' TERM; echo ready; while :; do sleep 0.05; done"));
    await().until(() -> printed().contains("ready"));

    process.destroy();

    assertThat(process.waitFor(20, SECONDS)).isTrue();
    assertThat(printed()).contains("saved");
    assertThat(exit().get("exitCode").asInt()).isEqualTo(3);
  }

  @Test
  void takes_a_shorter_grace_from_whoever_stops_it() throws Exception {
    var process =
        start(
            spec("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done")
                .grace(Duration.ofHours(1)));
    await().until(() -> printed().contains("ready"));
    files().grace(Duration.ofMillis(100));

    process.destroy();

    assertThat(process.waitFor(20, SECONDS)).isTrue();
    assertThat(exit().get("exitCode").asInt()).isEqualTo(137);
  }

  @Test
  void kills_what_the_main_process_leaves_behind_even_in_another_session() throws Exception {
    var exit = run("sh", "-c", "sleep 300 & setsid sleep 300 & echo done; exit 5");

    assertThat(exit.get("exitCode").asInt()).isEqualTo(5);
    assertThat(printed()).containsExactly("done");
    assertThat(group().members()).isEmpty();
  }

  @Test
  void outlives_the_kill_of_whoever_started_it() throws Exception {
    prepare(
        spec(
            "sh", "-c", "echo before; while [ ! -e go ]; do sleep 0.02; done; echo after; exit 7"));
    var words = new ArrayList<>(List.of("sh", "-c", "\"$@\" & wait", "sh"));
    words.addAll(SupervisorLauncher.command(files()));
    var parent = new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    await().until(() -> printed().contains("before"));

    parent.destroyForcibly().waitFor();
    Files.createFile(directory.resolve("go"));

    await().until(() -> Files.exists(files().exit()));
    assertThat(exit().get("exitCode").asInt()).isEqualTo(7);
    assertThat(printed()).containsExactly("before", "after");
  }

  @Test
  void records_the_end_even_when_its_own_program_files_are_gone() throws Exception {
    prepare(spec("sh", "-c", "echo up; while [ ! -e go ]; do sleep 0.02; done; exit 7"));
    var classes = directory.resolve("classes");
    copyClasses(classes);
    var words = new ArrayList<>(SupervisorLauncher.command(files()));
    words.set(words.indexOf("-cp") + 1, classes.toString());
    var process = new ProcessBuilder(words).start();
    await().until(() -> printed().contains("up"));

    Files.move(classes, directory.resolve("upgraded"));
    Files.createFile(directory.resolve("go"));

    assertThat(process.waitFor(20, SECONDS)).isTrue();
    assertThat(exit().get("exitCode").asInt()).isEqualTo(7);
  }

  @Test
  void goes_when_nobody_can_ask_for_the_end_any_more() throws Exception {
    var process = start(spec("sh", "-c", "echo up; while [ ! -e go ]; do sleep 0.02; done"));
    await().until(() -> printed().contains("up"));

    Files.move(directory.resolve("run"), directory.resolve("elsewhere"));
    Files.createFile(directory.resolve("go"));

    assertThat(process.waitFor(20, SECONDS)).isTrue();
  }

  @Test
  void runs_once_however_many_supervisors_are_started() throws Exception {
    prepare(spec("sh", "-c", "echo run"));
    var supervisors = new ArrayList<Process>();
    for (var i = 0; i < 3; i++) {
      supervisors.add(SupervisorLauncher.launch(files()));
    }

    for (var supervisor : supervisors) {
      supervisor.waitFor();
    }

    assertThat(printed()).containsExactly("run");
  }

  @Test
  void has_nothing_to_run_once_the_spec_is_withdrawn() throws Exception {
    prepare(spec("sh", "-c", "echo run"));
    assertThat(files().withdraw()).isTrue();

    SupervisorLauncher.launch(files()).waitFor();

    assertThat(files().log()).doesNotExist();
    assertThat(files().exit()).doesNotExist();
  }

  private JsonNode run(String... command) throws Exception {
    return run(spec(command));
  }

  private JsonNode run(Maker spec) throws Exception {
    assertThat(start(spec).waitFor(30, SECONDS)).isTrue();
    return exit();
  }

  private Process start(Maker spec) throws IOException {
    prepare(spec);
    return SupervisorLauncher.launch(files());
  }

  private void prepare(Maker spec) throws IOException {
    Files.createDirectories(files().directory());
    spec.build().write(files().spec());
  }

  private RunFiles files() {
    return new RunFiles(directory.resolve("run"));
  }

  private JsonNode exit() throws IOException {
    return new ObjectMapper().readTree(files().exit().toFile());
  }

  private ProcessGroup group() throws IOException {
    return new ProcessGroup(
        files().started().map(RunFiles.Started::process),
        Optional.of(files().directory().toString()),
        List.of());
  }

  private List<String> printed() throws IOException {
    return Files.exists(files().log())
        ? Files.readAllLines(files().log()).stream().map(line -> line.split(" ", 4)[3]).toList()
        : List.of();
  }

  private static void copyClasses(Path to) throws Exception {
    var from =
        Path.of(Supervisor.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    for (var owner : List.of(Supervisor.class, Baggage.class)) {
      var inside = owner.getPackageName().replace('.', '/');
      Files.createDirectories(to.resolve(inside));
      try (var classes = Files.list(from.resolve(inside))) {
        for (var file : classes.toList()) {
          Files.copy(file, to.resolve(inside).resolve(file.getFileName()));
        }
      }
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file).contains(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Maker spec(String... command) {
    return new Maker(
        new RunSpec(
            List.of(),
            List.of(command),
            Map.of("PATH", System.getenv("PATH")),
            directory,
            Duration.ofSeconds(10),
            LogLimits.DEFAULT));
  }

  private record Maker(RunSpec build) {
    Maker logs(LogLimits logs) {
      return new Maker(
          new RunSpec(
              List.of(),
              build.command(),
              build.environment(),
              build.directory(),
              build.grace(),
              logs));
    }

    Maker grace(Duration grace) {
      return new Maker(
          new RunSpec(
              List.of(),
              build.command(),
              build.environment(),
              build.directory(),
              grace,
              build.logs()));
    }

    Maker directory(Path path) {
      return new Maker(
          new RunSpec(
              List.of(), build.command(), build.environment(), path, build.grace(), build.logs()));
    }

    Maker variable(String name, String value) {
      var environment = new HashMap<>(build.environment());
      environment.put(name, value);
      return new Maker(
          new RunSpec(
              List.of(),
              build.command(),
              environment,
              build.directory(),
              build.grace(),
              build.logs()));
    }
  }
}
