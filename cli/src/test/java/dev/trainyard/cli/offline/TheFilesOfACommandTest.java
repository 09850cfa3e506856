package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TheFilesOfACommandTest {

  @TempDir private Path directory = Path.of("");

  @Test
  void may_be_paths_and_directories_read_in_order() {
    var outcome =
        Desk.in(directory)
            .file("jobs/b.yml", Jobs.FLEX)
            .file(
                "jobs/a.json",
                """
                {
                \t"apiVersion": "v1",
                \t"kind": "ConfigMap",
                \t"metadata": {"name": "a"}
                }
                """)
            .file("jobs/notes.txt", "a: b: c")
            .file("jobs/deeper/c.yaml", "a: b: c")
            .file("one.yaml", Jobs.DEMO + "---\n" + Jobs.SETTINGS)
            .run("validate", "one.yaml", "jobs");

    assertThat(outcome.lines())
        .containsExactly(
            "one.yaml: 2 documents, no problems",
            "jobs/a.json: 1 document, no problems",
            "jobs/b.yml: 1 document, no problems");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void may_be_standard_input() {
    var outcome = Desk.in(directory).typing(Jobs.DEMO).run("validate", "-");

    assertThat(outcome.lines()).containsExactly("stdin: 1 document, no problems");

    var wrong = Desk.in(directory).typing("kind: [").run("validate", "-");

    assertThat(wrong.lines().getFirst())
        .isEqualTo("stdin:1: the document ends in the middle of a value; close what is open");
  }

  @Test
  void may_hold_a_list_of_objects_each_with_its_own_lines() {
    var list =
        "apiVersion: v1\nkind: List\nitems:\n"
            + "- "
            + Jobs.SETTINGS.indent(2).substring(2)
            + "- "
            + Jobs.DEMO.replace("replicas: 2", "replicas: 0").indent(2).substring(2);

    var outcome = Desk.in(directory).file("list.yaml", list).run("validate", "list.yaml");

    assertThat(outcome.lines().getFirst())
        .startsWith("list.yaml:29: spec.pytorchReplicaSpecs[Worker].replicas: Forbidden");
  }

  @Test
  void may_share_parts_through_anchors_and_merges() {
    var manifest =
        Jobs.DEMO
            .replace("    Master:", "    Master: &part")
            .replaceFirst("(?s)    Worker:.*", "    Worker:\n      <<: *part\n      replicas: 4\n");

    var outcome =
        Desk.in(directory).file("job.yaml", manifest).run("plan", "-q", "-o", "json", "job.yaml");

    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).contains("demo-worker-3").doesNotContain("demo-worker-4");
  }

  @Test
  void are_needed() {
    var outcome = Desk.in(directory).run("validate");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("FILE").contains("Try 'trainyard validate --help'.");
  }

  @Test
  void say_nothing_good_when_asked_to_be_quiet() {
    var outcome = Desk.in(directory).file("job.yaml", Jobs.DEMO).run("validate", "-q", "job.yaml");

    assertThat(outcome).isEqualTo(new Desk.Outcome(0, "", ""));
  }
}
