package dev.trainyard.dialects.runai;

import java.util.List;

/// How many pods there are, and when it is over.
final class LifecycleRules {

  static void each(Findings findings) {
    for (var field : List.of("parallelism", "completions", "processes", "slotsPerWorker")) {
      findings.atLeast(field, 1);
    }
    findings.atLeast("backoffLimit", 0);
    findings.atLeast("autoDeletionTimeAfterCompletionSeconds", 0);
  }

  static void together(Findings findings) {
    var values = findings.values();
    if (values.isOn("mpi")) {
      for (var field : List.of("parallelism", "completions")) {
        findings.sayIf(
            values.number(field).orElse(1) > 1,
            Paths.scalar(field),
            "must be 1 with mpi; processes says how many workers there are");
      }
      return;
    }
    for (var field : List.of("processes", "slotsPerWorker")) {
      findings.sayIf(values.has(field), Paths.scalar(field), "needs mpi; set mpi to true");
    }
    int completions = values.number("completions").orElse(1);
    findings.sayIf(
        values.number("parallelism").orElse(1) > completions,
        Paths.scalar("parallelism"),
        "must be no more than completions %d".formatted(completions));
  }

  private LifecycleRules() {}
}
