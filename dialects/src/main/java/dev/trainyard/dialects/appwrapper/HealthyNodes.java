package dev.trainyard.dialects.appwrapper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.appwrapper.WrapperSettings.Autopilot;
import dev.trainyard.dialects.appwrapper.WrapperSettings.Effect;
import dev.trainyard.dialects.appwrapper.WrapperSettings.Mark;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Keeps pods off nodes whose labels say that what they use does not work there.
final class HealthyNodes {

  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final Set<Effect> FORBIDS = Set.of(Effect.NO_SCHEDULE, Effect.NO_EXECUTE);

  /// The resources whose users must leave a node with such labels.
  static Set<String> unfit(Map<String, String> labels, Autopilot autopilot) {
    return marked(labels, autopilot, Set.of(Effect.NO_EXECUTE));
  }

  /// The resources that nobody new may use on a node with such labels.
  static Set<String> broken(Map<String, String> labels, Autopilot autopilot) {
    return marked(labels, autopilot, FORBIDS);
  }

  private static Set<String> marked(
      Map<String, String> labels, Autopilot autopilot, Set<Effect> effects) {
    var marked = new TreeSet<String>();
    if (autopilot.monitors()) {
      autopilot
          .marks()
          .forEach(
              (resource, marks) -> {
                if (marks.stream()
                    .filter(mark -> effects.contains(mark.effect()))
                    .anyMatch(mark -> mark.value().equals(labels.get(mark.key())))) {
                  marked.add(resource);
                }
              });
    }
    return marked;
  }

  /// An affinity that is not one is left to whoever made it.
  static void prefer(ObjectNode podSpec, Autopilot autopilot) {
    if (!autopilot.injects()) {
      return;
    }
    var marks =
        autopilot.marks().entrySet().stream()
            .filter(entry -> uses(podSpec, entry.getKey()))
            .flatMap(entry -> entry.getValue().stream())
            .toList();
    var forbidden = expressions(marks, FORBIDS);
    var disliked = expressions(marks, Set.of(Effect.PREFER_NO_SCHEDULE));
    if (forbidden.isEmpty() && disliked.isEmpty()) {
      return;
    }
    var affinity = copy(podSpec.path("affinity"));
    var node = affinity.flatMap(one -> copy(one.path("nodeAffinity")));
    if (affinity.isPresent() && node.isPresent() && require(node.get(), forbidden)) {
      prefer(node.get(), disliked, autopilot.weight());
      affinity.get().set("nodeAffinity", node.get());
      podSpec.set("affinity", affinity.get());
    }
  }

  private static boolean require(ObjectNode node, List<ObjectNode> expressions) {
    if (expressions.isEmpty()) {
      return true;
    }
    var required = copy(node.path(REQUIRED));
    if (required.isEmpty()) {
      return false;
    }
    var terms = required.get().path("nodeSelectorTerms");
    if (terms.isMissingNode() || terms.isNull()) {
      required
          .get()
          .putArray("nodeSelectorTerms")
          .addObject()
          .putArray("matchExpressions")
          .addAll(expressions);
    } else if (!(terms instanceof ArrayNode array) || !extend(array, expressions)) {
      return false;
    }
    node.set(REQUIRED, required.get());
    return true;
  }

  /// Any one of the terms is enough for a node, so each of them must keep the pod off.
  private static boolean extend(ArrayNode terms, List<ObjectNode> expressions) {
    for (var term : terms) {
      if (!(term instanceof ObjectNode object)
          || !(object.path("matchExpressions").isMissingNode()
              || object.path("matchExpressions").isNull()
              || object.path("matchExpressions").isArray())) {
        return false;
      }
    }
    for (var term : terms) {
      var object = (ObjectNode) term;
      var list =
          object.get("matchExpressions") instanceof ArrayNode known
              ? known
              : object.putArray("matchExpressions");
      expressions.forEach(one -> list.add(one.deepCopy()));
    }
    return true;
  }

  private static void prefer(ObjectNode node, List<ObjectNode> expressions, int weight) {
    if (expressions.isEmpty()
        || !(missing(node.path(PREFERRED)) || node.path(PREFERRED).isArray())) {
      return;
    }
    var list = node.get(PREFERRED) instanceof ArrayNode known ? known : node.putArray(PREFERRED);
    list.addObject()
        .put("weight", weight)
        .putObject("preference")
        .putArray("matchExpressions")
        .addAll(expressions);
  }

  private static List<ObjectNode> expressions(List<Mark> marks, Set<Effect> effects) {
    var values = new TreeMap<String, Set<String>>();
    marks.stream()
        .filter(mark -> effects.contains(mark.effect()))
        .forEach(
            mark ->
                values.computeIfAbsent(mark.key(), _ -> new LinkedHashSet<>()).add(mark.value()));
    return values.entrySet().stream().map(HealthyNodes::expression).toList();
  }

  private static ObjectNode expression(Map.Entry<String, Set<String>> label) {
    var expression =
        JsonNodeFactory.instance.objectNode().put("key", label.getKey()).put("operator", "NotIn");
    var values = expression.putArray("values");
    label.getValue().forEach(values::add);
    return expression;
  }

  private static boolean uses(ObjectNode podSpec, String resource) {
    for (var list : List.of("containers", "initContainers")) {
      for (var container : podSpec.path(list)) {
        for (var kind : List.of("limits", "requests")) {
          if (positive(container.path("resources").path(kind).path(resource))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean positive(JsonNode amount) {
    if (amount.isNumber()) {
      return amount.decimalValue().signum() > 0;
    }
    return amount.isTextual()
        && number(amount.asText()).filter(one -> one.signum() != 0).isPresent();
  }

  private static Optional<BigDecimal> number(String text) {
    try {
      return Optional.of(new Quantity(text).getNumericalAmount());
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static boolean missing(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  /// Nothing where there is something else than an object.
  private static Optional<ObjectNode> copy(JsonNode node) {
    if (missing(node)) {
      return Optional.of(JsonNodeFactory.instance.objectNode());
    }
    return node instanceof ObjectNode object ? Optional.of(object.deepCopy()) : Optional.empty();
  }

  private HealthyNodes() {}
}
