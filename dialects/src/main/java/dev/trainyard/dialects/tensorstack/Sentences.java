package dev.trainyard.dialects.tensorstack;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// What is said of a job in conditions and events alike, and the way back from words to facts.
record Sentences(Layout job) {

  static final String INITIALIZED = "The job has been initialized successfully.";
  static final String FINE = "All pods are running normally or have completed successfully.";
  static final String WAITING = "Waiting for pods to run.";
  static final String NOT_ALL = "Not all pods are running.";
  static final String GOES_ON = "The job is still running.";
  static final String PAUSED = "The job has been paused.";
  static final String RESUMED = "The job has been resumed.";
  static final String SUCCEEDED = "The job has finished successfully.";

  private static final String WITHHELD = "The training processes go without ";

  static final String DEADLINE_EXCEEDED = "DeadlineExceeded";

  /// Stands for the code of a pod that was ended before it could say one.
  static final int NO_CODE = -1;

  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SS", Locale.ROOT).withZone(ZoneOffset.UTC);

  String created() {
    return "A %s has been created: %s".formatted(job.kind().kind(), job.name());
  }

  static String beganRunning(Instant at) {
    return "The job began running at %s UTC".formatted(MOMENT.format(at));
  }

  static String withheld(List<String> variables) {
    return WITHHELD
        + String.join(", ", variables)
        + ": only literal values of one line, and keys of ConfigMaps and Secrets, can be handed"
        + " on.";
  }

  static boolean tellsOfWithheld(String message) {
    return message.startsWith(WITHHELD);
  }

  /// Why the job has failed.
  String failed(Fact cause) {
    return switch (cause) {
      case Fact.LeadFailed(_, var pod, var code) -> failed(pod, code);
      case Fact.OutOfTime(var limit) ->
          "%s %s has failed: it was active longer than %d seconds"
              .formatted(job.kind().kind(), job.name(), limit.toSeconds());
      case Fact.ChildFailed(_, var message) -> message;
      case Fact.Accepted _,
          Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.ObjectRefused _,
          Fact.RemovalRefused _,
          Fact.VariablesWithheld _,
          Fact.ReplicaMade _,
          Fact.ReplicaRemoved _,
          Fact.ReplicaFailed _,
          Fact.Queued _,
          Fact.Initialized _,
          Fact.BeganRunning _,
          Fact.ReplicaEnded _,
          Fact.ReplicaRestarted _,
          Fact.ReplicaLost _,
          Fact.ReplicaTroubled _,
          Fact.GangRestarted _,
          Fact.WentOnHold _,
          Fact.Resumed _,
          Fact.Scaled _,
          Fact.Preempted _,
          Fact.Succeeded _,
          Fact.ReplicasFailed _,
          Fact.BudgetSpent _,
          Fact.PreemptedTooOften _,
          Fact.WorkersEvicted _,
          Fact.CleanedUp _,
          Fact.StillRunning _,
          Fact.Expired _ ->
          "%s %s has failed".formatted(job.kind().kind(), job.name());
    };
  }

  private String failed(String pod, OptionalInt code) {
    return "%s %s has failed: %s failed with exit code %d"
        .formatted(job.kind().kind(), job.name(), pod, code.orElse(NO_CODE));
  }

  /// The fact behind a message of `failed`; unknown words are kept as they are.
  Fact causeOf(String reason, String message) {
    var lead =
        Pattern.compile(".* has failed: (\\S+) failed with exit code (-?\\d{1,9})")
            .matcher(message);
    if (lead.matches()) {
      int code = Integer.parseInt(lead.group(2));
      return new Fact.LeadFailed(
          new ReplicaId(job.ranked().getFirst().name(), 0),
          lead.group(1),
          code == NO_CODE ? OptionalInt.empty() : OptionalInt.of(code));
    }
    var late = new Fact.OutOfTime(deadline());
    return reason.equals(DEADLINE_EXCEEDED) && message.equals(failed(late))
        ? late
        : new Fact.ChildFailed(reason, message);
  }

  private Duration deadline() {
    return job.runPolicy()
        .flatMap(policy -> Optional.ofNullable(policy.activeDeadlineSeconds()))
        .map(Duration::ofSeconds)
        .orElse(Duration.ZERO);
  }
}
