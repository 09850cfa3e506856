package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.WorkloadMaker.DIALECT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.plan.Plan;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AChangedBaseTest {

  private static final TrainingWorkload JOB =
      Project.workload("{name: {value: j}, baseWorkload: team}");
  private static final String WAY_OUT =
      "; the job keeps what it was submitted with; submit a new workload to have it otherwise";

  private static Project project(String team, String common) {
    return new Project()
        .with(Project.NAMESPACE, "team", "{baseWorkload: common, %s}".formatted(team))
        .with("runai", "common", common);
  }

  /// What is said of the job in another world than the one it was submitted in.
  private static List<String> said(TrainingWorkload job, Project then, Project now) {
    var read = (Reading.Job) DIALECT.read(job, then);
    var claim = read.job().naming().claim().orElseThrow();
    var later = now.with(Plan.claim(read.job(), claim, 0));

    assertThat(DIALECT.validate(job, Optional.empty(), later)).noneMatch(DIALECT::comesTooLate);
    return DIALECT.hindsight(job, later).stream().map(Problem::toString).toList();
  }

  private static List<String> said(Project then, Project now) {
    return said(JOB, then, now);
  }

  @Test
  void has_nothing_to_say_while_everything_is_as_it_was() {
    assertThat(
            said(
                project("image: {value: i}", "{gpu: {value: 1}}"),
                project("image: {value: i}", "{gpu: {value: '1'}}")))
        .isEmpty();
  }

  @Test
  void is_named_with_the_fields_for_which_it_would_say_something_else() {
    assertThat(
            said(
                project("image: {value: i}", "{memory: {value: 1Gi}}"),
                project(
                    "image: {value: other}",
                    """
                    memory: {value: 2Gi}
                    environment: {items: {LR: {value: "0.1"}}}
                    """)))
        .containsExactly(
            "spec.baseWorkload: the base runai/common would now give something else for"
                + " spec.environment.items.LR, spec.memory.value"
                + WAY_OUT,
            "spec.baseWorkload: the base runai-team-a/team would now give something else for"
                + " spec.image.value"
                + WAY_OUT);
  }

  @Test
  void does_not_count_for_what_the_job_or_a_nearer_base_says() {
    assertThat(
            said(
                Project.workload("{name: {value: j}, baseWorkload: team, gpu: {value: 2}}"),
                project("image: {value: i}", "{image: {value: x}, gpu: {value: 1}}"),
                project("image: {value: i}", "{image: {value: y}, gpu: {value: 4}}")))
        .isEmpty();
  }

  @Test
  void no_longer_says_what_the_job_has_from_it() {
    assertThat(
            said(
                project("image: {value: i}", "{gpu: {value: 1}, labels: {items: {a: {value: b}}}}"),
                project("image: {value: i}", "{}")))
        .containsExactly(
            "spec: neither it, its bases nor a policy says spec.gpu.value, spec.labels.items.a any"
                + " more"
                + WAY_OUT);
  }

  @Test
  void never_shows_a_password() {
    var before = "{s3: {items: {a: {value: {bucket: b, path: /a, key: k, secret: hush}}}}}";

    assertThat(
            said(
                project("image: {value: i}", before),
                project("image: {value: i}", before.replace("hush", "hushhush"))))
        .containsExactly(
            "spec.baseWorkload: the base runai/common would now give something else for"
                + " spec.s3.items.a.value.secret"
                + WAY_OUT);
  }

  @Test
  void may_be_gone() {
    assertThat(said(project("image: {value: i}", "{}"), new Project()))
        .containsExactly(
            "spec.baseWorkload: \"team\" not found in namespace \"runai-team-a\" or \"runai\" by"
                + " now; the job keeps what it was submitted with, from runai-team-a/team,"
                + " runai/common");
  }

  @Test
  void may_have_another_base() {
    assertThat(
            said(
                project("image: {value: i}", "{}"),
                new Project().with(Project.NAMESPACE, "team", "{image: {value: i}}")))
        .containsExactly(
            "spec.baseWorkload: the job was submitted with the base runai-team-a/team, based on"
                + " runai/common and would be with the base runai-team-a/team now"
                + WAY_OUT);
  }

  @Test
  void may_stand_in_a_circle() {
    assertThat(
            said(
                project("image: {value: i}", "{}"),
                project("image: {value: i}", "{baseWorkload: common}")))
        .containsExactly(
            "spec.baseWorkload: cycle common -> common by now; the job keeps what it was submitted"
                + " with, from runai-team-a/team, runai/common");
  }

  @Test
  void is_not_the_only_one_to_change_policies_do_too() {
    var base = project("image: {value: i}", "{gpu: {value: 4}}");
    var now =
        project("image: {value: i}", "{gpu: {value: 4}}")
            .withPolicy(
                """
                gpu: {rules: {max: "2"}}
                backoffLimit: {value: 3}
                """);

    assertThat(said(base, now))
        .containsExactly(
            "spec: the policy runai-team-a/policy would now give something else for"
                + " spec.backoffLimit.value"
                + WAY_OUT,
            "spec.gpu.value: must be no greater than 2, says the policy runai-team-a/policy by now,"
                + " so that nothing like it can be submitted; the job goes on");
  }

  @Test
  void is_told_from_a_policy_that_completes_its_items() {
    var port = "ports: {items: {web: {value: {container: 80}}}}";
    var then =
        project("image: {value: i}", "{}")
            .withPolicy("ports: {items: {DEFAULTS: {value: {toolName: a}}}}");
    var now =
        project("image: {value: i}", "{}")
            .withPolicy("ports: {items: {DEFAULTS: {value: {toolName: b}}}}");

    assertThat(
            said(
                Project.workload("{name: {value: j}, baseWorkload: team, %s}".formatted(port)),
                then,
                now))
        .containsExactly(
            "spec: the policy runai-team-a/policy would now give something else for"
                + " spec.ports.items.web.value.toolName"
                + WAY_OUT);
  }

  @Test
  void means_nothing_to_what_was_never_submitted() {
    assertThat(DIALECT.hindsight(JOB, project("image: {value: i}", "{}"))).isEmpty();
  }
}
