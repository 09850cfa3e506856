package dev.trainyard.dialects.runai;

import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// What becomes of a workload when it is submitted.
sealed interface Submission {

  /// A container of values for others: nothing is made of it.
  record Template() implements Submission {}

  /// A job is made of it.
  ///
  /// @param values with the passwords that are written out in it
  /// @param baseChain its bases as `namespace/name`, nearest first
  /// @param name what the job is called, unless a prefix is given
  /// @param warnings what is legal and has no effect
  record Accepted(
      Effective values,
      List<String> baseChain,
      Optional<String> name,
      Optional<String> prefix,
      List<Problem> warnings)
      implements Submission {
    public Accepted {
      baseChain = List.copyOf(baseChain);
      warnings = List.copyOf(warnings);
    }
  }

  record Refused(Reason reason, List<Problem> problems) implements Submission {
    public Refused {
      problems = List.copyOf(problems);
    }

    /// As the status tells it.
    String message() {
      return Complaints.joined(problems);
    }
  }

  /// Why nothing is made of it, as the condition `Submitted` names it.
  enum Reason {
    VALIDATION_FAILED("ValidationFailed"),
    BASE_WORKLOAD_NOT_FOUND("BaseWorkloadNotFound"),
    POLICY_VIOLATION("PolicyViolation"),
    NAME_CONFLICT("NameConflict");

    private final String word;

    Reason(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }

  static Submission of(TrainingWorkload workload, Lookup lookup) {
    var found = Evaluation.of(workload, lookup);
    var wrong = found.template() ? templateProblems(found) : found.invalid();
    if (!found.shape().isEmpty() || !wrong.isEmpty()) {
      var problems = new ArrayList<>(found.shape());
      problems.addAll(wrong);
      found.missing().ifPresent(problems::add);
      problems.addAll(found.forbidden());
      return refused(Reason.VALIDATION_FAILED, problems);
    }
    if (found.template()) {
      return new Template();
    }
    if (found.missing().isPresent()) {
      return refused(Reason.BASE_WORKLOAD_NOT_FOUND, found.missing().stream().toList());
    }
    if (!found.forbidden().isEmpty()) {
      return refused(Reason.POLICY_VIOLATION, found.forbidden());
    }
    return named(workload, found, lookup);
  }

  private static Submission named(TrainingWorkload workload, Evaluation found, Lookup lookup) {
    var name = found.values().text("name");
    var uid = Objects.requireNonNullElse(workload.metadata().getUid(), "");
    var taken = name.filter(one -> Claims.taken(Evaluation.namespace(workload), one, uid, lookup));
    if (taken.isPresent()) {
      return refused(Reason.NAME_CONFLICT, List.of(Claims.conflict(taken.get())));
    }
    return new Accepted(
        found.values(), found.chain(), name, found.values().text("namePrefix"), found.advice());
  }

  /// Others complete a template, so only what it must not have counts.
  private static List<Problem> templateProblems(Evaluation found) {
    return found.invalid().stream()
        .filter(problem -> problem.path().equals(Paths.field("baseWorkload")))
        .toList();
  }

  private static Submission refused(Reason reason, List<Problem> problems) {
    return new Refused(reason, problems.stream().distinct().toList());
  }
}
