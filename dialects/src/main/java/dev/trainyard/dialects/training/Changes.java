package dev.trainyard.dialects.training;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Words;
import java.util.Collection;

/// Changes to a job that people ask for, as patches and in words.
public final class Changes {

  public static ObjectNode suspend(boolean held) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").putObject("runPolicy").put("suspend", held);
    return patch;
  }

  /// Another number of one type.
  ///
  /// @param specs the field with the replicas of every type
  public static ObjectNode replicas(String specs, String type, int replicas) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").putObject(specs).putObject(type).put("replicas", replicas);
    return patch;
  }

  public static String noSuchRole(String word, Collection<String> types) {
    return "\"%s\" is not one of its roles, which are %s%s"
        .formatted(
            word,
            String.join(", ", types),
            Words.nearest(word, types).map("; did you mean %s?"::formatted).orElse(""));
  }

  /// What becomes of the workers between two numbers of them.
  public static String ofWorkers(int before, int after) {
    var changed = range(Math.min(before, after), Math.max(before, after) - 1);
    return after > before
        ? "%s: to be started.".formatted(changed)
        : "%s: to be ended, the highest first.".formatted(changed);
  }

  private static String range(int first, int last) {
    return first == last
        ? "worker-%d".formatted(first)
        : "worker-%d to worker-%d".formatted(first, last);
  }

  private Changes() {}
}
