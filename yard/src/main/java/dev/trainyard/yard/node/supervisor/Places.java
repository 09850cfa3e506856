package dev.trainyard.yard.node.supervisor;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/// What stands elsewhere on this machine than in a container: the place inside to the one outside,
/// or to nothing where only the container sees what is there.
public record Places(Map<String, String> outsides) {

  public Places {
    outsides = Map.copyOf(outsides);
  }

  public static Places same() {
    return new Places(Map.of());
  }

  /// Where a path of the container is on this machine; of several that hold it, the innermost.
  public String outside(String path) {
    return innermost(path)
        .map(place -> place.getValue() + path.substring(place.getKey().length()))
        .orElse(path);
  }

  /// False for a path that only the container can follow.
  public boolean knows(String path) {
    return innermost(path).filter(place -> place.getValue().isEmpty()).isEmpty();
  }

  /// True when that is so for no path at all.
  boolean knowsAll() {
    return outsides.values().stream().noneMatch(String::isEmpty);
  }

  private Optional<Map.Entry<String, String>> innermost(String path) {
    return outsides.entrySet().stream()
        .filter(place -> path.equals(place.getKey()) || path.startsWith(place.getKey() + "/"))
        .max(Comparator.comparingInt(place -> place.getKey().length()));
  }
}
