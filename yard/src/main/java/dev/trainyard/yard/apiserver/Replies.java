package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.yard.apiserver.MediaRange.Encoding;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.RefusedException;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Answers in the form Kubernetes clients expect.
final class Replies {

  private static final int MAX_WARNINGS = 20;
  private static final Pattern PATH_OF_AN_API =
      Pattern.compile(
          BuiltInKinds.all().stream()
              .map(Kind::group)
              .filter(group -> !group.isEmpty())
              .distinct()
              .map(Pattern::quote)
              .collect(Collectors.joining("|", "^/(api|apis/(", "))/.")));

  /// YAML where the reader likes that best.
  static Encoding encoding(Call call) {
    return MediaRange.of(call).stream()
        .flatMap(range -> range.encoding(false).stream())
        .findFirst()
        .orElse(Encoding.JSON);
  }

  static void json(Call call, int code, JsonNode body) throws IOException {
    var encoding = encoding(call);
    var bytes =
        switch (encoding) {
          case JSON -> Json.MAPPER.writeValueAsBytes(body);
          case YAML -> Json.YAML.writeValueAsBytes(body);
        };
    call.reply(code, encoding.mediaType, bytes);
  }

  static void refusal(Call call, Status status) throws IOException {
    json(call, status.code(), status.json());
  }

  /// For a path that nobody serves.
  static RefusedException noSuchPath() {
    return new RefusedException(404, "404 page not found");
  }

  /// Below the APIs that Kubernetes itself has, and for parts of resources that are there, such a
  /// path is told as a status. Any other is told in plain text, of which clients make a status.
  static void noSuchPath(Call call) throws IOException {
    if (PATH_OF_AN_API.matcher(call.path()).find()) {
      refusal(call, Status.noSuchResource());
    } else {
      call.replyText(404, noSuchPath().why() + "\n");
    }
  }

  /// Has every client that shows warnings show these.
  static void warn(Call call, List<String> warnings) {
    warnings.stream()
        .limit(MAX_WARNINGS)
        .map(text -> "299 - \"%s\"".formatted(text.replace("\\", "\\\\").replace("\"", "\\\"")))
        .forEach(warning -> call.addHeader("Warning", warning));
  }

  private Replies() {}
}
