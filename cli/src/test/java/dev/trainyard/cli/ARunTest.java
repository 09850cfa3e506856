package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.cli.Manifests.Endless;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ARunTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path root;
  private Session session;

  @BeforeEach
  void sit_down() {
    session = new Session(root);
  }

  @Test
  void shows_every_line_of_every_replica_and_ends_with_a_summary() throws IOException {
    session.file("settings.yaml", CONFIG);
    session.file(
        "train.yaml",
        Manifests.job(
            "train",
            "echo one; echo two >&2; pwd; while [ ! -e seen ]; do sleep 0.02; done",
            "echo rank $RANK of $WORLD_SIZE; touch seen"));

    var ended = session.type("run", "settings.yaml", "train.yaml");

    assertThat(ended.status()).isZero();
    assertThat(ended.out())
        .contains(
            "master-0 | one",
            "master-0 | two",
            "master-0 | %s".formatted(session.directory()),
            "worker-0 | rank 1 of 2");
    assertThat(ended.out().get(ended.out().size() - 2))
        .matches("train Succeeded: .+ s, 2 replicas, 0 restarts");
    assertThat(ended.out().getLast()).contains(session.home().toString(), "trainyard logs train");
    assertThat(ended.err()).contains("configmap/settings created", "pytorchjob/train created");

    var again = session.type("run", "train.yaml");

    assertThat(again.status()).as("%s%n%s", again.out(), again.err()).isZero();
    assertThat(again.err()).contains("pytorchjob/train had finished before and is replaced.");
  }

  @Test
  void shows_every_line_of_replicas_whose_pods_are_cleaned_up_at_once() throws IOException {
    session.file(
        "train.yaml",
        Manifests.job(
                "train",
                "while [ ! -e over ]; do sleep 0.02; done; seq 1 3000",
                "seq 1 3000; touch over")
            .replace("spec:\n  pytorch", "spec:\n  runPolicy: {cleanPodPolicy: All}\n  pytorch"));

    var ended = session.type("run", "train.yaml");

    assertThat(ended.status()).isZero();
    for (var replica : List.of("master-0", "worker-0")) {
      assertThat(ended.out().stream().filter(line -> line.startsWith(replica)))
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, 3000).mapToObj(i -> replica + " | " + i).toList());
    }
  }

  @Test
  void of_a_failing_job_names_the_replica_its_code_and_its_last_words() throws IOException {
    var endless = Endless.make();
    session.file(
        "train.yaml",
        Manifests.job("train", endless.command(), "echo loading; echo out of data; exit 3"));

    var ended = session.type("run", "train.yaml");

    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.out())
        .containsSubsequence(
            "worker-0 (train-worker-0) exited with code 3; its last lines:",
            "  loading",
            "  out of data");
    assertThat(ended.out()).anyMatch(line -> line.startsWith("train Failed: "));
    assertThat(Session.processesWith(endless.word())).isEmpty();
  }

  @Test
  void of_a_manifest_with_problems_starts_nothing() throws IOException {
    session.file("good.yaml", Manifests.job("good", "true"));
    session.file("bad.yaml", Manifests.job("bad", "true").replace("Master", "Mastre"));

    var ended = session.type("run", "good.yaml", "bad.yaml", "absent.yaml");

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err())
        .anyMatch(line -> line.startsWith("bad.yaml:") && line.contains("Mastre"))
        .anyMatch(line -> line.startsWith("absent.yaml"));
    assertThat(session.home()).doesNotExist();
  }

  @Test
  void keeps_what_came_with_the_job_and_says_so() throws IOException {
    session.file(
        "train.yaml",
        """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: results}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        ---
        """
            + Manifests.job("train", "echo done"));

    var run = session.type("run", "train.yaml");

    assertThat(run.status()).as(run.toString()).isZero();
    assertThat(run.err())
        .contains(
            "Kept with what is in it: persistentvolumeclaim/results; `trainyard delete -f FILE`"
                + " removes it.");
  }

  @Test
  void that_is_interrupted_ends_its_job_and_every_process() throws IOException {
    var endless = Endless.make();
    session.file("train.yaml", Manifests.job("train", endless.command()));

    var run = session.start("run", "train.yaml");
    await().atMost(LONG).until(() -> run.said("master-0 | ready") || run.over());
    run.interrupt();

    assertThat(run.await().status()).isEqualTo(130);
    assertThat(run.await().err()).contains("Cancelled: pytorchjob/train deleted.");
    assertThat(Session.processesWith(endless.word())).isEmpty();
  }

  @Test
  void before_a_person_asks_what_ctrl_c_means() throws IOException {
    var endless = Endless.make();
    session.file("train.yaml", Manifests.job("train", endless.command()));

    var run = session.startAtTerminal("", "run", "train.yaml");
    await().atMost(LONG).until(() -> !Session.processesWith(endless.word()).isEmpty());
    run.interrupt();
    await().atMost(LONG).until(() -> run.said("Press Ctrl-C again to cancel train") || run.over());
    run.interrupt();

    assertThat(run.await().status()).isEqualTo(130);
    assertThat(Session.processesWith(endless.word())).isEmpty();
  }

  @Test
  void that_is_left_alone_goes_on_in_the_background() throws IOException {
    var endless = Endless.make();
    session.file("train.yaml", Manifests.job("train", endless.command()));

    var run = session.startAtTerminal("d\n", "run", "train.yaml");
    await().atMost(LONG).until(() -> !Session.processesWith(endless.word()).isEmpty());
    run.interrupt();

    assertThat(run.await().status()).isZero();
    assertThat(Session.processesWith(endless.word())).isNotEmpty();
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(session.type("get").out())
                    .anyMatch(line -> line.matches("train +PyTorchJob +Running +1/1 .*")));
    assertThat(session.type("down", "--force").status()).isZero();
    assertThat(Session.processesWith(endless.word())).isEmpty();
  }

  @Test
  void past_its_time_is_given_up() throws IOException {
    var endless = Endless.make();
    session.file("train.yaml", Manifests.job("train", endless.command()));

    var ended = session.type("run", "--timeout", "1s", "train.yaml");

    assertThat(ended.status()).isEqualTo(4);
    assertThat(ended.err()).contains("Not finished after 1 s: pytorchjob/train deleted.");
    assertThat(Session.processesWith(endless.word())).isEmpty();
  }

  @Test
  void of_a_pod_that_cannot_start_says_why() throws IOException {
    session.file("train.yaml", Manifests.job("train", "true").replaceAll("(?m)^ *command:.*$", ""));

    var run = session.start("run", "train.yaml");
    await().atMost(LONG).until(() -> run.said("master-0 waits: ") || run.over());
    run.interrupt();

    assertThat(run.await().err())
        .anyMatch(line -> line.startsWith("master-0 waits: ") && line.contains("command"));
  }

  @Test
  void of_a_script_needs_no_manifest() throws IOException {
    session.file("train.py", "import sys; print(sys.argv[1:])");

    var ended = session.type("run", "train.py", "--lr", "0.1");

    assertThat(ended.status()).isZero();
    assertThat(ended.out()).contains("master-0 | ['--lr', '0.1']");
  }

  private static final String CONFIG =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: settings
      data:
        depth: "3"
      """;
}
