package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AJobUnderWayTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String ENDLESS = "echo ready; exec sleep 600";

  @TempDir private static Path root;
  private static Session session;
  private static Session.Typed yard;

  @BeforeAll
  static void bring_the_yard_up() {
    session = new Session(root);
    yard = session.up();
  }

  @AfterAll
  static void take_the_yard_down() {
    for (var job : List.of("held", "grown", "again", "idle", "host")) {
      session.type("delete", job, "--wait");
    }
    yard.down();
  }

  private static void submitted(String name, String master, String... workers) throws IOException {
    session.file(name + ".yaml", Manifests.job(name, master, workers));
    assertThat(session.type("submit", name + ".yaml", "-o", "name").out())
        .containsExactly("pytorchjob/" + name);
  }

  private static Session.Ended waited(String... words) {
    var all = new ArrayList<>(List.of("wait"));
    all.addAll(List.of(words));
    all.addAll(List.of("--timeout", "60s"));
    return session.type(all.toArray(String[]::new));
  }

  @Test
  void is_paused_and_goes_on_when_it_is_resumed() throws IOException {
    submitted("held", ENDLESS);
    assertThat(waited("held", "--for", "Running").out())
        .containsExactly("pytorchjob/held: Running");

    var paused = session.type("pause", "held");
    assertThat(paused.out()).containsExactly("pytorchjob/held: paused");
    assertThat(paused.err()).last().asString().contains("trainyard resume held");
    assertThat(waited("held", "--for", "condition=Suspended").status()).isZero();
    assertThat(session.type("pause", "held").out())
        .containsExactly("pytorchjob/held: already paused");
    await()
        .atMost(LONG)
        .until(() -> session.type("get", "held", "-o", "wide").out().toString().contains("0/1"));

    assertThat(session.type("resume", "pytorchjob/held").out())
        .containsExactly("pytorchjob/held: resumed");
    assertThat(waited("held", "--for", "Running").status()).isZero();
  }

  @Test
  void is_scaled_within_what_its_kind_allows() throws IOException {
    submitted("grown", ENDLESS, ENDLESS, ENDLESS);
    assertThat(waited("grown", "--for", "Running").status()).isZero();

    var scaled = session.type("scale", "grown", "--replicas", "1");
    assertThat(scaled.out()).containsExactly("pytorchjob/grown: workers 2 → 1");
    assertThat(scaled.err()).contains("worker-1: to be ended, the highest first.");
    await().atMost(LONG).until(() -> pods("grown").size() == 2);

    var refused = session.type("scale", "grown", "--role", "master", "--replicas", "2");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .last()
        .isEqualTo(
            "pytorchjob/grown: a PyTorchJob has exactly one Master; its Workers can be scaled.");
    assertThat(session.type("scale", "grown", "--replicas", "-3").status()).isEqualTo(2);
  }

  @Test
  void starts_over_as_a_whole_when_it_is_restarted() throws IOException {
    submitted("again", ENDLESS, ENDLESS);
    await().atMost(LONG).until(() -> running("again") == 2);
    var before = pods("again");

    var restarted = session.type("restart", "again");

    assertThat(restarted.out()).containsExactly("pytorchjob/again: attempt 2 asked for");
    await()
        .atMost(LONG)
        .until(() -> running("again") == 2 && pods("again").stream().noneMatch(before::contains));
    assertThat(waited("again", "--for", "Running").status()).isZero();
    assertThat(session.type("describe", "again").out())
        .contains("Attempt:    2", "Restarts:   0")
        .anyMatch(
            line ->
                line.contains("PyTorchJob again is restarting because attempt 2 was asked for."));
  }

  @Test
  void cannot_be_debugged_where_its_kind_does_not_know_how() throws IOException {
    submitted("idle", ENDLESS);

    var refused = session.type("debug", "idle");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .last()
        .isEqualTo(
            "pytorchjob/idle: a PyTorchJob cannot be debugged; PyTorchTrainingJob, DeepSpeedJob"
                + " can.");
  }

  @Test
  void lets_programs_run_beside_its_own() throws IOException {
    submitted("host", ENDLESS, ENDLESS, ENDLESS);
    await().atMost(LONG).until(() -> running("host") == 3);

    var program =
        session.type("exec", "host", "--", "sh", "-c", "echo rank $RANK; echo oops >&2; exit 7");
    assertThat(program.status()).as(program.toString()).isEqualTo(7);
    assertThat(program.out()).containsExactly("rank 0");
    assertThat(program.err()).endsWith("oops");

    var worker =
        session
            .startReading(
                "one\ntwo\n",
                "exec",
                "host",
                "--role",
                "worker",
                "--index",
                "1",
                "-i",
                "--",
                "sh",
                "-c",
                "echo rank $RANK; cat")
            .await();
    assertThat(worker.status()).as(worker.toString()).isZero();
    assertThat(worker.out()).containsExactly("rank 2", "one", "two");

    var endless = session.start("exec", "host", "--", "sh", "-c", "echo begun; exec sleep 600");
    await()
        .atMost(LONG)
        .until(() -> (endless.said("begun") && endless.listened()) || endless.over());
    endless.interrupt();
    assertThat(endless.await().status()).isEqualTo(130);

    var unclear = session.type("exec", "host", "--role", "worker", "--", "true");
    assertThat(unclear.status()).isEqualTo(1);
    assertThat(unclear.err())
        .endsWith(
            "2 replicas of pytorchjob/host are meant: say which with --role and --index:",
            "  worker-0 is Running",
            "  worker-1 is Running");
    assertThat(session.type("exec", "host", "-c", "nobody", "--", "true").err())
        .last()
        .isEqualTo("master-0 has no container \"nobody\"; it has pytorch.");
  }

  @Test
  void that_has_finished_is_left_as_it_is() throws IOException {
    submitted("over", "exit 3");
    assertThat(waited("over", "--for", "finished").status()).isZero();

    var refused = session.type("restart", "over");
    assertThat(refused.status()).isEqualTo(1);
    assertThat(refused.err())
        .last()
        .asString()
        .startsWith("pytorchjob/over has finished (Failed) and never starts again");

    var never = waited("over");
    assertThat(never.status()).isEqualTo(1);
    assertThat(never.err())
        .last()
        .asString()
        .startsWith("pytorchjob/over is Failed and will never be Succeeded: ");
  }

  @Test
  void is_waited_for_as_long_as_somebody_has_time() throws IOException {
    submitted("long", ENDLESS);

    var tooLong = session.type("wait", "long", "--for", "Succeeded", "--timeout", "1s");
    assertThat(tooLong.status()).isEqualTo(4);
    assertThat(tooLong.err()).last().asString().startsWith("Not Succeeded after 1 s: ");

    var gone = session.start("wait", "long", "--for", "delete", "--timeout", "60s");
    await().atMost(LONG).until(gone::listened);
    session.type("delete", "long");
    assertThat(gone.await().out()).containsExactly("pytorchjob/long: deleted");
    assertThat(session.type("wait", "long", "--for", "delete").status()).isZero();
    assertThat(session.type("wait", "long", "--for", "Runing").status()).isEqualTo(2);
  }

  private static Set<String> pods(String job) {
    return lines(job).map(line -> line.split(" ", 3)[1]).collect(Collectors.toSet());
  }

  private static long running(String job) {
    return lines(job).filter(line -> line.endsWith("Running")).count();
  }

  /// Name, uid and state of every pod of a job.
  private static Stream<String> lines(String job) {
    return session.pods().stream().filter(line -> line.startsWith(job + "-"));
  }
}
