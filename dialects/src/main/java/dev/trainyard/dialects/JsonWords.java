package dev.trainyard.dialects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// What a JSON value is and what it should have been, in words for a person.
public final class JsonWords {

  private static final int MAX_SHOWN = 64;

  static String mismatch(JsonNode root, List<Reference> at, JsonProcessingException failure) {
    var cause = failure.getCause();
    if (cause instanceof IllegalArgumentException refusal && refusal.getMessage() != null) {
      return refusal.getMessage();
    }
    var found = FieldPath.find(root, at);
    // What stands in an environment may be a password.
    var shown =
        at.stream().anyMatch(step -> "env".equals(step.getFieldName())) ? bare(found) : of(found);
    return "expected %s, found %s".formatted(expected(failure, found), shown);
  }

  /// The value itself where it is short.
  public static String of(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING ->
          value.textValue().length() <= MAX_SHOWN
              ? "the string " + Problem.quoted(value.textValue())
              : bare(value);
      case NUMBER -> "the number " + value.asText();
      case BOOLEAN -> value.asText();
      case NULL, MISSING, ARRAY, OBJECT, BINARY, POJO -> bare(value);
    };
  }

  /// What kind of value it is, for one that may be a password.
  public static String bare(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case NULL, MISSING -> "nothing";
      case ARRAY -> "a list";
      case OBJECT -> "an object";
      case BINARY, POJO -> "something else";
    };
  }

  private static String expected(JsonProcessingException failure, JsonNode found) {
    return target(failure)
        .or(
            () ->
                failure.getCause() instanceof JsonProcessingException inner
                    ? target(inner)
                    : Optional.empty())
        .map(type -> expected(type, found))
        .orElse("another type");
  }

  private static Optional<Class<?>> target(JsonProcessingException failure) {
    return switch (failure) {
      case MismatchedInputException mismatch -> Optional.ofNullable(mismatch.getTargetType());
      case InputCoercionException overflow -> Optional.ofNullable(overflow.getTargetType());
      default -> Optional.empty();
    };
  }

  private static String expected(Class<?> type, JsonNode found) {
    if (type == Integer.class || type == int.class) {
      return found.isIntegralNumber()
          ? "an integer between %d and %d".formatted(Integer.MIN_VALUE, Integer.MAX_VALUE)
          : "an integer";
    }
    if (type == Long.class || type == long.class) {
      return "an integer";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (type == String.class) {
      return "a string";
    }
    if (type == Quantity.class) {
      return "a quantity such as 500m or 2Gi";
    }
    if (type == IntOrString.class) {
      return "an integer or a string";
    }
    return Collection.class.isAssignableFrom(type) ? "a list" : "an object";
  }

  private JsonWords() {}
}
