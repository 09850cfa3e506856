package dev.trainyard.yard.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The parameters behind the question mark.
public final class Query {

  private final Map<String, List<String>> values = new HashMap<>();

  /// Takes the query as the request spells it, empty where there is none.
  public Query(String raw) {
    if (raw.isEmpty()) {
      return;
    }
    for (var part : raw.split("&", -1)) {
      var at = part.indexOf('=');
      var name = at < 0 ? part : part.substring(0, at);
      values
          .computeIfAbsent(decoded(name), _ -> new ArrayList<>())
          .add(at < 0 ? "" : decoded(part.substring(at + 1)));
    }
  }

  /// The first value. An empty parameter is one that was not given.
  public Optional<String> text(String name) {
    return all(name).stream().findFirst().filter(value -> !value.isEmpty());
  }

  /// Every value, in the order they were given.
  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /// Whether it was given and is neither `0` nor `false`. Kubernetes takes everything else for
  /// true: `True`, `t`, and a name without a value.
  public boolean flag(String name) {
    return all(name).stream()
        .findFirst()
        .filter(value -> !value.equals("0") && !value.equalsIgnoreCase("false"))
        .isPresent();
  }

  /// A number that was given must be one, an empty one too.
  public OptionalLong number(String name) {
    var given = all(name);
    if (given.isEmpty()) {
      return OptionalLong.empty();
    }
    var text = given.getFirst();
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new RefusedException(
          400, "%s: strconv.ParseInt: parsing \"%s\": invalid syntax".formatted(name, text));
    }
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(400, "the query is not valid percent-encoding");
    }
  }
}
