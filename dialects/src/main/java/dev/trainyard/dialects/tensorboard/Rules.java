package dev.trainyard.dialects.tensorboard;

import dev.trainyard.api.tensorstack.SchedulerPolicy.T9kScheduler;
import dev.trainyard.api.tensorstack.TensorBoardSpec.LogDir;
import dev.trainyard.api.tensorstack.TensorBoardSpec.Pvc;
import dev.trainyard.api.tensorstack.TensorBoardSpec.S3;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.pods.Amounts;
import dev.trainyard.dialects.pods.Names;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a TensorBoard must be to show anything; every problem, in the order of the fields.
final class Rules {

  private static final Pattern URI = Pattern.compile("s3://[^/\\s]+(/\\S*)?");
  private static final Pattern URL =
      Pattern.compile("https?://[^/?#\\s]+/[^?#\\s]*[^/?#\\s]([?#]\\S*)?");

  private final Board board;
  private final Sources sources;
  private final List<Problem> problems = new ArrayList<>();
  private Optional<String> secret = Optional.empty();

  private Rules(Board board) {
    this.board = board;
    this.sources = board.sources();
  }

  static List<Problem> check(Board board) {
    var rules = new Rules(board);
    rules.metadata();
    rules.logs();
    rules.filesets();
    rules.runMode();
    board.scheduler().ifPresent(rules::scheduler);
    Amounts.check("spec.resources", board.spec().resources(), rules.problems);
    return List.copyOf(rules.problems);
  }

  /// Its pod has the name in a label.
  private void metadata() {
    add(Names.labelValue("metadata.name", board.name()));
    add(Restarts.advice(board.resource().metadata()));
  }

  private void logs() {
    var logDir = Optional.ofNullable(board.spec().logDir());
    if (sources.none() && Sources.filesets(board.spec()).isEmpty()) {
      problems.add(
          Problem.required("spec.logDir", "name at least one place of logs: pvc, s3 or http"));
    }
    var claims = logDir.map(LogDir::pvc).orElse(List.of());
    for (int i = 0; i < claims.size(); i++) {
      claim("spec.logDir.pvc[%d]".formatted(i), claims.get(i));
    }
    logDir.map(LogDir::s3).ifPresent(store -> store("spec.logDir.s3", store));
    var urls = logDir.map(LogDir::http).map(http -> http.url()).orElse(List.of());
    for (int i = 0; i < urls.size(); i++) {
      if (!URL.matcher(urls.get(i)).matches()) {
        problems.add(
            Problem.invalid(
                "spec.logDir.http.url[%d]".formatted(i),
                urls.get(i),
                "must be the address of a file, such as"
                    + " https://example.com/run/events.out.tfevents.1"));
      }
    }
  }

  private void claim(String at, Pvc pvc) {
    claimName(at + ".name", pvc.name());
    var paths = Optional.ofNullable(pvc.subPath()).orElse(List.of());
    for (int i = 0; i < paths.size(); i++) {
      path("%s.subPath[%d]".formatted(at, i), paths.get(i), paths.get(i));
    }
  }

  private void claimName(String at, String name) {
    add(Names.reference(at, name));
    if (name.equals(Page.FETCHED) && !sources.urls().isEmpty()) {
      problems.add(
          Problem.invalid(
              at, name, "what is fetched by http is shown under this name; rename the claim"));
    }
  }

  private void path(String at, String value, String path) {
    if (path.startsWith("/")) {
      problems.add(Problem.invalid(at, value, "must be a relative path"));
    }
    if (Arrays.asList(path.split("/", -1)).contains("..")) {
      problems.add(Problem.invalid(at, value, "must not contain '..'"));
    }
  }

  private void store(String at, S3 store) {
    add(Names.reference(at + ".secretRef.name", store.secretRef().name()));
    secret(at + ".secretRef.name", store.secretRef().name());
    if (store.uri().isEmpty()) {
      problems.add(Problem.required(at + ".uri", "name at least one, such as s3://bucket/prefix/"));
    }
    for (int i = 0; i < store.uri().size(); i++) {
      var here = "%s.uri[%d]".formatted(at, i);
      var uri = store.uri().get(i);
      if (!URI.matcher(uri).matches()) {
        problems.add(Problem.invalid(here, uri, "must be such as s3://bucket/prefix/"));
      } else {
        separators(here, uri, uri);
      }
    }
  }

  /// The pod signs all of its requests with one pair of keys.
  private void secret(String at, String name) {
    if (secret.filter(first -> !first.equals(name)).isPresent()) {
      problems.add(
          Problem.invalid(
              at,
              name,
              "only one Secret can be used, and \"%s\" is used above".formatted(secret.get())));
    }
    secret = secret.or(() -> Optional.of(name));
  }

  /// Several places are told apart in one option by these characters.
  private void separators(String at, String value, String uri) {
    var rest = uri.substring("s3://".length());
    if (sources.mixed() && (rest.contains(",") || rest.contains(":"))) {
      problems.add(
          Problem.invalid(at, value, "must not contain ',' or ':' beside other places of logs"));
    }
  }

  private void filesets() {
    var filesets = Sources.filesets(board.spec());
    for (int i = 0; i < filesets.size(); i++) {
      var here = "spec.trainingLogFilesets[%d]".formatted(i);
      var volume = Sources.VOLUME.matcher(filesets.get(i));
      var store = Sources.STORE.matcher(filesets.get(i));
      if (volume.matches()) {
        claimName(here, volume.group("claim"));
        path(here, filesets.get(i), Optional.ofNullable(volume.group("path")).orElse(""));
      } else if (store.matches()) {
        add(Names.reference(here, store.group("secret")));
        secret(here, store.group("secret"));
        var path = Optional.ofNullable(store.group("path")).orElse("");
        separators(here, filesets.get(i), "s3://%s/%s".formatted(store.group("bucket"), path));
      } else {
        problems.add(
            Problem.invalid(
                here,
                filesets.get(i),
                "must be t9k://pvc/<pvc>/<path> or t9k://minio/<secret>/<bucket>/<path>"));
      }
    }
  }

  /// An old field, of which one word is known to have a meaning.
  private void runMode() {
    Board.filled(board.spec().runMode())
        .filter(word -> !word.equals(Board.PAUSED))
        .ifPresent(
            word ->
                problems.add(
                    Problem.warning(
                        "spec.runMode",
                        "\"%s\" changes nothing; only %s has a meaning, which is that of suspend"
                            .formatted(word, Board.PAUSED))));
  }

  private void scheduler(T9kScheduler scheduler) {
    var here = "spec.scheduler.t9kScheduler";
    if (scheduler.queue() != null
        && scheduler.capitalQueue() != null
        && !scheduler.queue().equals(scheduler.capitalQueue())) {
      problems.add(Problem.error(here, "%s: \"queue\" and \"Queue\" conflict".formatted(here)));
    }
    if (board.queue().isEmpty()) {
      problems.add(Problem.required(here + ".queue", "name the Queue its pod waits in"));
    }
    board.queue().ifPresent(queue -> add(Names.labelValue(here + ".queue", queue)));
  }

  private void add(Optional<Problem> problem) {
    problem.ifPresent(problems::add);
  }
}
