package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.yard.http.Call;
import java.io.IOException;
import java.util.List;

/// Answers in the form Kubernetes clients expect.
final class Replies {

  private static final int MAX_WARNINGS = 20;

  static void json(Call call, int code, JsonNode body) throws IOException {
    call.reply(code, "application/json", Json.MAPPER.writeValueAsBytes(body));
  }

  static void refusal(Call call, Status status) throws IOException {
    json(call, status.code(), status.json());
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
