package dev.trainyard.dialects.tensorstack;

import dev.trainyard.dialects.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Fields that are documented under two names. Either is read, and the resource is left as it is.
final class Spellings {

  static <T> Optional<T> either(@Nullable T one, @Nullable T other) {
    return Optional.ofNullable(one == null ? other : one);
  }

  static boolean isOn(@Nullable Boolean enable, @Nullable Boolean enabled) {
    return either(enable, enabled).orElse(false);
  }

  static Optional<Problem> conflict(
      String path, String name, @Nullable Object value, String otherName, @Nullable Object other) {
    return value == null || other == null || value.equals(other)
        ? Optional.empty()
        : Optional.of(Problem.error(path, "\"%s\" and \"%s\" conflict".formatted(name, otherName)));
  }

  private Spellings() {}
}
