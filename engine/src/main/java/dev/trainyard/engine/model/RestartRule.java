package dev.trainyard.engine.model;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/// What an ended pod means: the first clause that matches decides, and without one it stays.
public record RestartRule(List<Clause> clauses, Scope scope, InPlace kubelet) {

  public RestartRule {
    clauses = List.copyOf(clauses);
  }

  public enum Scope {
    REPLICA,
    ROLE,
    GANG
  }

  public enum InPlace {
    ALWAYS("Always"),
    ON_FAILURE("OnFailure"),
    NEVER("Never");

    public final String word;

    InPlace(String word) {
      this.word = word;
    }
  }

  public record Clause(Set<Cause> causes, Codes codes, Verdict verdict) {
    public Clause {
      causes = Set.copyOf(causes);
    }

    boolean matches(Cause cause, OptionalInt code) {
      return causes.contains(cause) && codes.include(code);
    }
  }

  public enum Cause {
    SUCCEEDED,
    EXITED,
    NO_EXIT_CODE,
    EVICTED,
    PREEMPTED,
    DELETED_BY_OTHERS,
    WAITED_IN_VAIN,
    /// It ended, however, while the lead still waited for it to be ready.
    KEPT_LEAD_WAITING
  }

  public sealed interface Codes {
    record Any() implements Codes {}

    record AtLeast(int code) implements Codes {}

    record OneOf(Set<Integer> codes) implements Codes {
      public OneOf {
        codes = Set.copyOf(codes);
      }
    }

    /// A missing code only fits where the code does not matter.
    default boolean include(OptionalInt code) {
      return switch (this) {
        case Any() -> true;
        case AtLeast(var least) -> code.isPresent() && code.getAsInt() >= least;
        case OneOf(var codes) -> code.isPresent() && codes.contains(code.getAsInt());
      };
    }
  }

  public enum Verdict {
    REPLACE,
    REPLACE_UNCOUNTED,
    KEEP,
    END_JOB
  }

  public Verdict verdict(Cause cause, OptionalInt code) {
    return clauses.stream()
        .filter(clause -> clause.matches(cause, code))
        .findFirst()
        .map(Clause::verdict)
        .orElse(Verdict.KEEP);
  }

  /// What ends the whole job.
  public Set<Cause> fatalCauses() {
    return clauses.stream()
        .filter(clause -> clause.verdict() == Verdict.END_JOB)
        .flatMap(clause -> clause.causes().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /// Whether some exit codes of a program are forgiven and others are final.
  public boolean readsExitCodes() {
    return clauses.stream()
        .anyMatch(
            clause ->
                clause.causes().contains(Cause.EXITED) && !(clause.codes() instanceof Codes.Any));
  }
}
