package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@OnACluster
class AnInstalledOperatorTest {

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
}
