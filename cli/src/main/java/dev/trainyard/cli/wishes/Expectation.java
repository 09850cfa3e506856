package dev.trainyard.cli.wishes;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.dialects.Words;
import java.util.List;
import java.util.Optional;

/// What somebody waits for in a job.
public sealed interface Expectation {

  record Phase(String word) implements Expectation {}

  record Condition(String type, String status) implements Expectation {}

  record Gone() implements Expectation {}

  /// The phases as `get` shows them, and one that means either end.
  List<String> PHASES =
      List.of(
          "Created",
          "Waiting",
          "Starting",
          "Running",
          "Restarting",
          "Suspending",
          "Suspended",
          "Resuming",
          "Invalid",
          "Unknown",
          "Succeeded",
          "Failed",
          "Finished");

  String CONDITION = "condition=";

  static Expectation parse(String text) {
    if (text.equalsIgnoreCase("delete") || text.equalsIgnoreCase("deleted")) {
      return new Gone();
    }
    if (text.startsWith(CONDITION) && text.length() > CONDITION.length()) {
      var parts = text.substring(CONDITION.length()).split("=", 2);
      return new Condition(parts[0], parts.length > 1 ? parts[1] : "True");
    }
    return PHASES.stream()
        .filter(text::equalsIgnoreCase)
        .findFirst()
        .<Expectation>map(Phase::new)
        .orElseThrow(
            () ->
                new Refusal(
                    ExitStatus.INVALID,
                    "--for: \"%s\" is not delete, condition=TYPE or one of %s%s"
                        .formatted(
                            text,
                            String.join(", ", PHASES),
                            Words.nearest(text, PHASES)
                                .map("; did you mean %s?"::formatted)
                                .orElse("."))));
  }

  enum Verdict {
    HOLDS,
    NOT_YET,
    NEVER
  }

  /// Without a job it is gone.
  default Verdict of(Optional<Job> job) {
    if (job.isEmpty()) {
      return this instanceof Gone ? Verdict.HOLDS : Verdict.NEVER;
    }
    if (holds(job.get())) {
      return Verdict.HOLDS;
    }
    return job.get().finished() && !(this instanceof Gone) ? Verdict.NEVER : Verdict.NOT_YET;
  }

  private boolean holds(Job job) {
    return switch (this) {
      case Gone() -> false;
      case Phase(var word) ->
          switch (word) {
            case "Finished" -> job.finished();
            // It may have come and gone between two looks.
            case "Running" -> job.phase().equals("Running") || job.phase().equals("Succeeded");
            default -> job.phase().equals(word);
          };
      case Condition(var type, var status) -> {
        for (var condition : job.json().at("/status/conditions")) {
          if (condition.path("type").asText().equalsIgnoreCase(type)) {
            yield condition.path("status").asText().equalsIgnoreCase(status);
          }
        }
        yield false;
      }
    };
  }

  /// As a sentence about a job goes on.
  default String words() {
    return switch (this) {
      case Gone() -> "deleted";
      case Phase(var word) -> word;
      case Condition(var type, var status) -> "%s=%s".formatted(type, status);
    };
  }
}
