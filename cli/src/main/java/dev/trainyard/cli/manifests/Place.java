package dev.trainyard.cli.manifests;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where each value of a document stands in its file.
record Place(Mark at, Map<String, Place> fields, List<Place> items) {

  Place {
    fields = new LinkedHashMap<>(fields);
    items = List.copyOf(items);
  }

  static Place of(Mark at) {
    return new Place(at, Map.of(), List.of());
  }

  /// The place of a path such as `spec.replicas`, `containers[0].name` or `labels[a.b/c]`; of its
  /// nearest ancestor where the document has no such field.
  Mark nearest(String path) {
    return followed(path).to().at;
  }

  /// Whether the document has this path, to its end.
  boolean has(String path) {
    return followed(path).rest().isEmpty();
  }

  private Step followed(String path) {
    var here = new Step(this, path);
    for (var step = Optional.of(here); step.isPresent(); step = here.to().step(here.rest())) {
      here = step.get();
    }
    return here;
  }

  private record Step(Place to, String rest) {}

  private Optional<Step> step(String path) {
    var rest = path.startsWith(".") ? path.substring(1) : path;
    if (rest.startsWith("[")) {
      int end = rest.indexOf(']');
      return end < 0
          ? Optional.empty()
          : inBrackets(rest.substring(1, end))
              .map(place -> new Step(place, rest.substring(end + 1)));
    }
    // Keys may hold dots, so the longest one that fits is meant; a dialect may know a key in
    // another spelling than the file.
    return fields.keySet().stream()
        .filter(key -> opens(rest, key))
        .max((one, other) -> Integer.compare(one.length(), other.length()))
        .flatMap(key -> field(key).map(place -> new Step(place, rest.substring(key.length()))));
  }

  private Optional<Place> inBrackets(String key) {
    if (items.isEmpty()) {
      return field(key);
    }
    return key.matches("\\d{1,9}") && Integer.parseInt(key) < items.size()
        ? Optional.of(items.get(Integer.parseInt(key)))
        : Optional.empty();
  }

  Optional<Place> field(String key) {
    return Optional.ofNullable(fields.get(key))
        .or(
            () ->
                fields.entrySet().stream()
                    .filter(field -> field.getKey().equalsIgnoreCase(key))
                    .map(Map.Entry::getValue)
                    .findFirst());
  }

  private static boolean opens(String path, String key) {
    return !key.isEmpty()
        && path.regionMatches(true, 0, key, 0, key.length())
        && (path.length() == key.length() || ".[".indexOf(path.charAt(key.length())) >= 0);
  }
}
