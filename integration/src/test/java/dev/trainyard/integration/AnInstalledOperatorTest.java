package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@OnACluster
class AnInstalledOperatorTest {

  private static final String WRAPPED =
      """
      apiVersion: workload.codeflare.dev/v1beta2
      kind: AppWrapper
      metadata: {name: scheduled, namespace: default}
      spec:
        components:
        - template:
            apiVersion: v1
            kind: Pod
            metadata: {name: scheduled}
            spec:
              restartPolicy: Never
              containers: [{name: main, image: none, command: ["true"]}]
      """;

  @Test
  @Tag("needs-python")
  void runs_the_quickstart_with_the_rights_it_was_given_and_ends_when_asked(Installed site)
      throws IOException {
    var team = site.team();
    var examples = Path.of("..", "examples").toAbsolutePath().normalize();
    var manifest =
        Files.readString(examples.resolve("quickstart.yaml"))
            .replace("examples/quickstart.py", examples.resolve("quickstart.py").toString());
    try (var operator = site.operator("only").awaitLeading(true)) {
      team.submit(PyTorchJobs.parse(manifest));

      team.waitForPhase("quickstart", "Succeeded");

      operator.signal("TERM");
      assertThat(operator.exitCode()).as(operator.log()).isZero();
      assertThat(operator.log()).contains("The operator stops, as asked");
      assertThat(site.client().leases().inNamespace(Installed.NAMESPACE).list().getItems())
          .singleElement()
          .satisfies(
              lease ->
                  assertThat(lease.getSpec().getLeaseDurationSeconds())
                      .as("given back, so that nobody need wait for it")
                      .isOne());
    }
  }

  @Test
  void reads_what_holds_for_app_wrappers_when_it_starts(Installed site) {
    var team = site.team();
    var map = site.client().resource(configuration("appwrapper: {schedulerName: trainyard}"));
    map.create();
    try (var operator = site.operator("obedient").awaitLeading(true)) {
      site.client().resource(PyTorchJobs.parse(WRAPPED)).create();

      team.waitUntil("its pod is made", () -> !team.uidOf("scheduled").isEmpty());
      assertThat(
              site.client()
                  .pods()
                  .inNamespace("default")
                  .withName("scheduled")
                  .get()
                  .getSpec()
                  .getSchedulerName())
          .isEqualTo("trainyard");

      operator.signal("TERM");
      assertThat(operator.exitCode()).as(operator.log()).isZero();
    } finally {
      map.delete();
    }
  }

  @Test
  void does_not_start_with_what_makes_no_sense(Installed site) {
    var map =
        site.client()
            .resource(configuration("appwrapper:\n  faultTolerance: {retryLimit: often}\n"));
    map.create();
    try (var operator = site.operator("strict")) {
      assertThat(operator.exitCode()).isEqualTo(2);
      assertThat(operator.log())
          .contains(
              "ConfigMap trainyard-system/appwrapper-operator-config, data[config.yaml]:2:"
                  + " appwrapper.faultTolerance.retryLimit: \"often\" is not a whole number; write"
                  + " one such as 3");
    } finally {
      map.delete();
    }
  }

  private static ConfigMap configuration(String yaml) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(Installed.NAMESPACE)
        .withName("appwrapper-operator-config")
        .endMetadata()
        .addToData("config.yaml", yaml)
        .build();
  }
}
