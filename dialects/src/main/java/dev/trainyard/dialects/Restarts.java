package dev.trainyard.dialects;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trainyard.engine.model.RestartRule.Scope;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Restarts on request. No dialect has a word of its own for them, so all have the same: an
/// annotation with the number of the attempt that is asked for. A number, and not a flag, because
/// repeating it must ask for nothing.
public final class Restarts {

  /// How far a restart reaches, as the job's annotation says it.
  public static final Words<Scope> SCOPES =
      Words.of(
          entry("replica", Scope.REPLICA), entry("role", Scope.ROLE), entry("gang", Scope.GANG));

  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,5}");

  public static Scope scope(ObjectMeta metadata) {
    return annotation(metadata, Annotations.RESTART_SCOPE)
        .flatMap(SCOPES::meaning)
        .orElse(Scope.REPLICA);
  }

  /// The attempt that is asked for; the first where nobody has asked.
  public static int attemptAsked(ObjectMeta metadata) {
    return written(metadata)
        .filter(text -> NUMBER.matcher(text).matches())
        .map(Integer::valueOf)
        .orElse(1);
  }

  /// A running job is not given up for a slip in an annotation.
  public static Optional<Problem> advice(ObjectMeta metadata) {
    return written(metadata)
        .filter(text -> !NUMBER.matcher(text).matches())
        .map(
            text ->
                Problem.warning(
                    "metadata.annotations[%s]".formatted(Annotations.RESTART),
                    "%s is not a number from 1 to 999999 and asks for no restart"
                        .formatted(Problem.quoted(text))));
  }

  /// Asks for the attempt after the one that is remembered.
  public static Answer answer(ObjectMeta metadata, int attempt) {
    int asked = attemptAsked(metadata);
    if (asked > attempt) {
      return new Answer.Already("attempt %d is asked for already".formatted(asked));
    }
    var patch = JsonNodeFactory.instance.objectNode();
    patch
        .putObject("metadata")
        .putObject("annotations")
        .put(Annotations.RESTART, Integer.toString(attempt + 1));
    return new Answer.Change(
        patch,
        "attempt %d asked for".formatted(attempt + 1),
        List.of(
            "Every replica ends, and all start again once the last is gone. It counts as no"
                + " failure, and the deadline's clock goes on."));
  }

  private static Optional<String> written(ObjectMeta metadata) {
    return annotation(metadata, Annotations.RESTART);
  }

  private static Optional<String> annotation(ObjectMeta metadata, String key) {
    return Optional.ofNullable(metadata.getAnnotations()).map(annotations -> annotations.get(key));
  }

  private Restarts() {}
}
