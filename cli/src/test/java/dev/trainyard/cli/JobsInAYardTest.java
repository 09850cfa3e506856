package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.yard.Yard;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsInAYardTest {

  private static final Duration LONG = Duration.ofSeconds(60);

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
    yard.down();
  }

  @Test
  void are_judged_by_the_yard_itself_whoever_sends_them() {
    var wrong = Manifests.job("wrong", "true").replace("name: pytorch", "name: main");
    try (var client = Yard.connect(session.home())) {
      var job = client.getKubernetesSerialization().<HasMetadata>unmarshal(wrong);

      assertThatThrownBy(() -> client.resource(job).inNamespace("default").create())
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining(
              "admission webhook \"validator.pytorchjob.training-operator.kubeflow.org\" denied the"
                  + " request: spec.pytorchReplicaSpecs[Master].template.spec.containers: Required"
                  + " value: must have at least one container with name pytorch");
    }
  }

  @Test
  void are_submitted_listed_described_read_and_deleted() throws IOException {
    session.file(
        "pair.yaml",
        Manifests.job("pair", "echo first; echo second", "echo hello from $RANK; exit 5"));

    assertThat(session.type("submit", "pair.yaml").out())
        .containsExactly("pytorchjob/pair created");
    var again = session.type("submit", "pair.yaml");
    assertThat(again.out()).as(again.toString()).containsExactly("pytorchjob/pair unchanged");
    await().atMost(LONG).until(() -> ended("pair"));

    assertThat(session.type("get").out())
        .first()
        .asString()
        .matches("NAME +DIALECT +PHASE +REPLICAS +RESTARTS +QUEUE +PROGRESS +AGE");
    assertThat(session.type("get", "pytorchjobs", "-o", "name").out()).contains("pytorchjob/pair");

    // The job ends with its master; its worker may take a moment longer.
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(session.type("describe", "pytorchjob/pair").out())
                    .anyMatch(
                        line ->
                            line.matches(" +worker-0 +pair-worker-0 +Failed +5 +0 +yard +\\d+s"))
                    .anyMatch(line -> line.matches(" +worker-0 +pytorch +5 +Error .*"))
                    .anyMatch(line -> line.contains("SuccessfulCreatePod")));

    assertThat(session.type("logs", "pair").out())
        .containsExactlyInAnyOrder(
            "master-0 | first", "master-0 | second", "worker-0 | hello from 1")
        .containsSubsequence("master-0 | first", "master-0 | second");
    assertThat(session.type("logs", "pair", "--role", "master", "--tail", "1").out())
        .containsExactly("second");

    assertThat(session.type("delete", "pair", "--wait").out())
        .containsExactly("pytorchjob/pair deleted");
    assertThat(session.type("get", "pair").status()).isEqualTo(1);
  }

  private static boolean ended(String job) {
    var phases = List.of("Succeeded", "Failed");
    return session.type("get", job).out().stream()
        .anyMatch(line -> phases.stream().anyMatch(line::contains));
  }

  @Test
  void are_watched_row_by_row_until_interrupted() throws IOException {
    session.file("watched.yaml", Manifests.job("watched", "echo seen"));
    var watch = session.start("get", "-w", "-A");
    await().atMost(LONG).until(() -> watch.listened() || watch.over());

    session.type("submit", "watched.yaml");
    await()
        .atMost(LONG)
        .until(() -> watch.said("watched   PyTorchJob   Succeeded") || watch.over());
    watch.interrupt();

    assertThat(watch.await().status()).isZero();
  }

  @Test
  void change_before_the_eyes_of_whoever_watches_at_a_terminal() throws IOException {
    session.file("seen.yaml", Manifests.job("seen", "echo seen"));
    var watch = session.startAtTerminal("", "get", "-w");
    await().atMost(LONG).until(() -> watch.listened() || watch.over());

    session.type("submit", "seen.yaml");
    await().atMost(LONG).until(() -> watch.said("seen") && watch.said("\u001b[J"));
    watch.interrupt();

    assertThat(watch.await().status()).isZero();
  }

  @Test
  void bring_what_they_need_in_the_same_file() throws IOException {
    session.file(
        "with.yaml",
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {word: hello}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: key}
        stringData: {word: hush}
        ---
        """
            + Manifests.job("with", "echo done"));

    var submitted = session.type("submit", "with.yaml", "-o", "json");

    assertThat(submitted.status()).as(submitted.toString()).isZero();
    var items = new ObjectMapper().readTree(String.join("\n", submitted.out())).path("items");
    assertThat(items.findValuesAsText("kind")).contains("ConfigMap", "Secret", "PyTorchJob");
    assertThat(submitted.toString()).doesNotContain("hush");
    assertThat(session.type("wait", "with", "--timeout", "60s").status()).isZero();
    assertThat(session.type("delete", "-f", "with.yaml").out())
        .containsExactly(
            "pytorchjob/with deleted", "secret/key deleted", "configmap/settings deleted");
  }

  @Test
  void beside_a_kind_that_is_not_served_are_not_sent() throws IOException {
    session.file(
        "far.yaml",
        "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: far}\nspec: {}\n");

    var refused = session.type("submit", "far.yaml");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .last()
        .asString()
        .startsWith("job/far: the yard at ")
        .endsWith(
            "does not serve Job of \"batch.volcano.sh/v1alpha1\"; install its definition"
                + " first.");
  }

  @Test
  void are_followed_until_they_end() throws IOException {
    session.file("slow.yaml", Manifests.job("slow", "for i in 1 2 3; do echo line $i; done"));
    session.type("submit", "slow.yaml");

    var logs = session.type("logs", "-f", "slow");

    assertThat(logs.status()).isZero();
    assertThat(logs.out())
        .containsExactly("master-0 | line 1", "master-0 | line 2", "master-0 | line 3");
  }

  @Test
  void are_run_in_the_yard_that_is_up() throws IOException {
    session.file("shared.yaml", Manifests.job("shared", "echo done"));

    var run = session.type("run", "shared.yaml");

    assertThat(run.status()).isZero();
    assertThat(run.err())
        .first()
        .asString()
        .startsWith("Talking to the yard at https://127.0.0.1:");
    assertThat(session.type("get", "shared", "-o", "json").out())
        .contains("  \"kind\" : \"PyTorchJob\",");
  }

  @Test
  void that_are_not_there_are_named_with_what_is_close() throws IOException {
    session.file("present.yaml", Manifests.job("present", "true"));
    session.type("submit", "present.yaml");

    var ended = session.type("delete", "presant");

    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.err())
        .last()
        .isEqualTo("There is no job \"presant\" in namespace default; did you mean present?");
    assertThat(session.type("describe", "pytorchjb/present").status()).isEqualTo(2);
  }

  @Test
  void that_still_run_are_not_replaced() throws IOException {
    var endless = Manifests.Endless.make();
    session.file("busy.yaml", Manifests.job("busy", endless.command()));
    session.type("submit", "busy.yaml");

    var run = session.type("run", "busy.yaml");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).last().asString().contains("trainyard delete busy", "--name");
    var deleted = session.type("delete", "-f", "busy.yaml", "--wait", "--timeout", "30s");
    assertThat(deleted.status()).as(deleted.toString()).isZero();
    assertThat(Session.processesWith(endless.word())).isEmpty();
  }
}
