package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.Conditions.SUBMITTED;

import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.runai.Submission.Reason;
import dev.trainyard.engine.model.Fact;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// The status of a workload of which nothing was made.
final class Refusals {

  private static final String NOT_MADE = "ResourceCreationFailed";

  /// How a policy speaks. Our own rules have other words.
  private static final Pattern POLICY =
      Pattern.compile(
          "must be no (greater|less) than [^ ]+|must be one of \\[.*]"
              + "|must be [^ ]+ plus a multiple of .*|cannot be changed by the workload"
              + "|cannot be (added|removed|changed)|the policy .*");

  private static final Pattern CONFLICT = Pattern.compile("the job .* already exists");

  /// What was started is never taken back by this.
  static TrainingWorkload told(TrainingWorkload resource, List<Problem> problems, Instant now) {
    var fatal = problems.stream().filter(Problem::fatal).toList();
    return isSubmitted(resource)
        ? resource
        : told(resource, reason(fatal).word(), Complaints.joined(fatal), PhaseWords.FAILED, now);
  }

  /// A name that somebody else has is not asked for again before the spec changes; anything else
  /// may go well the next time.
  static TrainingWorkload told(TrainingWorkload resource, Fact refusal, Instant now) {
    if (!(refusal instanceof Fact.ObjectRefused(var kind, var name, var error))
        || (isSubmitted(resource) && Conditions.of(status(resource)).holds(SUBMITTED))) {
      return resource;
    }
    return CONFLICT.matcher(error).matches()
        ? told(resource, List.of(Claims.conflict(name)), now)
        : told(
            resource, NOT_MADE, "%s %s: %s".formatted(kind, name, error), PhaseWords.CREATING, now);
  }

  /// The conflict that was told of the spec as it stands.
  static Optional<Problem> standing(TrainingWorkload resource) {
    return StatusReading.refusal(status(resource))
        .filter(told -> Reason.NAME_CONFLICT.word().equals(told.reason()))
        .filter(
            _ ->
                status(resource)
                    .filter(
                        told ->
                            Objects.equals(
                                told.observedGeneration(), resource.metadata().getGeneration()))
                    .isPresent())
        .map(told -> Objects.requireNonNullElse(told.message(), ""))
        .map(message -> message.substring(message.indexOf(": ") + 2))
        .map(message -> Problem.error(Paths.scalar("name"), message));
  }

  private static boolean isSubmitted(TrainingWorkload resource) {
    return status(resource)
        .filter(told -> told.startTime() != null || Rules.submitted(told))
        .isPresent();
  }

  private static Optional<TrainingWorkloadStatus> status(TrainingWorkload resource) {
    return Optional.ofNullable(resource.status());
  }

  static Reason reason(List<Problem> problems) {
    if (problems.stream().anyMatch(one -> CONFLICT.matcher(one.message()).matches())) {
      return Reason.NAME_CONFLICT;
    }
    if (problems.stream().allMatch(Refusals::isOfBase)) {
      return Reason.BASE_WORKLOAD_NOT_FOUND;
    }
    return problems.stream().allMatch(Refusals::isOfPolicy)
        ? Reason.POLICY_VIOLATION
        : Reason.VALIDATION_FAILED;
  }

  private static boolean isOfBase(Problem problem) {
    return Paths.spoken(problem.path()).equals("baseWorkload")
        && problem.message().contains("not found in namespace");
  }

  /// Of whole fields, all but the image may be left out unless a policy wants them.
  private static boolean isOfPolicy(Problem problem) {
    var field = Paths.spoken(problem.path());
    boolean wanted = problem.message().equals("is required");
    return POLICY.matcher(problem.message()).matches()
        || (wanted && !field.contains(".") && !field.equals("image"));
  }

  private static TrainingWorkload told(
      TrainingWorkload resource, String reason, String message, String phase, Instant now) {
    var conditions = Conditions.of(status(resource)).with(SUBMITTED, false, reason, message, now);
    return resource.withStatus(
        new TrainingWorkloadStatus(
            phase,
            resource.metadata().getUid(),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            message,
            List.of(),
            List.of(),
            conditions.list(),
            resource.metadata().getGeneration(),
            null));
  }

  private Refusals() {}
}
