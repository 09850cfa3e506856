package dev.trainyard.cli.offline;

import static dev.trainyard.cli.offline.SettingsDesk.TINY;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TheSettingsOfSeveralFilesTest {

  @TempDir private Path directory = Path.of("");

  private Desk desk() {
    return Desk.in(directory).file("tiny.yaml", TINY);
  }

  @Test
  void lie_over_each_other_in_the_order_of_the_command_line() {
    var desk =
        desk()
            .file("a.yaml", "queueName: from-a\nretryLimit: 1\n")
            .file("b.yaml", "queueName: from-b\nretryLimit: 2\n")
            .file("c.yaml", "queueName: from-c\n");

    var made = desk.run("generate", "-f", "tiny.yaml", "a.yaml", "-f", "b.yaml", "c.yaml");
    assertThat(made.out()).contains("queue-name: from-c", "retryLimit: \"2\"");

    var again = desk.run("generate", "a.yaml", "--values", "tiny.yaml", "b.yaml", "-f", "a.yaml");
    assertThat(again.out()).contains("queue-name: from-a", "retryLimit: \"1\"");
  }

  @Test
  void join_in_objects_and_replace_each_other_in_lists() {
    var desk =
        desk()
            .file(
                "a.yaml",
                "sshGitCloneConfig: {secretName: a, configMapName: a}\nhostIgnoreList: [a, b]\n")
            .file("b.yaml", "sshGitCloneConfig: {secretName: b}\nhostIgnoreList: [c]\n");

    var made = desk.run("generate", "tiny.yaml", "a.yaml", "b.yaml").out();

    assertThat(made)
        .contains("secretName: b", "name: a\n", "- c\n")
        .doesNotContain("- a\n", "- b\n");
  }

  @Test
  void are_removed_by_a_null_on_top_and_refused_with_one_inside() {
    var desk =
        desk()
            .file("a.yaml", "queueName: from-a\nmountNVMe: {storage: 1Gi, mountPath: /x}\n")
            .file("b.yaml", "queueName: null\n")
            .file("c.yaml", "mountNVMe: {mountPath: null}\n");

    assertThat(desk.run("generate", "tiny.yaml", "a.yaml", "b.yaml").out())
        .doesNotContain("queue-name");
    assertThat(desk.run("generate", "tiny.yaml", "a.yaml", "c.yaml").err())
        .startsWith("c.yaml:1: mountNVMe.mountPath: expected text, got null\n");
  }

  @Test
  void are_told_in_the_file_that_counts() {
    var desk =
        desk()
            .file("a.yaml", "\nsshGitCloneConfig: {secretName: A, configMapName: b}\nnumPods: 0\n")
            .file("b.yaml", "sshGitCloneConfig: {sshCmd: 5}\n\n\nnumPods: -1\nvolumes: [{}]\n");

    assertThat(desk.run("generate", "a.yaml", "b.yaml", "--set", "retryLimit=x").err().lines())
        .startsWith(
            "b.yaml: jobName: required, but not set",
            "b.yaml: containerImage: required, but not set",
            "b.yaml:4: numPods: must be at least 1; got -1")
        .contains(
            "b.yaml:1: sshGitCloneConfig.sshCmd: expected text, got the number 5; put it in quotes",
            "b.yaml:5: volumes[0].name: required, but not set",
            "--set retryLimit=x: retryLimit: expected a whole number, got text \"x\"")
        .anyMatch(line -> line.startsWith("a.yaml:2: sshGitCloneConfig.secretName: "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          numPods=3                     | replicas: 2
          retryLimit=0                  | retryLimit: "0"
          queueName='yes'               | queue-name: "yes"
          queueName="a-queue"           | queue-name: a-queue
          mainProgram=t.py --x=1 # y: z | t.py --x=1 # y: z
          mountNVMe.storage=5Gi         | storage: 5Gi
          disableSharedMemory=on        | volumes: []
          """)
  void lie_below_those_of_the_command_line(String assignment, String written) {
    var made = desk().run("generate", "--set", assignment, "tiny.yaml");

    assertThat(made.status()).as(made.err()).isZero();
    assertThat(made.out()).contains(written);
  }

  @Test
  void can_be_taken_away_on_the_command_line() {
    assertThat(desk().run("generate", "tiny.yaml", "--set", "queueName=").out())
        .doesNotContain("queue-name");
    assertThat(desk().run("generate", "tiny.yaml", "--set", "queueName=null").out())
        .doesNotContain("queue-name");
  }

  @Test
  void need_a_name_and_a_value_on_the_command_line() {
    var outcome = desk().run("generate", "tiny.yaml", "--set", "numPods", "--set", "a..b=1");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err().lines())
        .containsExactly(
            "--set numPods: expected SETTING=VALUE, such as numPods=2",
            "--set a..b=1: expected SETTING=VALUE, such as numPods=2",
            "2 problems");
  }

  @Test
  void may_come_from_standard_input_and_as_json() {
    var json = "{\"jobName\": \"tiny\",\n\t\"containerImage\": \"quay.io/acme/trainer:2.1\"}";

    assertThat(desk().typing(json).run("generate", "-f", "-"))
        .isEqualTo(desk().run("generate", "tiny.yaml"));
  }

  @Test
  void may_be_none_in_a_file_that_is_empty() {
    var desk = desk().file("empty.yaml", "").file("comment.yaml", "# nothing\n---\n");

    assertThat(desk.run("generate", "empty.yaml", "tiny.yaml", "comment.yaml").out())
        .isEqualTo(desk.run("generate", "tiny.yaml").out());
  }

  @Test
  void may_share_parts_and_count_last_where_they_are_given_twice() {
    var settings =
        TINY
            + """
            volumes:
            - &one {name: a, claimName: c, mountPath: /a}
            - {<<: *one, name: b, mountPath: /b}
            numPods: 5
            numPods: 2
            """;

    var outcome = new SettingsDesk(directory, "1.1.5", settings).run();

    assertThat(outcome.err())
        .isEqualTo(
            "warning: s.yaml:7: \"numPods\" is given twice, first on line 6; this one counts\n");
    assertThat(outcome.out())
        .contains("replicas: 1\n", "mountPath: /b")
        .doesNotContain("replicas: 4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          '- a'              ~ 's.yaml:1: must be one object with settings, such as jobName: my-job'
          just text          ~ 's.yaml:1: must be one object with settings, such as jobName: my-job'
          'a: 1|---|b: 2'    ~ 's.yaml:3: a second document begins here; put it in a file of its own'
          'retryLimit: .inf' ~ 's.yaml:1: .inf is not a number Kubernetes can hold'
          'a: "\\ud800"'      ~ 's.yaml:1: the text holds half a character; remove it'
          'a: [1'            ~ 's.yaml:1: what opens here is never closed; close it'
          """)
  void are_refused_where_a_file_is_none_of_settings(String text, String said) {
    var outcome = new SettingsDesk(directory, "1.1.5", text.replace('|', '\n')).run();

    assertThat(outcome.err().lines()).first().isEqualTo(said);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
  }

  @Test
  void go_to_a_file_only_when_all_of_them_are_right() throws IOException {
    var desk = desk().file("out.yaml", "old");

    var wrong = desk.run("generate", "tiny.yaml", "--set", "numPods=0", "--out", "out.yaml");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(Files.readString(directory.resolve("out.yaml"))).isEqualTo("old");

    var right = desk.run("generate", "tiny.yaml", "--out", "out.yaml");
    assertThat(right.out()).isEmpty();
    assertThat(Files.readString(directory.resolve("out.yaml")))
        .isEqualTo(desk.run("generate", "tiny.yaml").out());
  }

  @Test
  void are_needed_and_must_be_there() {
    assertThat(desk().run("generate").status()).isEqualTo(2);
    assertThat(desk().run("generate").err()).contains("--init");

    var outcome = desk().run("generate", "tiny.yml");
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).startsWith("tiny.yml: does not exist; did you mean tiny.yaml?\n");
  }

  @Test
  void belong_to_a_chart_there_is() {
    var outcome = desk().run("generate", "tiny.yaml", "--chart", "1.1.6");

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("1.1.5", "1.1.12");
  }
}
