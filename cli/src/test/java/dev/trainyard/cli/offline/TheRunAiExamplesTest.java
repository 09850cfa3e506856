package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TheRunAiExamplesTest {

  private static final Path EXAMPLES = Path.of("..", "examples").toAbsolutePath();

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mpi.yaml",
        "runai/minimal.yaml",
        "runai/template.yaml",
        "runai/sweep.yaml",
        "runai/mpi.yaml",
        "runai/fraction.yaml"
      })
  void have_nothing_wrong_with_them(String example) {
    var outcome = Desk.in(directory).run("validate", EXAMPLES.resolve(example).toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
  }

  @Test
  void a_job_is_planned_with_what_its_template_in_the_same_file_says() throws Exception {
    assertThat(planned("runai/template.yaml"))
        .containsExactly("ConfigMap learner-0", "Pod learner-0-0-0");
  }

  @Test
  void a_sweep_is_planned_with_every_place() throws Exception {
    assertThat(planned("runai/sweep.yaml"))
        .contains("Pod sweep-0-0", "Pod sweep-1-0")
        .contains("ConfigMap sweep");
  }

  @Test
  void a_launcher_is_planned_with_its_workers() throws Exception {
    assertThat(planned("mpi.yaml"))
        .containsExactly(
            "Service hello-mpi",
            "ConfigMap hello-mpi-config",
            "Secret hello-mpi-ssh",
            "Job hello-mpi-launcher",
            "Pod hello-mpi-worker-0",
            "Pod hello-mpi-worker-1");
  }

  @Test
  void a_launcher_is_planned_with_the_hosts_of_its_cluster() {
    var mpi = EXAMPLES.resolve("mpi.yaml").toString();

    assertThat(Desk.in(directory).run("plan", mpi, "--cluster-domain=cluster.local").out())
        .contains("hello-mpi-worker-1.hello-mpi.default.svc.cluster.local slots=1\n");
    assertThat(Desk.in(directory).run("plan", mpi).out())
        .doesNotContain(".svc.cluster.local slots");
  }

  private List<String> planned(String example) throws Exception {
    var outcome =
        Desk.in(directory).run("plan", "-o", "json", EXAMPLES.resolve(example).toString());
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return new ObjectMapper()
        .readTree(outcome.out())
        .path("items")
        .valueStream()
        .map(TheRunAiExamplesTest::reference)
        .toList();
  }

  private static String reference(JsonNode object) {
    return "%s %s".formatted(object.path("kind").asText(), object.at("/metadata/name").asText());
  }
}
