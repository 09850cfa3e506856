package dev.trainyard.yard.apiserver;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The parameters behind the question mark.
final class Query {

  private final Map<String, String> values = new HashMap<>();

  Query(@Nullable String raw) {
    if (raw == null) {
      return;
    }
    for (var part : raw.split("&", -1)) {
      var at = part.indexOf('=');
      var name = at < 0 ? part : part.substring(0, at);
      values.putIfAbsent(decoded(name), at < 0 ? "" : decoded(part.substring(at + 1)));
    }
  }

  /// An empty parameter is one that was not given.
  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
  }

  boolean flag(String name) {
    return text(name).filter(value -> value.equals("true") || value.equals("1")).isPresent();
  }

  OptionalLong number(String name) {
    var text = text(name);
    try {
      return text.isPresent() ? OptionalLong.of(Long.parseLong(text.get())) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      throw new ApiException(
          Status.badRequest("%s: \"%s\" is not a number".formatted(name, text.get())));
    }
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ApiException(Status.badRequest("the query is not valid percent-encoding"));
    }
  }
}
