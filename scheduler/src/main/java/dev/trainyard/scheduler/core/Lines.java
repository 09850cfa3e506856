package dev.trainyard.scheduler.core;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Where the name of a queue leads: to the ClusterQueue behind it, or nowhere for now.
///
/// @param implied the name that leads to the ClusterQueue of everybody in every namespace that says
///   nothing else
/// @param locals what namespaces say, by `namespace/name`
/// @param clusters the ClusterQueues by name
public record Lines(String implied, Map<String, Local> locals, Map<String, Stop> clusters) {

  /// The one that is there without an object, too.
  public static final String EVERYBODYS = "default-cluster-queue";

  public Lines {
    locals = Collections.unmodifiableMap(new TreeMap<>(locals));
    clusters = Collections.unmodifiableMap(new TreeMap<>(clusters));
  }

  public static Lines none(String implied) {
    return new Lines(implied, Map.of(), Map.of());
  }

  /// A LocalQueue: another name for a ClusterQueue, in one namespace.
  public record Local(String clusterQueue, Stop stop) {}

  /// Whether a queue lets anybody in, and whether those it has let in must leave.
  public enum Stop {
    NONE,
    HOLD,
    HOLD_AND_DRAIN;

    /// A word that nobody knows stops nothing.
    public static Stop of(String word) {
      return switch (word) {
        case "Hold" -> HOLD;
        case "HoldAndDrain" -> HOLD_AND_DRAIN;
        default -> NONE;
      };
    }
  }

  public sealed interface Way {
    record Open(String clusterQueue) implements Way {}

    /// Nobody is let in for now.
    ///
    /// @param leave why those that were let in must leave, where they must
    record Shut(String why, Optional<String> leave) implements Way {}
  }

  public Way of(String namespace, String name) {
    var local = Optional.ofNullable(locals.get(namespace + "/" + name));
    if (local.isEmpty() && !name.equals(implied)) {
      return shut("LocalQueue %s doesn't exist".formatted(name));
    }
    var stop = local.map(Local::stop).orElse(Stop.NONE);
    if (stop != Stop.NONE) {
      return shut("LocalQueue", name, stop);
    }
    var cluster = local.map(Local::clusterQueue).orElse(EVERYBODYS);
    if (!clusters.containsKey(cluster) && !cluster.equals(EVERYBODYS)) {
      return shut("ClusterQueue %s doesn't exist".formatted(cluster));
    }
    var whole = clusters.getOrDefault(cluster, Stop.NONE);
    return whole == Stop.NONE ? new Way.Open(cluster) : shut("ClusterQueue", cluster, whole);
  }

  private static Way shut(String why) {
    return new Way.Shut(why, Optional.empty());
  }

  private static Way shut(String kind, String name, Stop stop) {
    return new Way.Shut(
        "%s %s is stopped".formatted(kind, name),
        stop == Stop.HOLD_AND_DRAIN
            ? Optional.of("The %s is stopped".formatted(kind))
            : Optional.empty());
  }
}
