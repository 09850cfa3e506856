package dev.trainyard.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.function.Consumer;

/// Has the carrier of a job wait, go on as the job now wants it, or expire.
record Holding(Carrier.Child child) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final ObjectNode EMPTY = MAPPER.createObjectNode();

  private static final String METADATA = "metadata";
  private static final String SPEC = "spec";
  private static final String STATUS = "status";
  private static final String STARTED = "startTime";

  void apply(Target target, boolean held, ClusterWriter writer) {
    var refreshed = held ? List.<List<String>>of() : child.signs().refreshed();
    var desired = tree(child.desired());
    if (!refreshed.isEmpty()) {
      // Kubernetes lets the template of a Job change only as if it had never started.
      writer.editStatus(
          target,
          object ->
              isBehind(tree(object), desired, refreshed)
                  ? edited(object, tree -> tree.withObjectProperty(STATUS).remove(STARTED))
                  : object);
    }
    writer.edit(
        target,
        object ->
            edited(
                object,
                tree -> {
                  refreshed.forEach(path -> put(tree, path, wanted(tree, desired, path)));
                  put(tree, child.signs().hold(), BooleanNode.valueOf(held));
                }));
  }

  /// Gives it what it was made without.
  void release(Target target, ClusterWriter writer) {
    var desired = tree(child.desired());
    writer.edit(
        target,
        object ->
            edited(
                object,
                tree ->
                    child.signs().withheld().stream()
                        .map(List::of)
                        .filter(path -> !get(desired, path).isMissingNode())
                        .forEach(path -> put(tree, path, get(desired, path)))));
  }

  private static boolean isBehind(
      ObjectNode standing, ObjectNode desired, List<List<String>> refreshed) {
    return refreshed.stream()
        .anyMatch(path -> !get(standing, path).equals(wanted(standing, desired, path)));
  }

  /// Labels and annotations that others have added stay.
  private static JsonNode wanted(ObjectNode standing, ObjectNode desired, List<String> path) {
    var known = get(standing, path);
    var wanted = get(desired, path);
    return path.contains(METADATA) && known.isObject() && !wanted.isArray()
        ? known.<ObjectNode>deepCopy().setAll(wanted.isObject() ? (ObjectNode) wanted : EMPTY)
        : wanted;
  }

  private static ObjectNode tree(GenericKubernetesResource object) {
    return MAPPER.valueToTree(object);
  }

  private static GenericKubernetesResource edited(
      GenericKubernetesResource object, Consumer<ObjectNode> edit) {
    var tree = tree(object);
    edit.accept(tree);
    return MAPPER.convertValue(tree, GenericKubernetesResource.class);
  }

  /// What is empty is as good as missing.
  private static JsonNode get(ObjectNode object, List<String> path) {
    JsonNode node = object.path(SPEC);
    for (var part : path) {
      node = node.path(part);
    }
    return node.isContainerNode() && node.isEmpty() ? node.path("") : node;
  }

  private static void put(ObjectNode object, List<String> path, JsonNode value) {
    var parent = object.withObjectProperty(SPEC);
    for (var part : path.subList(0, path.size() - 1)) {
      parent = parent.withObjectProperty(part);
    }
    if (value.isMissingNode()) {
      parent.remove(path.getLast());
    } else {
      parent.set(path.getLast(), value);
    }
  }
}
