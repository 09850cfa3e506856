package dev.trainyard.yard.node.supervisor;

import java.util.Comparator;
import java.util.Map;

/// What stands elsewhere on this machine than in a container: the place inside to the one outside.
public record Places(Map<String, String> outsides) {

  public Places {
    outsides = Map.copyOf(outsides);
  }

  public static Places same() {
    return new Places(Map.of());
  }

  /// Where a path of the container is on this machine; of several that hold it, the innermost.
  public String outside(String path) {
    return outsides.entrySet().stream()
        .filter(place -> path.equals(place.getKey()) || path.startsWith(place.getKey() + "/"))
        .max(Comparator.comparingInt(place -> place.getKey().length()))
        .map(place -> place.getValue() + path.substring(place.getKey().length()))
        .orElse(path);
  }
}
