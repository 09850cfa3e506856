package dev.trainyard.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Dialect.Kind;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialects.Registered;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Whether a resource may be stored. The webhook on a cluster and the API of the yard ask the same
/// question here and pass the same words on.
///
/// An edit that leaves the spec alone is not held up by mistakes that were there before: whoever
/// labels a job, or takes a finalizer off it, need not repair it first.
public final class Admission {

  public enum Operation {
    CREATE,
    UPDATE,
    DELETE,
    CONNECT
  }

  /// What somebody wants to do.
  ///
  /// @param before what stands in the cluster, where something is to be changed
  public record Question(Operation operation, JsonNode object, Optional<JsonNode> before) {

    /// Whether what is to be changed was deleted, and only waits for its finalizers.
    public boolean isOfOneLeaving() {
      return before
          .filter(object -> object.path("metadata").hasNonNull("deletionTimestamp"))
          .isPresent();
    }
  }

  /// The answer, and what its author should know in either case.
  public sealed interface Verdict {
    List<String> warnings();

    record Allowed(List<String> warnings) implements Verdict {
      public Allowed {
        warnings = List.copyOf(warnings);
      }
    }

    record Refused(String message, List<String> warnings) implements Verdict {
      public Refused {
        warnings = List.copyOf(warnings);
      }
    }
  }

  /// A resource that is managed by somebody else is judged like any other.
  public static <R> Verdict judge(Registered<R> kind, Question question, Lookup lookup) {
    return switch (question.operation()) {
      case DELETE, CONNECT -> new Verdict.Allowed(List.of());
      case CREATE -> verdict(problems(kind, question.object(), Optional.empty(), lookup));
      case UPDATE ->
          verdict(
              ofChange(
                  question,
                  object -> problems(kind, object, question.before(), lookup),
                  object -> problems(kind, object, Optional.empty(), lookup)));
    };
  }

  /// The same of what jobs are read by.
  public static Verdict judge(Companion kind, Question question) {
    return switch (question.operation()) {
      case DELETE, CONNECT -> new Verdict.Allowed(List.of());
      case CREATE -> verdict(kind.problems(question.object()));
      case UPDATE -> verdict(ofChange(question, kind::problems, kind::problems));
    };
  }

  /// Where an API server asks, as kubebuilder names it: `/validate-kubeflow-org-v1-pytorchjob`.
  public static String path(Kind kind) {
    return path("validate", kind);
  }

  /// Where it asks for changes, where there are any.
  public static String mutatingPath(Kind kind) {
    return path("mutate", kind);
  }

  private static String path(String verb, Kind kind) {
    return "/%s-%s-%s-%s"
        .formatted(
            verb,
            kind.group().replace('.', '-'),
            kind.version(),
            kind.kind().toLowerCase(Locale.ROOT));
  }

  /// What is wrong with a change, and with what stands by itself.
  private static List<Problem> ofChange(
      Question question,
      Function<JsonNode, List<Problem>> ofChange,
      Function<JsonNode, List<Problem>> alone) {
    var object = question.object();
    // On its way out it does nothing any more; all that is left is to let it go.
    if (question.isOfOneLeaving()) {
      return List.of();
    }
    var found = ofChange.apply(object);
    if (question.before().filter(old -> old.path("spec").equals(object.path("spec"))).isEmpty()) {
      return found;
    }
    var known = alone.apply(question.before().get());
    return found.stream().filter(problem -> !known.contains(problem)).toList();
  }

  private static <R> List<Problem> problems(
      Registered<R> kind, JsonNode object, Optional<JsonNode> before, Lookup lookup) {
    return switch (kind.codec().parse(object)) {
      case Parsed.NotUnderstood<R>(var mistakes) -> mistakes;
      case Parsed.Understood<R>(var resource) ->
          kind.dialect().validate(resource, before.flatMap(old -> read(kind, old)), lookup);
    };
  }

  /// One that cannot be read has nothing that could have been changed.
  private static <R> Optional<R> read(Registered<R> kind, JsonNode old) {
    return kind.codec().parse(old) instanceof Parsed.Understood<R>(var resource)
        ? Optional.of(resource)
        : Optional.empty();
  }

  /// What problems mean for whoever has them.
  public static Verdict verdict(List<Problem> problems) {
    var mistakes = problems.stream().filter(Problem::fatal).toList();
    var warnings =
        problems.stream()
            .filter(problem -> !problem.fatal())
            .map(Problem::toString)
            .distinct()
            .toList();
    return mistakes.isEmpty()
        ? new Verdict.Allowed(warnings)
        : new Verdict.Refused(Problem.joined(mistakes), warnings);
  }

  private Admission() {}
}
