package dev.trainyard.dialects.appwrapper;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.appwrapper.AppWrappers.Seat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What our own queue writes on an AppWrapper: each change is one merge patch, which says whether
/// it may begin and by whose will.
public final class QueueMarks {

  static Seat seat(AppWrapper resource) {
    if (has(resource, Annotations.ADMITTED)) {
      return Seat.ADMITTED;
    }
    return has(resource, Annotations.HELD) && suspended(resource) ? Seat.HELD : Seat.WAITING;
  }

  static boolean suspended(AppWrapper resource) {
    return Boolean.TRUE.equals(resource.spec().suspend());
  }

  /// Whether an AppWrapper that waits looks as one that waits should; its user may have written
  /// something else.
  public static boolean looksWaiting(AppWrapper resource) {
    return suspended(resource) && !has(resource, Annotations.HELD);
  }

  private static boolean has(AppWrapper resource, String annotation) {
    return requireNonNullElse(resource.metadata().getAnnotations(), Map.<String, String>of())
        .containsKey(annotation);
  }

  /// It may begin. From then on `suspend` is its user's.
  public static ObjectNode admission(String clusterQueue) {
    return change(clusterQueue, null, false);
  }

  /// Its user has stopped it, and says when it may wait again.
  public static ObjectNode hold() {
    return change(null, "true", true);
  }

  /// It waits, again or still, whatever its user says.
  public static ObjectNode inLine() {
    return change(null, null, true);
  }

  private static ObjectNode change(
      @Nullable String admitted, @Nullable String held, boolean suspend) {
    var change = JsonNodeFactory.instance.objectNode();
    change
        .putObject("metadata")
        .putObject("annotations")
        .put(Annotations.ADMITTED, admitted)
        .put(Annotations.HELD, held);
    change.putObject("spec").put("suspend", suspend);
    return change;
  }

  private QueueMarks() {}
}
