package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AManifestThatCannotBeReadTest {

  @TempDir private Path directory = Path.of("");

  record Mistake(String name, String text, List<String> problems) {
    static Mistake of(String name, String text, String... problems) {
      return new Mistake(name, text, List.of(problems));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Mistake> mistakes() {
    return List.of(
        Mistake.of(
            "a value with a colon",
            "kind: Job\nmessage: what: ever\n",
            "job.yaml:2: \": \" cannot stand here; quote the value, or correct the indentation"),
        Mistake.of(
            "a tab", "metadata:\n\tname: x\n", "job.yaml:2: a tab cannot indent YAML; use spaces"),
        Mistake.of(
            "a line too far left",
            "spec:\n    a: 1\n  b: 2\n",
            "job.yaml:3: this line is aligned with nothing above it; correct the indentation"),
        Mistake.of(
            "an open quote",
            "kind: Job\nname: \"x\nspec: {}\n",
            "job.yaml:2: what opens here is never closed; close it"),
        Mistake.of(
            "an open bracket",
            "kind: Job\nargs: [a, b\n",
            "job.yaml:2: what opens here is never closed; close it"),
        Mistake.of(
            "an end in the middle",
            "kind: Job\nargs: [\n\n",
            "job.yaml:2: the document ends in the middle of a value; close what is open"),
        Mistake.of(
            "a word that needs quotes",
            "image: @registry/train\n",
            "job.yaml:1: a value cannot begin like this; quote it"),
        Mistake.of(
            "an alias of nothing",
            "a: *b\n",
            "job.yaml:1: the alias names no anchor; define it with & first"),
        Mistake.of(
            "an alias of itself",
            "a: &a\n  b: *a\n",
            "job.yaml:1: an alias makes this value contain itself; remove the alias"),
        Mistake.of(
            "a control character",
            "kind: Job\nname: a\u0007b\n",
            "job.yaml:2: the character U+0007 is not allowed in YAML; remove it"),
        Mistake.of(
            "a field given twice",
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  name: b\n",
            "job.yaml:5: \"name\" is given twice, first on line 4; keep one"),
        Mistake.of(
            "a foreign tag",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: !vault y}\n",
            "job.yaml:4: the tag !vault does not fit here; remove it"),
        Mistake.of(
            "a number JSON does not have",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {x: .inf}\n",
            "job.yaml:4: .inf is not a number Kubernetes can hold"),
        Mistake.of(
            "a list",
            "- kind: Job\n",
            "job.yaml:1: a document must be an object with apiVersion, kind and metadata; this is"
                + " a list"),
        Mistake.of(
            "a single word",
            "job\n",
            "job.yaml:1: a document must be an object with apiVersion, kind and metadata; this is"
                + " a single value"),
        Mistake.of(
            "nothing",
            "",
            "job.yaml:1: holds no documents; write a manifest with apiVersion, kind and metadata"),
        Mistake.of(
            "nothing but comments",
            "# to do\n---\n# later\n",
            "job.yaml:1: holds no documents; write a manifest with apiVersion, kind and metadata"),
        Mistake.of(
            "no apiVersion, kind or name",
            "\nspec: {}\n",
            "job.yaml:2: apiVersion: Required value: name the API, such as kubeflow.org/v1",
            "job.yaml:2: kind: Required value: name the kind, such as PyTorchJob",
            "job.yaml:2: metadata.name: Required value: give the object a name"),
        Mistake.of(
            "a name that is no text",
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: no\n",
            "job.yaml:4: metadata.name: is read as false; put it in quotes"),
        Mistake.of(
            "metadata that are no object",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: demo\n",
            "job.yaml:3: metadata: must be an object with the name of the object"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void is_named_with_its_line_and_the_fix(Mistake mistake) {
    var outcome = Desk.in(directory).file("job.yaml", mistake.text()).run("validate", "job.yaml");

    assertThat(outcome.lines().subList(0, outcome.lines().size() - 1))
        .isEqualTo(mistake.problems());
    assertThat(outcome.lines().getLast())
        .isEqualTo(
            mistake.problems().size() == 1 ? "1 problem" : mistake.problems().size() + " problems");
    assertThat(outcome.status()).isEqualTo(2);
  }

  @Test
  void hides_neither_other_documents_nor_other_files() {
    var outcome =
        Desk.in(directory)
            .file("a.yaml", "a: b: c\n---\nkind: [\n---\n" + Jobs.SETTINGS + "---\n- x\n")
            .file("b.yaml", "b: {\n")
            .run("validate", "a.yaml", "b.yaml");

    assertThat(outcome.lines())
        .containsExactly(
            "a.yaml:1: \": \" cannot stand here; quote the value, or correct the indentation",
            "a.yaml:3: the document ends in the middle of a value; close what is open",
            "a.yaml:12: a document must be an object with apiVersion, kind and metadata; this is a"
                + " list",
            "b.yaml:1: the document ends in the middle of a value; close what is open",
            "4 problems");
  }

  @Test
  void does_not_grow_out_of_its_aliases() {
    var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [".formatted(i, i));
      bomb.append("*a%d, ".formatted(i - 1).repeat(10)).append("]\n");
    }

    var outcome =
        Desk.in(directory).file("bomb.yaml", bomb.toString()).run("validate", "bomb.yaml");

    assertThat(outcome.lines()).hasSize(2);
    assertThat(outcome.lines().getFirst())
        .matches("bomb.yaml:\\d+: aliases repeat more than 10000 values; write out what is meant");
    assertThat(outcome.status()).isEqualTo(2);
  }

  @Test
  void does_not_exhaust_the_stack_however_deep_it_is() {
    var deep = "a: " + "[".repeat(5_000) + "]".repeat(5_000) + "\n";

    var outcome = Desk.in(directory).file("deep.yaml", deep).run("validate", "deep.yaml");

    assertThat(outcome.lines())
        .containsExactly("deep.yaml:1: values are nested too deeply to be a manifest", "1 problem");
  }

  @Test
  void is_refused_when_it_is_missing_binary_empty_or_too_large() throws Exception {
    var desk =
        Desk.in(directory)
            .file("job.yaml", Jobs.DEMO)
            .file("photo.yaml", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2})
            .file("wide.yaml", "kind: Job".getBytes(StandardCharsets.UTF_16LE))
            .file("huge.yaml", new byte[16 * 1024 * 1024 + 1])
            .file("notes/readme.md", "# nothing");

    var outcome =
        desk.run(
            "validate",
            "jib.yaml",
            "photo.yaml",
            "wide.yaml",
            "huge.yaml",
            "notes",
            "https://example.org/job.yaml");

    assertThat(outcome.lines())
        .containsExactly(
            "jib.yaml: does not exist; did you mean job.yaml?",
            "photo.yaml: is not UTF-8 text; name a YAML or JSON file",
            "wide.yaml: is not UTF-8 text; name a YAML or JSON file",
            "huge.yaml: is larger than 16 MiB, which no manifest is; name another file",
            "notes: holds no .yaml, .yml or .json file; name the files or another directory",
            "https://example.org/job.yaml: does not exist; addresses are not fetched, download it"
                + " first",
            "6 problems");
    assertThat(outcome.status()).isEqualTo(2);
  }
}
