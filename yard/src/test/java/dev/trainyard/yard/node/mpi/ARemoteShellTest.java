package dev.trainyard.yard.node.mpi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The programs that take the place of ssh and sshd, as real processes.
class ARemoteShellTest {

  private static final MpiJob JOB = new MpiJob("team", "bert");

  @TempDir Path home;
  private final List<Process> started = new ArrayList<>();
  private Doors doors;
  private Path agent;

  @BeforeEach
  void prepare() throws IOException {
    doors = new Doors(home);
    agent = doors.agent(JOB);
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (var process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void runs_a_command_as_the_worker_and_answers_like_it() throws Exception {
    worker(1, Map.of("WHO", "worker 1", "LC_ALL", "C"));

    var answer =
        ask(
            "",
            "-x",
            "-o",
            "ConnectionAttempts=10",
            "bert-worker-1.bert.team.svc",
            "echo \"$WHO, $LC_ALL\";",
            "echo oh >&2; exit 7");

    assertThat(answer.out).isEqualTo("worker 1, C\n");
    assertThat(answer.err).isEqualTo("oh\n");
    assertThat(answer.status).isEqualTo(7);
  }

  /// The words stand in a file, because Java itself would write them by the locale of the test.
  @Test
  void changes_no_letter_whatever_the_locale() throws Exception {
    worker(0, Map.of("LC_ALL", "C"));
    var script =
        Files.writeString(
            home.resolve("script"), "LC_ALL=C %s bert-worker-0 echo grüße".formatted(agent));
    var call = new ProcessBuilder("/bin/sh", script.toString()).start();
    started.add(call);

    assertThat(new String(call.getInputStream().readAllBytes(), UTF_8)).isEqualTo("grüße\n");
  }

  @Test
  void hands_its_input_on_up_to_the_end() throws Exception {
    worker(0, Map.of());
    var much = "0123456789abcdef".repeat(20_000);

    assertThat(ask(much, "bert-worker-0", "wc -c").out.strip())
        .isEqualTo(Integer.toString(much.length()));
  }

  @Test
  void does_not_wait_for_what_the_command_left_behind() throws Exception {
    worker(0, Map.of());

    var left =
        ask("", "bert-worker-0", "setsid sleep 600 >/dev/null 2>&1 </dev/null & echo $!")
            .out
            .strip();

    var process = ProcessHandle.of(Long.parseLong(left)).orElseThrow();
    assertThat(process.isAlive()).as("a daemon outlives the one who started it").isTrue();
    process.destroyForcibly();
  }

  @Test
  void takes_its_command_along_when_it_is_killed() throws Exception {
    worker(0, Map.of());
    var pids = home.resolve("pids");
    var call = call("bert-worker-0", "sleep 600 & echo $! $$ > %s; wait".formatted(pids)).start();
    started.add(call);
    await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(pids) && Files.size(pids) > 2);

    call.destroyForcibly();

    for (var pid : Files.readString(pids).strip().split(" ", 2)) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isEmpty());
    }
  }

  @Test
  void fails_when_the_worker_ends_under_it() throws Exception {
    var worker = worker(0, Map.of());
    var up = home.resolve("up");
    var call = call("bert-worker-0", "touch %s; sleep 600".formatted(up)).start();
    started.add(call);
    await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(up));

    // The worker first: it would tell how its command ended.
    var command = worker.descendants().toList();
    worker.destroyForcibly();
    command.forEach(ProcessHandle::destroyForcibly);

    assertThat(call.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(new String(call.getErrorStream().readAllBytes(), UTF_8))
        .contains("Worker bert-worker-0 of MPIJob team/bert has ended.");
    assertThat(call.exitValue()).isEqualTo(255);
  }

  @Test
  void reaches_nobody_outside_of_its_job() throws Exception {
    var answer = ask("", "gpt-worker-0", "hostname");

    assertThat(answer.status).isEqualTo(255);
    assertThat(answer.err)
        .contains(
            "gpt-worker-0 is no worker of MPIJob team/bert: its workers are called bert-worker-0");
  }

  @Test
  void waits_for_a_worker_that_is_not_there_yet() throws Exception {
    var left = worker(0, Map.of("WHO", "the first"));
    left.destroyForcibly().waitFor();
    assertThat(doors.door(JOB, 0)).as("a socket that nobody answers").exists();

    // One of several comes in before the worker has looked through its own door.
    var calls = new ArrayList<Process>();
    for (int i = 0; i < 5; i++) {
      calls.add(call("bert-worker-0", "echo $WHO").start());
    }
    started.addAll(calls);
    worker(0, Map.of("WHO", "the second"));

    for (var call : calls) {
      assertThat(new String(call.getInputStream().readAllBytes(), UTF_8)).isEqualTo("the second\n");
    }
  }

  @Test
  void is_nobody_elses_to_use() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(agent)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(agent.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void goes_with_the_last_pod_of_its_job() throws IOException {
    doors.keepOnly(List.of(JOB));
    assertThat(agent).exists();

    doors.keepOnly(List.of(new MpiJob("team", "gpt")));
    assertThat(agent.getParent()).doesNotExist();
  }

  private record Answer(int status, String out, String err) {}

  private Answer ask(String input, String... words) throws IOException, InterruptedException {
    var typed = Files.writeString(home.resolve("typed"), input);
    var errors = home.resolve("errors").toFile();
    var call = call(words).redirectInput(typed.toFile()).redirectError(errors).start();
    started.add(call);
    var out = new String(call.getInputStream().readAllBytes(), UTF_8);
    return new Answer(call.waitFor(), out, Files.readString(errors.toPath()));
  }

  private ProcessBuilder call(String... words) {
    var command = new ArrayList<>(List.of(agent.toString()));
    command.addAll(List.of(words));
    return new ProcessBuilder(command).redirectInput(new File("/dev/null"));
  }

  private Process worker(int number, Map<String, String> environment) throws IOException {
    var door = doors.prepare(JOB, number);
    var builder =
        new ProcessBuilder(WorkerShell.command(door))
            .redirectInput(new File("/dev/null"))
            .redirectError(Redirect.INHERIT);
    builder.environment().putAll(environment);
    var process = builder.start();
    started.add(process);
    try (var said = process.inputReader(UTF_8)) {
      assertThat(said.readLine()).startsWith("Ready to run what the launcher asks for");
    }
    return process;
  }
}
