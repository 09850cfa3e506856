package dev.trainyard.yard;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// What stands in the place of an object that its type cannot hold: its metadata as far as that can
/// be read, nothing else, and a mark that says why. It is there to be known, waited for and
/// deleted; whoever would act on what it says leaves it alone.
public final class Unreadable {

  /// Only ever on objects in the memory of a client: they cannot be written.
  public static final String MARK = "trainyard.dev/unreadable";

  /// Why this object could not be read; nothing where it could.
  public static Optional<String> why(HasMetadata object) {
    return Optional.ofNullable(object.getMetadata())
        .flatMap(metadata -> Optional.ofNullable(metadata.getAnnotations()))
        .flatMap(annotations -> Optional.ofNullable(annotations.get(MARK)));
  }

  /// Whether a request failed only because what it asked for is unreadable.
  public static boolean isCauseOf(KubernetesClientException failure) {
    return Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(JsonMappingException.class::isInstance);
  }

  /// Where and what it should have been. Never what is there: it may be a Secret's.
  static String problem(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof JsonMappingException mapping) {
        return "%s %s".formatted(path(mapping), rule(mapping));
      }
    }
    return "It is not what its kind should be.";
  }

  private static String path(JsonMappingException mapping) {
    var path = new StringBuilder();
    for (var step : mapping.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.isEmpty() ? "The object" : path.toString();
  }

  private static String rule(JsonMappingException mapping) {
    return mapping instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
        ? "must be %s.".formatted(word(mismatch.getTargetType()))
        : "cannot be read.";
  }

  private static String word(Class<?> type) {
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    if (type == String.class) {
      return "a string";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "a number";
    }
    if (type == Quantity.class) {
      return "a quantity";
    }
    return type == IntOrString.class ? "a number or a string" : "an object";
  }

  private Unreadable() {}
}
