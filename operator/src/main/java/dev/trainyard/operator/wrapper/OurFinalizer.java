package dev.trainyard.operator.wrapper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.CodeFlare;
import java.util.List;
import java.util.stream.Stream;

/// Keeps an AppWrapper until everything it has made is gone. Finalizers of others stay as they are.
final class OurFinalizer {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  static boolean isOn(ObjectNode resource) {
    return finalizers(resource).contains(CodeFlare.FINALIZER);
  }

  /// What has to be merged into the AppWrapper to put it on.
  static ObjectNode put(ObjectNode resource) {
    return merge(
        Stream.concat(finalizers(resource).stream(), Stream.of(CodeFlare.FINALIZER)).toList());
  }

  /// What has to be merged into the AppWrapper to take it off.
  static ObjectNode taken(ObjectNode resource) {
    return merge(
        finalizers(resource).stream().filter(one -> !one.equals(CodeFlare.FINALIZER)).toList());
  }

  private static ObjectNode merge(List<String> finalizers) {
    var merge = MAPPER.createObjectNode();
    var list = merge.putObject("metadata").putArray("finalizers");
    finalizers.forEach(list::add);
    return merge;
  }

  private static List<String> finalizers(ObjectNode resource) {
    return resource
        .path("metadata")
        .path("finalizers")
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  private OurFinalizer() {}
}
