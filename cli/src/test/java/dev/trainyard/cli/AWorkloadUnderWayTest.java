package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.yard.Yard;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AWorkloadUnderWayTest {

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

  private static void submit(String manifest) throws IOException {
    session.file("workload.yaml", manifest);
    var submitted = session.type("submit", "workload.yaml");
    assertThat(submitted.status()).as(submitted.toString()).isZero();
  }

  private static List<String> described(String name) {
    return session.type("describe", "trainingworkload/" + name).out();
  }

  private static void awaitRunning(String name) {
    await()
        .atMost(LONG)
        .until(() -> described(name).stream().anyMatch(line -> line.matches("Phase: +Running")));
  }

  private static String workload(String name, String spec) {
    return """
    apiVersion: run.ai/v2alpha1
    kind: TrainingWorkload
    metadata: {name: %s}
    spec: %s
    """
        .formatted(name, spec);
  }

  @Test
  void is_described_with_what_its_base_would_make_of_it_by_now() throws IOException {
    var template = "{usage: Template, image: {value: %s}, command: {value: sleep 300}}";
    submit(
        workload("defaults", template.formatted("first"))
            + "---\n"
            + workload("based", "{baseWorkload: defaults, name: {value: based}}"));
    awaitRunning("based");
    assertThat(described("based")).noneMatch(line -> line.startsWith("Outdated:"));

    submit(workload("defaults", template.formatted("second")));

    assertThat(described("based"))
        .contains(
            "Outdated:   spec.baseWorkload: the base default/defaults would now give something"
                + " else for spec.image.value; the job keeps what it was submitted with; submit a"
                + " new workload to have it otherwise")
        .noneMatch(line -> line.contains("SpecChangeIgnored"));

    try (var client = Yard.connect(session.home())) {
      client
          .genericKubernetesResources("run.ai/v2alpha1", "TrainingWorkload")
          .inNamespace("default")
          .withName("defaults")
          .delete();
    }
    assertThat(described("based"))
        .anyMatch(line -> line.matches("Phase: +Running"))
        .anyMatch(
            line ->
                line.startsWith("Outdated:   spec.baseWorkload: \"defaults\" not found")
                    && line.endsWith(", from default/defaults"));
    assertThat(session.type("delete", "trainingworkload/based", "--wait").status()).isZero();
  }

  @Test
  void uses_a_claim_that_is_there_and_leaves_it_there() throws IOException {
    try (var client = Yard.connect(session.home())) {
      var claims = client.persistentVolumeClaims().inNamespace("default");
      claims
          .resource(
              new PersistentVolumeClaimBuilder()
                  .withNewMetadata()
                  .withName("theirs")
                  .endMetadata()
                  .withNewSpec()
                  .withAccessModes("ReadWriteOnce")
                  .withNewResources()
                  .withRequests(Map.of("storage", new Quantity("1Mi")))
                  .endResources()
                  .endSpec()
                  .build())
          .create();

      submit(
          workload(
              "guest",
              """
              {name: {value: guest}, image: {value: none}, command: {value: sleep 300}, pvcs: {items:
                {a: {value: {claimName: theirs, path: /theirs, size: 1Mi, ephemeral: true}},
                 b: {value: {claimName: mine, path: /mine, size: 1Mi, ephemeral: true}}}}}
              """));
      awaitRunning("guest");
      assertThat(described("guest"))
          .contains(
              "Warning:    spec.pvcs.items.a.value.ephemeral: has no effect: somebody else has made"
                  + " the claim theirs, which is used as it is and stays")
          .noneMatch(line -> line.contains("items.b"))
          .as("told as an event, too")
          .anyMatch(line -> line.matches(".* Unwise .*the claim theirs.*"));

      assertThat(session.type("pause", "trainingworkload/guest").status()).isZero();
      await().atMost(LONG).until(() -> claims.withName("mine").get() == null);
      assertThat(session.type("delete", "trainingworkload/guest", "--wait").status()).isZero();
      assertThat(claims.withName("theirs").get()).isNotNull();
    }
  }
}
