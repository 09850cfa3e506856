package dev.trainyard.dialects.tensorboard;

import static dev.trainyard.dialects.tensorboard.Boards.DIALECT;
import static dev.trainyard.dialects.tensorboard.Boards.LOOKUP;
import static dev.trainyard.dialects.tensorboard.Boards.board;
import static dev.trainyard.dialects.tensorboard.Boards.named;
import static dev.trainyard.dialects.tensorboard.Boards.problems;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Dialect.Reading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnInvalidTensorBoardTest {

  record Row(String name, String spec, List<String> problems) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Row> rows() {
    return List.of(
        new Row(
            "without a source",
            "image: tb:1",
            List.of(
                "spec.logDir: Required value: name at least one place of logs: pvc, s3 or http")),
        new Row(
            "paths that leave their volume",
            "logDir: {pvc: [{name: logs, subPath: [/a, b/../../c, ok/path]}]}",
            List.of(
                "spec.logDir.pvc[0].subPath[0]: Invalid value: \"/a\": must be a relative path",
                "spec.logDir.pvc[0].subPath[1]: Invalid value: \"b/../../c\": must not contain"
                    + " '..'")),
        new Row(
            "a claim without a name",
            "logDir: {pvc: [{subPath: [a]}]}",
            List.of("spec.logDir.pvc[0].name: Required value: say which one")),
        new Row(
            "a store without a secret or a place",
            "logDir: {s3: {}}",
            List.of(
                "spec.logDir: Required value: name at least one place of logs: pvc, s3 or http",
                "spec.logDir.s3.secretRef.name: Required value: say which one",
                "spec.logDir.s3.uri: Required value: name at least one, such as"
                    + " s3://bucket/prefix/")),
        new Row(
            "places that are not in a store",
            "logDir: {s3: {secretRef: {name: keys}, uri: ['http://x/y']}}",
            List.of(
                "spec.logDir.s3.uri[0]: Invalid value: \"http://x/y\": must be such as"
                    + " s3://bucket/prefix/")),
        new Row(
            "separators beside other sources",
            "logDir: {pvc: [{name: logs}], s3: {secretRef: {name: keys}, uri: ['s3://b/a,b',"
                + " 's3://b/c:d']}}",
            List.of(
                "spec.logDir.s3.uri[0]: Invalid value: \"s3://b/a,b\": must not contain ',' or ':'"
                    + " beside other places of logs",
                "spec.logDir.s3.uri[1]: Invalid value: \"s3://b/c:d\": must not contain ',' or ':'"
                    + " beside other places of logs")),
        new Row(
            "two secrets",
            "logDir: {s3: {secretRef: {name: one}, uri: ['s3://b/x']}}, trainingLogFilesets:"
                + " ['t9k://minio/two/b/y']",
            List.of(
                "spec.trainingLogFilesets[0]: Invalid value: \"two\": only one Secret can be used,"
                    + " and \"one\" is used above")),
        new Row(
            "what is not a file on the web",
            "logDir: {http: {url: ['file:///etc/passwd', 'https://host', 'https://host/dir/']}}",
            List.of(
                url(0, "file:///etc/passwd"), url(1, "https://host"), url(2, "https://host/dir/"))),
        new Row(
            "a claim in the place of fetched files",
            "logDir: {pvc: [{name: http}], http: {url: ['https://h/events']}}",
            List.of(
                "spec.logDir.pvc[0].name: Invalid value: \"http\": what is fetched by http is shown"
                    + " under this name; rename the claim")),
        new Row(
            "filesets of another form",
            "trainingLogFilesets: ['pvc://logs', 't9k://pvc/logs/../x']",
            List.of(
                "spec.trainingLogFilesets[0]: Invalid value: \"pvc://logs\": must be"
                    + " t9k://pvc/<pvc>/<path> or t9k://minio/<secret>/<bucket>/<path>",
                "spec.trainingLogFilesets[1]: Invalid value: \"t9k://pvc/logs/../x\": must not"
                    + " contain '..'")),
        new Row(
            "two spellings of two queues",
            "logDir: {pvc: [{name: logs}]}, scheduler: {t9kScheduler: {queue: a, Queue: b}}",
            List.of("spec.scheduler.t9kScheduler: \"queue\" and \"Queue\" conflict")),
        new Row(
            "a scheduler without a queue",
            "logDir: {pvc: [{name: logs}]}, scheduler: {t9kScheduler: {}}",
            List.of(
                "spec.scheduler.t9kScheduler.queue: Required value: name the Queue its pod waits"
                    + " in")),
        new Row(
            "more than its limit",
            "logDir: {pvc: [{name: logs}]}, resources: {requests: {cpu: 2}, limits: {cpu: 1}}",
            List.of(
                "spec.resources.requests[cpu]: Invalid value: \"2\": must be no more than the limit"
                    + " 1")));
  }

  private static String url(int index, String value) {
    return ("spec.logDir.http.url[%d]: Invalid value: \"%s\": must be the address of a file, such"
            + " as https://example.com/run/events.out.tfevents.1")
        .formatted(index, value);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void hears_of_every_problem_at_once(Row row) {
    assertThat(problems(board(row.spec()))).isEqualTo(row.problems());
  }

  @Test
  void has_a_name_that_fits_no_label() {
    var board = named("a".repeat(64), Boards.OVER_A_CLAIM);

    assertThat(problems(board)).singleElement().asString().startsWith("metadata.name: Invalid");
  }

  @Test
  void is_read_as_a_refusal() {
    assertThat(DIALECT.read(board(""), LOOKUP)).isInstanceOf(Reading.Refused.class);
  }

  @Test
  void is_told_that_an_old_word_changes_nothing() {
    var spec = Boards.OVER_A_CLAIM + ", runMode: running";

    assertThat(problems(board(spec)))
        .containsExactly(
            "spec.runMode: \"running\" changes nothing; only paused has a meaning, which is that of"
                + " suspend");
    assertThat(DIALECT.read(board(spec), LOOKUP)).isInstanceOf(Reading.Job.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "logDir: {pvc: [{name: logs}]}",
        "logDir: {pvc: [{name: logs, subPath: [a, b/c, '']}]}",
        "logDir: {s3: {secretRef: {name: keys}, uri: ['s3://bucket/a:b,c']}}",
        "logDir: {http: {url: ['https://host:8443/a/b?c=d']}}",
        "trainingLogFilesets: ['t9k://pvc/tutorial/log']",
        "trainingLogFilesets: ['t9k://pvc/tutorial']",
        "trainingLogFilesets: ['t9k://minio/keys/bucket/path/']",
        "logDir: {pvc: [{name: logs}]}, scheduler: {t9kScheduler: {Queue: team}}",
      })
  void is_not_one_of_these(String spec) {
    assertThat(problems(board(spec))).isEmpty();
  }
}
