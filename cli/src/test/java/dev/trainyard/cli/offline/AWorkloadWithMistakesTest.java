package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AWorkloadWithMistakesTest {

  private static final String GOOD = "name: {value: j}, image: {value: i}";

  @TempDir private Path directory = Path.of("");

  private static String document(String kind, String name, String spec) {
    return "{apiVersion: run.ai/v2alpha1, kind: %s, metadata: {name: %s}, spec: {%s}}\n"
        .formatted(kind, name, spec);
  }

  private static String workload(String name, String spec) {
    return document("TrainingWorkload", name, spec);
  }

  /// What is wrong with these documents, without the file's name and how many there are.
  private List<String> mistakes(String... documents) {
    var outcome =
        Desk.in(directory)
            .file("w.yaml", String.join("---\n", documents))
            .run("validate", "w.yaml");
    assertThat(outcome.status()).as(outcome.toString()).isEqualTo(2);
    return Stream.concat(outcome.out().lines(), outcome.err().lines())
        .filter(line -> line.startsWith("w.yaml:"))
        .map(line -> line.replaceFirst("w.yaml:\\d+: ", ""))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: j | spec.name: must be an object, found the string \"j\"; write name: {value:"
            + " \"j\"}",
        "gpu: 2 | spec.gpu: must be an object, found the number 2; write gpu: {value: 2}",
        "stdin: true | spec.stdin: must be an object, found true; write stdin: {value: true}",
        "image: [i] | spec.image: must be an object, found a list; write image: {value: …}",
        "image: {value: {i: 1}} | spec.image.value: must be a string, found an object",
        "image: {value: 5} | spec.image.value: must be a string, found the number 5; put it in"
            + " quotes",
        "cpu: {value: {a: b}} | spec.cpu.value: must be a number or a quantity such as 0.5, 500m or"
            + " 2Gi, found an object",
        "completions: {value: 1.5} | spec.completions.value: must be an integer, found the number"
            + " 1.5",
        "active: {value: [true]} | spec.active.value: must be true or false, found a list",
        "usage: {value: Template} | spec.usage: must be a string, found an object; write usage:"
            + " Template",
        "baseWorkload: 7 | spec.baseWorkload: must be a string, found the number 7; write"
            + " baseWorkload: and the word itself",
        "environment: {items: [{name: A, value: hush}]} | spec.environment.items: items must be an"
            + " object with a key for each item, found a list; write items: {<key>: {value: …}}",
        "secretVolumes: {items: [{name: s}]} | spec.secretVolumes.items: items must be an object"
            + " with a key for each item, found a list; write items: {<key>: {value: …}}",
        "ports: [80] | spec.ports: must be an object, found a list; write ports: {items: {<key>:"
            + " {value: …}}}",
        "environment: {A: hush} | spec.environment.A: unknown field; write environment: {items: {A:"
            + " {value: …}}}",
        "environment: {items: {A: hush}} | spec.environment.items.A: must be an object, found a"
            + " string; write A: {value: …}",
        "environment: {items: {A: {value: 5}}} | spec.environment.items.A.value: must be a string,"
            + " found a number; put it in quotes",
        "labels: {items: {a: b}} | spec.labels.items.a: must be an object, found the string \"b\";"
            + " write a: {value: \"b\"}",
        "labels: {items: {a: {value: {b: c}}}} | spec.labels.items.a.value: must be a string, found"
            + " an object",
        "pvcs: {items: {a: {value: /data}}} | spec.pvcs.items.a.value: must be an object with"
            + " members such as claimName, found a string",
        "pvcs: {items: {a: {path: /data}}} | spec.pvcs.items.a.path: unknown field; write {value:"
            + " {path: …}}",
        "emptyDirVolumes: {items: {a: {value: {path: {a: b}}}}} |"
            + " spec.emptyDirVolumes.items.a.value.path: must be a string, found an object",
        "imge: {value: x} | spec.imge: unknown field; did you mean image?",
        "name: {valeu: x, value: j} | spec.name.valeu: unknown field; did you mean value?",
      })
  void has_the_shape_it_should_have_explained(String wrong, String line) {
    assertThat(mistakes(workload("w", wrong))).contains(line).doesNotHaveDuplicates();
    assertThat(mistakes(workload("w", wrong)).toString()).doesNotContain("hush", "in body");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "run", "submit", "validate"})
  void hears_of_it_from_every_command_before_anybody_else_does(String command) {
    var outcome =
        Desk.in(directory)
            .file("w.yaml", workload("w", GOOD + ", environment: {items: [{name: A}]}"))
            .run(command, "w.yaml");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out() + outcome.err())
        .contains("w.yaml:1: spec.environment.items: items must be an object with a key for each")
        .doesNotContain("unknown field");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "namePrefix: {value: p} | spec.name: name and namePrefix exclude each other; keep one of"
            + " the two",
        "gpu: {value: 1.5} | spec.gpu.value: must be a whole number, or a fraction between 0 and 1",
        "gpu: {value: 1}, gpuMemory: {value: 4G} | spec.gpu.value: gpu, gpuMemory and migProfile"
            + " are mutually exclusive",
        "gpu: {value: 1}, migProfile: {value: 1g.5gb} | spec.gpu.value: gpu, gpuMemory and"
            + " migProfile are mutually exclusive",
        "gpuMemory: {value: 99M} | spec.gpuMemory.value: must be at least 100M",
        "gpuLimit: {value: 1} | spec.gpuLimit.value: needs a fraction in gpu, or gpuMemory",
        "cpu: {value: 2}, cpuLimit: {value: 1} | spec.cpuLimit.value: must be no less than cpu 2",
        "parallelism: {value: 2} | spec.parallelism.value: must be no more than completions 1",
        "backoffLimit: {value: -1} | spec.backoffLimit.value: must not be negative",
        "tty: {value: true} | spec.tty.value: needs stdin; set stdin to true",
        "podAffinity: {value: true} | spec.podAffinityTopology.value: is required with podAffinity",
        "podAffinityTopology: {value: k} | spec.podAffinityTopology.value: needs podAffinity; set"
            + " podAffinity to true",
        "processes: {value: 2} | spec.processes.value: needs mpi; set mpi to true",
        "slotsPerWorker: {value: 2} | spec.slotsPerWorker.value: needs mpi; set mpi to true",
        "mpi: {value: true}, completions: {value: 2} | spec.completions.value: must be 1 with mpi;"
            + " processes says how many workers there are",
        "pvcs: {items: {a: {value: {size: 1G}}}} | spec.pvcs.items.a.value.path: is required",
        "ports: {items: {a: {value: {container: 80, external: 80, serviceType: NodePort}}}} |"
            + " spec.ports.items.a.value.external: must be between 30000 and 32767",
        "tolerations: {items: {a: {value: {operator: Equal, key: k}}}} |"
            + " spec.tolerations.items.a.value.value: is required with the operator Equal",
        "environment: {items: {A: {value: 'SECRET:s'}}} | spec.environment.items.A.value: must be"
            + " SECRET:<name>,<key>",
        "command: {value: \"a 'b\"} | spec.command.value: has an unbalanced quote: ' is never"
            + " closed",
        "usage: Templat | spec.usage: Unsupported value: \"Templat\": supported values: \"Submit\","
            + " \"Template\"; did you mean Template?",
        "usage: Template, baseWorkload: other | spec.baseWorkload: a Template has no base of its"
            + " own; remove it, or set usage to Submit",
        "baseWorkload: w | spec.baseWorkload: cycle w -> w",
      })
  void is_told_what_does_not_go_together(String wrong, String line) {
    assertThat(mistakes(workload("w", GOOD + ", " + wrong))).contains(line);
  }

  @Test
  void has_two_mounts_in_one_place() {
    assertThat(
            mistakes(
                workload(
                    "w",
                    GOOD
                        + ", volumes: {items: {a: {value: {sourcePath: /x, targetPath: /p}}}},"
                        + " emptyDirVolumes: {items: {b: {value: {path: /p}}}}")))
        .singleElement()
        .asString()
        .endsWith(": duplicate mount path /p");
  }

  @Test
  void stands_in_a_circle_of_bases_or_on_top_of_too_many() {
    assertThat(
            mistakes(
                workload("a", GOOD + ", baseWorkload: b"),
                workload("b", GOOD + ", baseWorkload: a")))
        .containsExactlyInAnyOrder(
            "spec.baseWorkload: cycle a -> b -> a", "spec.baseWorkload: cycle b -> a -> b");

    var tower =
        Stream.iterate(0, n -> n < 10, n -> n + 1)
            .map(
                n ->
                    workload("w" + n, n < 9 ? GOOD + ", baseWorkload: w%d".formatted(n + 1) : GOOD))
            .toArray(String[]::new);
    assertThat(mistakes(tower)).anyMatch(line -> line.startsWith("spec.baseWorkload: "));
  }

  @Test
  void does_not_keep_to_the_policy_beside_it() {
    assertThat(
            mistakes(
                document(
                    "TrainingPolicy",
                    "p",
                    "gpu: {rules: {max: '4'}}, image: {rules: {options: [good]}}, nodeType: {rules:"
                        + " {required: true}}, labels: {rules: {canAdd: false}}"),
                workload("w", GOOD + ", gpu: {value: 5}, labels: {items: {mine: {value: x}}}")))
        .containsExactlyInAnyOrder(
            "spec.gpu.value: must be no greater than 4",
            "spec.image.value: must be one of [good]",
            "spec.labels.items.mine: cannot be added",
            "spec.nodeType.value: is required");
  }

  @Test
  void stands_beside_a_policy_with_mistakes_of_its_own() {
    assertThat(
            mistakes(
                document(
                    "TrainingPolicy",
                    "p",
                    "cpu: {rules: {min: 4, max: 1, options: [a]}}, gpus: {rules: {max: 1}}")))
        .containsExactlyInAnyOrder(
            "spec.cpu.rules.max: must be no less than min 4, found 1: nothing is between the two",
            "spec.cpu.rules.options: means nothing for a number; rules for it are required,"
                + " canEdit, min, max, step, defaultFrom",
            "spec.gpus: unknown field; did you mean gpu?");
  }

  @Test
  void hears_of_everything_at_once() {
    var wrong =
        Stream.of(
                "name: j",
                "gpu: {value: 1.5}",
                "environment: {items: [a]}",
                "processes: {value: 2}",
                "tty: {value: true}",
                "imge: {value: x}",
                "command: {value: \"'\"}",
                "ports: {items: {a: {value: {container: 0}}}}")
            .collect(Collectors.joining(", "));

    assertThat(mistakes(workload("w", wrong))).hasSize(9).doesNotHaveDuplicates();
  }
}
