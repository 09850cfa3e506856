package dev.trainyard.yard.node.supervisor;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// How a run ended, as it is written to its `exit` file.
public record ExitRecord(
    int exitCode,
    String reason,
    Optional<String> message,
    Optional<Instant> startedAt,
    Instant finishedAt) {

  public static final String COMPLETED = "Completed";
  public static final String ERROR = "Error";
  public static final String OOM_KILLED = "OOMKilled";
  public static final String START_ERROR = "StartError";

  public void write(Path file) throws IOException {
    DurableFile.write(file, json());
  }

  String json() {
    var json = new StringBuilder("{\"exitCode\":").append(exitCode);
    field(json, "reason", reason);
    message.ifPresent(text -> field(json, "message", text));
    startedAt.ifPresent(at -> field(json, "startedAt", at.toString()));
    field(json, "finishedAt", finishedAt.toString());
    return json.append("}\n").toString();
  }

  private static void field(StringBuilder json, String name, String value) {
    json.append(",\"").append(name).append("\":\"");
    value
        .chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
              } else if (c < ' ') {
                json.append("\\u%04x".formatted(c));
              } else {
                json.append((char) c);
              }
            });
    json.append('"');
  }
}
