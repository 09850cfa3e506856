package dev.trainyard.integration.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnInstalledOperatorTest {

  private Site site;

  @BeforeAll
  void open(@TempDir Path directory) {
    site = Site.open(directory);
  }

  @AfterAll
  void close() throws IOException {
    site.close();
  }

  @Test
  @Tag("needs-python")
  void runs_the_quickstart_with_the_rights_it_was_given_and_ends_when_asked() throws IOException {
    var examples = Path.of("..", "examples").toAbsolutePath().normalize();
    var manifest =
        Files.readString(examples.resolve("quickstart.yaml"))
            .replace("examples/quickstart.py", examples.resolve("quickstart.py").toString());
    try (var operator = site.operator("only").awaitLeading(true)) {
      site.submit(site.parse(manifest));

      site.waitForPhase("quickstart", "Succeeded");

      operator.signal("TERM");
      assertThat(operator.exitCode()).as(operator.log()).isZero();
      assertThat(operator.log()).contains("The operator stops, as asked");
      assertThat(site.client().leases().inNamespace(Site.NAMESPACE).list().getItems())
          .singleElement()
          .satisfies(
              lease ->
                  assertThat(lease.getSpec().getLeaseDurationSeconds())
                      .as("given back, so that nobody need wait for it")
                      .isOne());
    }
  }
}
