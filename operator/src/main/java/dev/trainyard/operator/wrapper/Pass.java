package dev.trainyard.operator.wrapper;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.wrapper.Wrapper;
import dev.trainyard.operator.ClusterWriter;

/// All that one pass over an AppWrapper works with.
///
/// @param stored the AppWrapper as it was found
/// @param resource the same, understood
/// @param wrapper what it asks for
record Pass(
    ObjectNode stored,
    JobId id,
    AppWrapper resource,
    Wrapper wrapper,
    WrapperView view,
    ClusterWriter writer) {

  /// The same AppWrapper, as good as suspended.
  Pass heldBack() {
    return new Pass(stored, id, resource, wrapper.heldBack(), view, writer);
  }

  /// The same AppWrapper, stored anew.
  Pass with(ObjectNode changed, AppWrapper understood) {
    return new Pass(changed, id, understood, wrapper, view, writer);
  }

  static String version(ObjectNode resource) {
    return resource.path("metadata").path("resourceVersion").asText();
  }
}
