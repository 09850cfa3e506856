package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.Project.spec;
import static dev.trainyard.dialects.runai.Project.tree;
import static dev.trainyard.dialects.runai.Project.workload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.runai.Submission.Reason;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ASubmittedWorkloadTest {

  private static final String GOOD = "{name: {value: j}, image: {value: i}}";

  @Test
  void is_called_by_its_name_or_by_a_prefix() {
    var named = (Submission.Accepted) Submission.of(workload(GOOD), new Project());
    var numbered =
        (Submission.Accepted)
            Submission.of(workload("{namePrefix: {value: p}, image: {value: i}}"), new Project());

    assertThat(named.name()).contains("j");
    assertThat(named.prefix()).isEmpty();
    assertThat(numbered.name()).isEmpty();
    assertThat(numbered.prefix()).contains("p");
  }

  @Test
  void needs_a_name_that_nobody_has() {
    var project = new Project().withObject("ConfigMap", "j", "another");

    var refused = (Submission.Refused) Submission.of(workload(GOOD), project);

    assertThat(refused.reason()).isEqualTo(Reason.NAME_CONFLICT);
    assertThat(refused.message()).isEqualTo("name: the job j already exists");
    assertThat(Submission.of(workload(GOOD), new Project().withObject("ConfigMap", "j", "U")))
        .isInstanceOf(Submission.Accepted.class);
    assertThat(Submission.of(workload(GOOD), new Project().withObject("MPIJob", "j", "another")))
        .isInstanceOf(Submission.Refused.class);
  }

  @Test
  void has_words_in_the_spelling_that_everybody_expects() {
    var accepted =
        (Submission.Accepted)
            Submission.of(
                workload(
                    """
                    name: {value: j}
                    image: {value: i}
                    imagePullPolicy: {value: ifNotPresent}
                    serviceType: {value: nodeport}
                    ports: {items: {a: {value: {container: 80, serviceType: clusterip}}}}
                    podAffinity: {value: true}
                    podAffinityTopology: {value: zone}
                    podAffinitySchedulingRule: {value: Required}
                    """),
                new Project());

    assertThat(accepted.values().text("imagePullPolicy")).contains("IfNotPresent");
    assertThat(accepted.values().text("serviceType")).contains("NodePort");
    assertThat(accepted.values().items("ports").get("a"))
        .isEqualTo(new Effective(spec("{container: 80, serviceType: ClusterIP}")));
    assertThat(accepted.values().text("podAffinitySchedulingRule")).contains("hard");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodePool: {value: a} | spec.nodePool.value | is deprecated; use nodePools",
        "{nodePool: {value: a}, nodePools: {value: b}} | spec.nodePool.value | is ignored:"
            + " nodePools is set",
        "runAsUid: {value: 5} | spec.runAsUid.value | is ignored: runAsUser is not true",
        "gitSync: {items: {a: {value: {repository: r, path: /d, rev: x, branch: y}}}} |"
            + " spec.gitSync.items.a.value.branch | is ignored: rev is set",
      })
  void is_advised(String own, String path, String message) {
    var inner = own.startsWith("{") ? own.substring(1, own.length() - 1) : own;
    var accepted =
        (Submission.Accepted)
            Submission.of(
                workload("{name: {value: j}, image: {value: i}, %s}".formatted(inner)),
                new Project());

    assertThat(accepted.warnings()).containsExactly(Problem.warning(path, message));
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void has_a_reason_for_its_condition(Reason reason) {
    assertThat(reason.word().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT))
        .isEqualTo(reason.name());
  }

  @Test
  void keeps_the_values_it_was_submitted_with() {
    var before = submitted("{name: {value: j}, image: {value: i}, ports: {items: {a: {}}}}");
    var after =
        workload(
            """
            name: {value: j}
            image: {value: other}
            ports: {items: {b: {deleted: true}}}
            baseWorkload: gone
            active: {value: "false"}
            ttlAfterFinish: {value: 5}
            """);

    assertThat(Rules.check(after, Optional.of(before), new Project()))
        .allSatisfy(
            problem -> {
              assertThat(problem.fatal()).isFalse();
              assertThat(problem.message()).startsWith("the change is ignored: ");
            })
        .extracting(Problem::path)
        .containsExactlyInAnyOrder("spec.image", "spec.ports", "spec.baseWorkload");
  }

  @Test
  void can_be_stopped_whatever_became_of_its_base() {
    var before = submitted("{baseWorkload: gone}");
    var after = workload("{baseWorkload: gone, active: {value: false}}");

    assertThat(Rules.check(after, Optional.of(before), new Project())).isEmpty();
  }

  @Test
  void is_judged_anew_until_it_was_submitted() {
    var before = workload("{name: {value: j}}");

    assertThat(Rules.check(workload("{name: {value: j}}"), Optional.of(before), new Project()))
        .containsExactly(Problem.error("spec.image.value", "is required"));
    assertThat(Rules.check(workload(GOOD), Optional.of(before), new Project())).isEmpty();
  }

  @Test
  void keeps_no_password() {
    var values =
        new Effective(
            spec(
                """
                s3:
                  open: {bucket: b, path: /a, key: AKIA, secret: hush}
                  kept: {bucket: b, path: /b, secretName: s, key: id, secret: word}
                gitSync:
                  repo: {repository: r, directory: /c, username: me, password: hush}
                image: i
                completions: 2
                """));

    var frozen = Frozen.write(values);

    assertThat(frozen).doesNotContain("hush", "AKIA").contains("\"secret\":\"word\"", "\"me\"");
    assertThat(frozen).startsWith("{\"completions\":2,\"gitSync\":{");
    assertThat(Frozen.read(frozen).map(Frozen::write)).isNotEmpty();
    assertThat(Credentials.of(values))
        .extracting(Credentials.Literal::toString, Credentials.Literal::value)
        .containsExactly(
            tuple("gitSync.repo.password", "hush"),
            tuple("s3.open.key", "AKIA"),
            tuple("s3.open.secret", "hush"));
  }

  @Test
  void is_frozen_alike_however_its_fields_are_ordered() {
    var one = Frozen.write(new Effective(spec("{b: \"1\", a: {y: 1, x: [2, 1]}}")));

    assertThat(one)
        .isEqualTo("{\"a\":{\"x\":[2,1],\"y\":1},\"b\":\"1\"}")
        .isEqualTo(Frozen.write(new Effective(spec("{a: {x: [2, 1], y: 1}, b: \"1\"}"))));
    assertThat(Frozen.read(one)).contains(new Effective(spec("{a: {x: [2, 1], y: 1}, b: \"1\"}")));
    assertThat(Frozen.read("[]")).isEmpty();
    assertThat(Frozen.read("{")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "runai-team-a, team-a",
    "plain, plain",
    "runai-, runai-",
    "labelled, theirs",
    "runai-labelled, theirs",
    "unlabelled, unlabelled",
  })
  void belongs_to_the_project_of_its_namespace(String namespace, String project) {
    var cluster =
        new Project()
            .withNamespace("labelled", Map.of("runai/queue", "theirs"))
            .withNamespace("runai-labelled", Map.of("runai/queue", "theirs"))
            .withNamespace("unlabelled", Map.of());

    assertThat(Projects.of(namespace, cluster)).isEqualTo(project);
  }

  @Test
  void survives_being_written_and_read() {
    var codec = Codec.of(TrainingWorkload.class);
    var workload = submitted("{name: {value: j}, gpu: {value: 0.5}, stdin: {value: \"false\"}}");

    assertThat(codec.parse(codec.write(workload))).isEqualTo(new Parsed.Understood<>(workload));
    assertThat(codec.write(workload).at("/apiVersion").asText()).isEqualTo("run.ai/v2alpha1");
    assertThat(codec.write(workload).at("/status/memory")).isEqualTo(tree("{v: 1}"));
  }

  private static TrainingWorkload submitted(String spec) {
    return workload(spec)
        .withStatus(
            new TrainingWorkloadStatus(
                "Running",
                "U",
                "j",
                "team-a",
                "team-a",
                null,
                1,
                1,
                0,
                0,
                0,
                0,
                "0",
                "0",
                null,
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                1L,
                spec("{v: 1}")));
  }
}
