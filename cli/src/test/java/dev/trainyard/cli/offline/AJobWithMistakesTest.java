package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AJobWithMistakesTest {

  private static final String WORKER = "spec.pytorchReplicaSpecs[Worker]";

  @TempDir private Path directory = Path.of("");

  /// A change of the right manifest, and every line that comes of it.
  record Mistake(String name, String right, String wrong, List<String> lines) {
    static Mistake of(String name, String right, String wrong, String... lines) {
      return new Mistake(name, right, wrong, List.of(lines));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Mistake> mistakes() {
    return List.of(
        Mistake.of(
            "a kind in another spelling",
            "PyTorchJob",
            "PyTorchjob",
            "job.yaml:2: kind: PyTorchjob of \"kubeflow.org/v1\" is not a kind Trainyard knows; did"
                + " you mean PyTorchJob?"),
        Mistake.of(
            "another version",
            "kubeflow.org/v1",
            "kubeflow.org/v1beta1",
            "job.yaml:1: apiVersion: PyTorchJob is not in \"kubeflow.org/v1beta1\"; write"
                + " kubeflow.org/v1"),
        Mistake.of(
            "a word for a number",
            "replicas: 2",
            "replicas: two",
            "job.yaml:20: spec.pytorchReplicaSpecs.Worker.replicas: expected an integer, found the"
                + " string \"two\""),
        Mistake.of(
            "a number for a word",
            "nprocPerNode: \"3\"",
            "nprocPerNode: 3",
            "job.yaml:7: spec.nprocPerNode: expected a string, found the number 3; put it in"
                + " quotes"),
        Mistake.of(
            "no replicas",
            "replicas: 2",
            "replicas: 0",
            "job.yaml:20: " + WORKER + ".replicas: Forbidden: must be at least 1"),
        Mistake.of(
            "a slip of the finger",
            "replicas: 2",
            "replicas: 200000",
            "job.yaml:20: "
                + WORKER
                + ".replicas: Invalid value: 200000: must be no more than 10000"),
        Mistake.of(
            "more replicas than a number holds",
            "replicas: 2",
            "replicas: 99999999999",
            "job.yaml:20: spec.pytorchReplicaSpecs.Worker.replicas: expected an integer between"
                + " -2147483648 and 2147483647, found the number 99999999999"),
        Mistake.of(
            "a misspelt field",
            "replicas: 2",
            "replcas: 2",
            "job.yaml:20: spec.pytorchReplicaSpecs.Worker.replcas: unknown field; did you mean"
                + " replicas?"),
        Mistake.of(
            "a misspelt field that is needed",
            "- name: pytorch\n            image: registry.example/train:1\n            ports",
            "- nmae: pytorch\n            iamge: registry.example/train:1\n            ports",
            "job.yaml:13: spec.pytorchReplicaSpecs.Master.template.spec.containers[0].nmae: unknown"
                + " field; did you mean name?",
            "job.yaml:14: spec.pytorchReplicaSpecs.Master.template.spec.containers[0].iamge:"
                + " unknown field; did you mean image?"),
        Mistake.of(
            "a misspelt spec",
            "spec:\n  nproc",
            "sepc:\n  nproc",
            "job.yaml:6: sepc: unknown field; did you mean spec?"),
        Mistake.of(
            "a field from nowhere",
            "  name: demo\n",
            "  name: demo\n  colour: red\n",
            "job.yaml:5: metadata.colour: unknown field; remove it"),
        Mistake.of(
            "a misspelt role",
            "    Worker:",
            "    Wroker:",
            "job.yaml:19: spec.pytorchReplicaSpecs[Wroker]: Unsupported value: \"Wroker\":"
                + " supported values: \"Master\", \"Worker\"; did you mean Worker?"),
        Mistake.of(
            "a misspelt word",
            "restartPolicy: Never",
            "restartPolicy: Nver",
            "job.yaml:21: "
                + WORKER
                + ".restartPolicy: Unsupported value: \"Nver\": supported values: \"Always\","
                + " \"ExitCode\", \"Never\", \"OnFailure\"; did you mean Never?"),
        Mistake.of(
            "no containers",
            """
                  restartPolicy: Never
                  template:
                    spec:
                      containers:
                      - name: pytorch
                        image: registry.example/train:1
            """,
            """
                  template:
                    spec:
                      containers: []
            """,
            "job.yaml:23: "
                + WORKER
                + ".template.spec.containers: Required value: must be specified",
            "job.yaml:23: "
                + WORKER
                + ".template.spec.containers: Required value: must have at least one container with"
                + " name pytorch"),
        Mistake.of(
            "no image",
            "            image: registry.example/train:1\n            ports",
            "            ports",
            "job.yaml:13: spec.pytorchReplicaSpecs[Master].template.spec.containers[0].image:"
                + " Required value: must be required"),
        Mistake.of(
            "a name that is too long",
            "name: demo",
            "name: " + "d".repeat(60),
            "job.yaml:4: metadata.name: Invalid value: \""
                + "d".repeat(60)
                + "\": makes the pod name "
                + "d".repeat(60)
                + "-master-0 of 69 characters, and 63 is the limit; shorten it by 6"),
        Mistake.of(
            "a label that is no text",
            "  name: demo\n",
            "  name: demo\n  labels: {release: 1.10}\n",
            "job.yaml:5: metadata.labels.release: expected a string, found the number 1.1; put it"
                + " in quotes"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void is_told_each_of_them_once_with_its_line(Mistake mistake) {
    assertThat(Jobs.DEMO).contains(mistake.right());
    var manifest = replaceFirst(Jobs.DEMO, mistake.right(), mistake.wrong());

    var outcome = Desk.in(directory).file("job.yaml", manifest).run("validate", "job.yaml");

    assertThat(outcome.lines().subList(0, outcome.lines().size() - 1)).isEqualTo(mistake.lines());
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void is_told_all_of_them_at_once_in_the_order_of_the_file() {
    var manifest =
        Jobs.DEMO
            .replace("name: demo", "name: Demo")
            .replace("nprocPerNode: \"3\"", "nprocPerNode: 3")
            .replace("replicas: 2", "replicas: 0")
            .replace("restartPolicy: Never", "restartPlicy: Never");

    var outcome = Desk.in(directory).file("job.yaml", manifest).run("validate", "job.yaml");

    assertThat(outcome.lines()).hasSize(5);
    assertThat(outcome.lines().get(0)).startsWith("job.yaml:4: metadata.name: Invalid value");
    assertThat(outcome.lines().get(1)).startsWith("job.yaml:7: spec.nprocPerNode: expected");
    assertThat(outcome.lines().get(2)).startsWith("job.yaml:20: " + WORKER + ".replicas: Forb");
    assertThat(outcome.lines().get(3))
        .startsWith("job.yaml:21: spec.pytorchReplicaSpecs.Worker.restartPlicy: unknown field");
    assertThat(outcome.lines().getLast()).isEqualTo("4 problems");
  }

  @Test
  void is_shown_the_line_where_a_person_looks_on() {
    var manifest = Jobs.DEMO.replace("replicas: 2", "replcas: 2");

    var outcome =
        Desk.in(directory).watched().file("job.yaml", manifest).run("validate", "job.yaml");

    assertThat(outcome.lines().stream().map(line -> line.replaceAll("\u001b\\[\\d+m", "")))
        .containsExactly(
            "job.yaml:20: spec.pytorchReplicaSpecs.Worker.replcas: unknown field; did you mean"
                + " replicas?",
            "   20 |       replcas: 2",
            "      |       ^",
            "1 problem");
    assertThat(outcome.out()).contains("\u001b[31m").contains("\u001b[2m");
  }

  @Test
  void is_told_in_json_when_asked_for() {
    var manifest = Jobs.DEMO.replace("replicas: 2", "replicas: 0");

    var outcome =
        Desk.in(directory).file("job.yaml", manifest).run("validate", "-o", "json", "job.yaml");

    assertThat(outcome.out())
        .isEqualToIgnoringWhitespace(
            """
            {"documents": 1,
             "problems": [{"file": "job.yaml", "line": 20, "column": 7, "severity": "error",
               "path": "spec.pytorchReplicaSpecs[Worker].replicas",
               "message": "Forbidden: must be at least 1"}]}
            """);
    assertThat(outcome.status()).isEqualTo(2);
  }

  @Test
  void passes_with_a_warning_where_it_is_merely_unwise() {
    var manifest = Jobs.FLEX.replace("replicas: 3", "replicas: 7");

    var outcome = Desk.in(directory).file("job.yaml", manifest).run("validate", "job.yaml");

    assertThat(outcome.lines())
        .containsExactly(
            "job.yaml:16: warning: "
                + WORKER
                + ".replicas: 7 is outside of spec.elasticPolicy,"
                + " which asks for 2 to 6",
            "no problems, 1 warning",
            "job.yaml: 1 document, no problems");
    assertThat(outcome.status()).isZero();
  }

  private static String replaceFirst(String text, String right, String wrong) {
    int at = text.indexOf(right);
    return text.substring(0, at) + wrong + text.substring(at + right.length());
  }
}
