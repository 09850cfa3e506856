package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.Project.NAMESPACE;
import static dev.trainyard.dialects.runai.Project.tree;
import static dev.trainyard.dialects.runai.Project.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.runai.Submission.Reason;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheBasesOfAWorkloadTest {

  private static final String BASED = "{name: {value: j}, image: {value: i}, baseWorkload: t}";

  private final Project project = new Project();

  @Test
  void give_it_what_it_does_not_say() {
    project.with(
        NAMESPACE,
        "t",
        "{usage: Template, image: {value: theirs}, gpu: {value: 1}, stdin: {value: true}}");

    var values =
        accepted("{name: {value: j}, gpu: {value: 2}, stdin: {value: null}, baseWorkload: t}");

    assertThat(values.values())
        .isEqualTo(tree("{name: j, gpu: \"2\", image: theirs, stdin: true}"));
  }

  /// The example of the documentation.
  @Test
  void are_laid_over_the_policy_item_by_item() {
    project
        .withPolicy(
            """
            ports:
              items:
                admin-port-a: {value: {external: 30100, container: 8080}}
                admin-port-b: {value: {external: 30101, container: 8081}}
            """)
        .with(
            NAMESPACE,
            "t",
            """
            ports:
              items:
                admin-port-a: {value: {external: 30100, container: 8100}}
                team-a-port: {value: {external: 30111, container: 8111}}
            """);

    var values =
        accepted(
            """
            name: {value: j}
            image: {value: i}
            baseWorkload: t
            ports:
              items:
                admin-port-b: {deleted: true}
                my-port: {value: {external: 30222, container: 8222}}
            """);

    assertThat(values.values().get("ports"))
        .isEqualTo(
            tree(
                """
                admin-port-a: {external: 30100, container: 8100}
                team-a-port: {external: 30111, container: 8111}
                my-port: {external: 30222, container: 8222}
                """));
  }

  @Test
  void give_items_as_a_whole_or_not_at_all() {
    project.with(NAMESPACE, "t", "ports: {items: {a: {value: {container: 80, external: 8080}}}}");

    var values = accepted(with("ports: {items: {a: {value: {container: 81}}}}"));

    assertThat(values.values().get("ports")).isEqualTo(tree("a: {container: 81}"));
  }

  @Test
  void may_lack_an_item_that_is_deleted() {
    project.with(NAMESPACE, "t", "gpu: {value: 1}");

    assertThat(accepted(with("ports: {items: {a: {deleted: true}}}")).has("ports")).isFalse();
  }

  @Test
  void keep_to_themselves_who_they_are_and_whether_they_run() {
    project.with(
        NAMESPACE,
        "t",
        """
        {username: {value: u}, userId: {value: u}, ingressUrl: {value: u}, active: {value: false},
        usage: Submit, cpu: {value: 1}}
        """);

    assertThat(accepted(BASED).values()).isEqualTo(tree("{name: j, image: i, cpu: \"1\"}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name: {value: a}       | namePrefix: {value: b} | {namePrefix: b, image: i}",
        "namePrefix: {value: a} | name: {value: b}       | {name: b, image: i}",
        "namePrefix: {value: a} | gpu: {value: 1}        | {namePrefix: a, gpu: \"1\", image: i}",
      })
  void give_a_name_only_to_one_that_has_none(String base, String own, String meant) {
    project.with(NAMESPACE, "t", base);

    assertThat(accepted("{image: {value: i}, baseWorkload: t, %s}".formatted(own)).values())
        .isEqualTo(tree(meant));
  }

  @Test
  void are_looked_for_at_home_first() {
    project.with("runai", "t", "cpu: {value: 1}").with(NAMESPACE, "t", "cpu: {value: 2}");

    assertThat(accepted(BASED).text("cpu")).contains("2");
  }

  @Test
  void may_be_for_everybody() {
    project.with("runai", "t", "cpu: {value: 1}");

    var submission = (Submission.Accepted) Submission.of(workload(BASED), project);

    assertThat(submission.values().text("cpu")).contains("1");
    assertThat(submission.baseChain()).containsExactly("runai/t");
  }

  @Test
  void have_bases_themselves() {
    project
        .with(NAMESPACE, "t", "{baseWorkload: s, cpu: {value: 2}}")
        .with("runai", "s", "{baseWorkload: r, cpu: {value: 1}, gpu: {value: 1}}")
        .with("runai", "r", "{gpu: {value: 4}, memory: {value: 1G}}")
        .with(NAMESPACE, "r", "{memory: {value: 9G}}");

    var submission = (Submission.Accepted) Submission.of(workload(BASED), project);

    assertThat(submission.baseChain()).containsExactly(NAMESPACE + "/t", "runai/s", "runai/r");
    assertThat(submission.values().values())
        .isEqualTo(tree("{name: j, image: i, cpu: \"2\", gpu: \"1\", memory: 1G}"));
  }

  @Test
  void may_be_eight_in_a_row_and_no_more() {
    for (int i = 1; i < 8; i++) {
      project.with(NAMESPACE, "t" + i, "baseWorkload: t%d".formatted(i + 1));
    }
    project.with(NAMESPACE, "t", "baseWorkload: t2").with(NAMESPACE, "t8", "{}");
    assertThat(((Submission.Accepted) Submission.of(workload(BASED), project)).baseChain())
        .hasSize(8);

    project.with(NAMESPACE, "t0", "baseWorkload: t1");
    assertThat(refusal(BASED.replace("baseWorkload: t", "baseWorkload: t0")).message())
        .isEqualTo("baseWorkload: more than 8 workloads in a row are based on each other");
  }

  @Test
  void must_not_lead_back() {
    project.with(NAMESPACE, "t", "baseWorkload: s").with(NAMESPACE, "s", "baseWorkload: t");

    assertThat(refusal(BASED).message()).isEqualTo("baseWorkload: cycle t -> s -> t");
    assertThat(refusal(BASED.replace("baseWorkload: t", "baseWorkload: w1")).message())
        .isEqualTo("baseWorkload: cycle w1 -> w1");
    assertThat(refusal(BASED).reason()).isEqualTo(Reason.VALIDATION_FAILED);
  }

  @Test
  void may_have_the_name_of_one_that_was_met_elsewhere() {
    project
        .with(NAMESPACE, "t", "baseWorkload: s")
        .with("runai", "s", "baseWorkload: t")
        .with("runai", "t", "cpu: {value: 1}");

    assertThat(accepted(BASED).text("cpu")).contains("1");
  }

  @Test
  void are_waited_for() {
    assertThat(refusal(BASED).reason()).isEqualTo(Reason.BASE_WORKLOAD_NOT_FOUND);
    assertThat(refusal(BASED).message())
        .isEqualTo("baseWorkload: \"t\" not found in namespace \"runai-team-a\" or \"runai\"");
    assertThat(Rules.check(workload("baseWorkload: t"), Optional.empty(), project))
        .containsExactly(
            Problem.warning(
                "spec.baseWorkload",
                "\"t\" not found in namespace \"runai-team-a\" or \"runai\"; nothing runs until it"
                    + " is there"));
  }

  @Test
  void are_not_missed_where_nobody_can_be_asked() {
    assertThat(
            Rules.check(
                workload("{baseWorkload: t, gpu: {value: 1.5}}"),
                Optional.empty(),
                project.unseen()))
        .containsExactly(
            Problem.error(
                "spec.gpu.value", "must be a whole number, or a fraction between 0 and 1"),
            Problem.warning(
                "spec.baseWorkload",
                "\"t\" not found in namespace \"runai-team-a\" or \"runai\"; nobody could be asked,"
                    + " so only what stands here was checked"));
  }

  @Test
  void have_to_be_understood() {
    project.with(NAMESPACE, "t", "gpus: {value: 1}");

    assertThat(refusal(BASED).message())
        .isEqualTo("baseWorkload: \"t\": gpus: unknown field; did you mean gpu?");
  }

  @Test
  void may_be_incomplete_and_wrong_in_what_is_replaced() {
    project.with(NAMESPACE, "t", "{gpu: {value: 1.5}}");

    assertThat(accepted(with("gpu: {value: 1}")).text("gpu")).contains("1");
    assertThat(refusal(BASED).message())
        .isEqualTo("gpu: must be a whole number, or a fraction between 0 and 1");
  }

  @Test
  void are_not_for_templates() {
    project.with(NAMESPACE, "t", "cpu: {value: 1}").with(NAMESPACE, "s", "{}");

    assertThat(refusal("{usage: Template, baseWorkload: t}").message())
        .isEqualTo(
            "baseWorkload: a Template has no base of its own; remove it, or set usage to Submit");
    assertThat(
            Rules.check(workload("{usage: Template, baseWorkload: t}"), Optional.empty(), project))
        .singleElement()
        .matches(Problem::fatal);
  }

  @Test
  void are_nothing_but_templates_themselves() {
    assertThat(Submission.of(workload("{usage: Template, gpu: {value: 1.5}}"), project))
        .isEqualTo(new Submission.Template());
    assertThat(refusal("{usage: Template, gpu: 1}").reason()).isEqualTo(Reason.VALIDATION_FAILED);
    assertThat(
            Rules.check(
                workload("{usage: Template, gpu: {value: 1.5}}"), Optional.empty(), project))
        .containsExactly(
            Problem.warning(
                "spec.gpu.value", "must be a whole number, or a fraction between 0 and 1"));
  }

  private Effective accepted(String spec) {
    return ((Submission.Accepted) Submission.of(workload(spec), project)).values();
  }

  private Submission.Refused refusal(String spec) {
    return (Submission.Refused) Submission.of(workload(spec), project);
  }

  private static String with(String field) {
    return BASED.substring(0, BASED.length() - 1) + ", " + field + "}";
  }
}
