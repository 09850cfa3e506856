package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.Project.spec;
import static dev.trainyard.dialects.runai.Project.tree;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Problem;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WhatAWorkloadSaysTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stdin: {value: true}                                   | stdin: true",
        "stdin: {value: \"false\"}                              | stdin: false",
        "completions: {value: 3}                                | completions: 3",
        "completions: {value: \"3\"}                            | completions: 3",
        "gpu: {value: 0.5}                                      | gpu: \"0.5\"",
        "gpu: {value: \"1\"}                                    | gpu: \"1\"",
        "memory: {value: 1000000}                               | memory: \"1000000\"",
        "cpu: {value: 500m}                                     | cpu: 500m",
        "environment: {items: {A: {value: \"1\"}}}              | environment: {A: \"1\"}",
        "nfs: {items: {a: {value: {server: s, path: /p, mountPath: /m, readOnly: \"true\"}}}}"
            + " | nfs: {a: {nfsServer: s, sourcePath: /p, targetPath: /m, readOnly: true}}",
        "gitSync: {items: {a: {value: {path: /p, revision: r}}}}| gitSync: {a: {directory: /p,"
            + " rev: r}}",
        "ports: {items: {a: {value: {container: \"80\"}}}}      | ports: {a: {container: 80}}",
        "pvcs: {items: {a: {value: {size: 5}}}}                 | pvcs: {a: {size: \"5\"}}",
        "ttlAfterFinish: {value: 5} | autoDeletionTimeAfterCompletionSeconds: 5",
        "gpuMemoryLimit: {value: 5G}                            | gpuLimit: 5G",
      })
  void is_understood_however_it_is_written(String written, String meant) {
    var reading = LayerReading.read(spec(written));

    assertThat(reading.problems()).isEmpty();
    assertThat(reading.layer().values()).isEqualTo(tree(meant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpu: {value: null}",
        "gpu: {}",
        "gpu:",
        "ports: {}",
        "ports: {items: {}}",
        "ports: {items: {a: {}}}",
        "ports: {items: {a: {value: null}}}",
        "ports: {items: {a: {deleted: false}}}",
        "usage:",
        "command: {value: \" \"}",
      })
  void may_be_nothing(String written) {
    var reading = LayerReading.read(spec(written));

    assertThat(reading.problems()).isEmpty();
    assertThat(reading.layer().values()).isEmpty();
    assertThat(reading.layer().deleted()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"deleted: true", "exclude: true", "deleted: \"true\""})
  void may_be_that_an_inherited_item_goes(String mark) {
    var reading = LayerReading.read(spec("ports: {items: {a: {%s}}}".formatted(mark)));

    assertThat(reading.problems()).isEmpty();
    assertThat(reading.layer().deleted()).containsEntry("ports", Set.of("a"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpus: {value: 1} | spec.gpus | unknown field; did you mean gpu?",
        "nonsense: 1 | spec.nonsense | unknown field",
        "args: {value: x} | spec.args | unknown field",
        "gpu: 1 | spec.gpu | must be an object, found the number 1; write gpu: {value: 1}",
        "image: a | spec.image | must be an object, found the string \"a\"; write image: {value:"
            + " \"a\"}",
        "gpu: {valu: 1} | spec.gpu.valu | unknown field; did you mean value?",
        "gpu: {value: [1]} | spec.gpu.value | must be a number or a quantity such as 0.5, 500m or"
            + " 2Gi, found a list",
        "gpu: {value: many} | spec.gpu.value | must be a number or a quantity such as 0.5, 500m or"
            + " 2Gi, found the string \"many\"",
        "stdin: {value: \"yes\"} | spec.stdin.value | must be true or false, found the string"
            + " \"yes\"",
        "completions: {value: 1.5} | spec.completions.value | must be an integer, found the number"
            + " 1.5",
        "completions: {value: 3000000000} | spec.completions.value | must be an integer, found the"
            + " number 3000000000",
        "nodeType: {value: 5} | spec.nodeType.value | must be a string, found the number 5; put it"
            + " in quotes",
        "environment: {items: {A: {value: 5}}} | spec.environment.items.A.value | must be a string,"
            + " found a number; put it in quotes",
        "ports: {items: [{container: 1}]} | spec.ports.items | items must be an object with a key"
            + " for each item, found a list; write items: {<key>: {value: …}}",
        "ports: [] | spec.ports | must be an object, found a list; write ports: {items: {<key>:"
            + " {value: …}}}",
        "ports: {items: {a: 80}} | spec.ports.items.a | must be an object, found a number; write"
            + " a: {value: …}",
        "ports: {items: {a: {value: 80}}} | spec.ports.items.a.value | must be an object with"
            + " members such as container, found a number",
        "ports: {items: {a: {container: 80}}} | spec.ports.items.a.container | unknown field; write"
            + " {value: {container: …}}",
        "ports: {items: {a: {value: {containr: 80}}}} | spec.ports.items.a.value.containr | unknown"
            + " field; did you mean container?",
        "ports: {items: {a: {delete: true}}} | spec.ports.items.a.delete | unknown field; did you"
            + " mean deleted?",
        "ports: {items: {a: {deleted: true, value: {container: 1}}}} | spec.ports.items.a | is"
            + " deleted and has a value; keep one of the two",
        "ports: {items: {a: {deleted: maybe}}} | spec.ports.items.a.deleted | must be true or"
            + " false, found the string \"maybe\"",
        "nfs: {items: {a: {value: {server: s, nfsServer: t}}}} | spec.nfs.items.a.value.server | is"
            + " another name of nfsServer, which differs; remove one",
        "usage: submit | spec.usage | Unsupported value: \"submit\": supported values: \"Submit\","
            + " \"Template\"; did you mean Submit?",
        "usage: {value: Submit} | spec.usage | must be a string, found an object; write usage:"
            + " Submit",
        "usage: 5 | spec.usage | must be a string, found the number 5; write usage: and the word"
            + " itself",
        "exposedUrls: {items: {a: {value: {authorizedUsers: me}}}} |"
            + " spec.exposedUrls.items.a.value.authorizedUsers | must be a list of strings, found"
            + " the string \"me\"",
      })
  void is_refused_with_what_to_write_instead(String written, String path, String message) {
    assertThat(LayerReading.read(spec(written)).problems())
        .containsExactly(Problem.error(path, message));
  }

  @Test
  void is_named_once() {
    assertThat(LayerReading.read(spec("{name: {value: a}, namePrefix: {value: b}}")).problems())
        .containsExactly(
            Problem.error(
                "spec.name", "name and namePrefix exclude each other; keep one of the two"));
    assertThat(
            LayerReading.read(
                    spec(
                        "{ttlAfterFinish: {value: 1},"
                            + " autoDeletionTimeAfterCompletionSeconds: {value: 2}}"))
                .problems())
        .extracting(Problem::message)
        .containsExactly(
            "autoDeletionTimeAfterCompletionSeconds and ttlAfterFinish are the same field and"
                + " differ; remove one");
  }

  @Test
  void never_shows_a_password() {
    var problems =
        LayerReading.read(
                spec(
                    """
                    s3: {items: {a: {value: {secret: 4711}}}}
                    gitSync: {items: {a: {value: {password: 4711}}}}
                    environment: {items: {A: {value: 4711}}}
                    """))
            .problems();

    assertThat(problems).hasSize(3).noneMatch(problem -> problem.message().contains("4711"));
  }

  @Test
  void is_complained_of_in_the_order_of_the_fields() {
    var problems =
        LayerReading.read(
                spec(
                    """
                    tty: {value: 3}
                    ports: {items: {b: {value: {container: x}}, a: {value: 1}}}
                    gpus: {value: 1}
                    """))
            .problems();

    assertThat(Complaints.joined(problems))
        .isEqualTo(
            "gpus: unknown field; did you mean gpu?; ports.a: must be an object with members such"
                + " as container, found a number; ports.b.container: must be an integer, found the"
                + " string \"x\"; tty: must be true or false, found the number 3");
  }

  @ParameterizedTest
  @CsvSource({
    "spec.gpu.value, gpu",
    "spec.gpu, gpu",
    "spec.ports.items, ports",
    "spec.ports.items.a, ports.a",
    "spec.ports.items.a.value, ports.a",
    "spec.ports.items.a.value.external, ports.a.external",
    "spec.labels.items.my.dom/x.value, labels.my.dom/x",
    "spec.labels.items.value.value, labels.value",
    "metadata.name, metadata.name",
  })
  void has_places_that_users_have_short_names_for(String path, String spoken) {
    assertThat(Paths.spoken(path)).isEqualTo(spoken);
  }
}
