package dev.trainyard.dialects.appwrapper;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.AppWrapper.Component;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.appwrapper.KnownKind.Inferred;
import dev.trainyard.dialects.appwrapper.Surroundings.Review;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// What an AppWrapper must be to be taken on. A template may hold secrets, so a message that is
/// about one shows what it is called and no more.
final class Rules {

  private static final int MOST_POD_SETS = 8;
  private static final int MOST_NAME = 63;
  private static final Pattern QUEUE_NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*+");

  /// Known to be outside of namespaces wherever they are, for when no cluster can be asked.
  private static final Set<String> CLUSTER_SCOPED =
      Set.of(
          "v1/Namespace",
          "v1/Node",
          "v1/PersistentVolume",
          "rbac.authorization.k8s.io/v1/ClusterRole",
          "rbac.authorization.k8s.io/v1/ClusterRoleBinding",
          "storage.k8s.io/v1/StorageClass",
          "scheduling.k8s.io/v1/PriorityClass",
          "networking.k8s.io/v1/IngressClass",
          "node.k8s.io/v1/RuntimeClass",
          "apiextensions.k8s.io/v1/CustomResourceDefinition",
          "admissionregistration.k8s.io/v1/MutatingWebhookConfiguration",
          "admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration",
          "kueue.x-k8s.io/v1beta1/ClusterQueue",
          "kueue.x-k8s.io/v1beta1/ResourceFlavor",
          "kueue.x-k8s.io/v1beta1/WorkloadPriorityClass",
          "kueue.x-k8s.io/v1beta2/ClusterQueue",
          "kueue.x-k8s.io/v1beta2/ResourceFlavor",
          "kueue.x-k8s.io/v1beta2/WorkloadPriorityClass");

  private final AppWrapper resource;
  private final Surroundings surroundings;
  private final boolean asksForRights;
  private final List<Problem> problems = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private int podSets;

  private Rules(AppWrapper resource, Surroundings surroundings, boolean asksForRights) {
    this.resource = resource;
    this.surroundings = surroundings;
    this.asksForRights = asksForRights;
  }

  /// Every problem at once, each only once.
  static List<Problem> check(
      AppWrapper resource, Surroundings surroundings, boolean asksForRights) {
    var rules = new Rules(resource, surroundings, asksForRights);
    rules.check();
    return rules.problems.stream().distinct().toList();
  }

  private void check() {
    var name = requireNonNullElse(resource.metadata().getName(), "");
    if (name.length() > MOST_NAME) {
      problems.add(
          Problem.invalid(
              "metadata.name", name, "must be no more than %d characters".formatted(MOST_NAME)));
    }
    queue();
    var components = resource.spec().components();
    for (int i = 0; i < components.size(); i++) {
      component("spec.components[%d]".formatted(i), components.get(i));
    }
    if (podSets < 1) {
      problems.add(invalid("spec.components", ids(components), "components contains no podspecs"));
    }
    if (podSets > MOST_POD_SETS) {
      problems.add(
          invalid(
              "spec.components",
              ids(components),
              "components contains %d podspecs; at most %d are allowed"
                  .formatted(podSets, MOST_POD_SETS)));
    }
  }

  private void queue() {
    var queue =
        requireNonNullElse(resource.metadata().getLabels(), Map.<String, String>of())
            .getOrDefault(CodeFlare.QUEUE_LABEL, "");
    if (!queue.isEmpty() && !QUEUE_NAME.matcher(queue).matches()) {
      problems.add(
          Problem.invalid(
              "metadata.labels[%s]".formatted(CodeFlare.QUEUE_LABEL),
              queue,
              "a queue is called by lower-case letters, digits, '-' and '.', and begins and ends"
                  + " with a letter or digit"));
    }
  }

  private void component(String at, Component component) {
    var template = component.template();
    if (!template.isObject()) {
      problems.add(invalid(at + ".template", template, "failed to decode as JSON"));
      return;
    }
    object(at + ".template", template);
    declared(at, component);
    podSets(at, component);
  }

  private void object(String at, JsonNode template) {
    var apiVersion = template.path("apiVersion").asText();
    var kind = template.path("kind").asText();
    var name = template.path("metadata").path("name").asText();
    if (apiVersion.equals(AppWrapper.API_VERSION) && kind.equals(AppWrapper.KIND)) {
      problems.add(Problem.forbidden(at, "Nested AppWrappers are forbidden"));
    }
    var namespace = template.path("metadata").path("namespace").asText();
    if (!namespace.isEmpty() && !namespace.equals(namespace())) {
      problems.add(
          Problem.forbidden(
              at + ".metadata.namespace", "AppWrappers cannot create objects in other namespaces"));
    }
    if (!isNamespaced(apiVersion, kind)) {
      problems.add(Problem.forbidden(at, "AppWrappers cannot create cluster-scoped objects"));
    }
    if (!name.isEmpty() && !names.add("%s/%s/%s".formatted(apiVersion, kind, name))) {
      problems.add(
          Problem.duplicate(
              at + ".metadata.name", name, "give each %s a name of its own".formatted(kind)));
    }
    if (asksForRights) {
      rights(at, apiVersion, kind);
    }
  }

  private boolean isNamespaced(String apiVersion, String kind) {
    return surroundings
        .namespaced(apiVersion, kind)
        .orElseGet(() -> !CLUSTER_SCOPED.contains(apiVersion + "/" + kind));
  }

  private void rights(String at, String apiVersion, String kind) {
    switch (surroundings.mayCreate(apiVersion, kind, namespace())) {
      case Review.Allowed() -> {}
      case Review.Denied(var user, var plural) ->
          problems.add(
              Problem.forbidden(
                  at,
                  "User %s is not authorized to create %s in %s"
                      .formatted(user, plural, namespace())));
      case Review.Unanswered(var error) ->
          problems.add(Problem.error(at, "Internal error: " + error));
    }
  }

  private void declared(String at, Component component) {
    for (int i = 0; i < component.podSets().size(); i++) {
      var path = component.podSets().get(i).path();
      var here = "%s.podSets[%d].path".formatted(at, i);
      if (path.isEmpty()) {
        problems.add(Problem.required(here, "podspec must specify path"));
      }
      PodTemplates.flaw(component.template(), path)
          .ifPresent(
              flaw ->
                  problems.add(
                      Problem.invalid(
                          here, path, "path does not refer to a v1.PodSpecTemplate: " + flaw)));
    }
  }

  private void podSets(String at, Component component) {
    switch (PodSets.inferred(component)) {
      case Inferred.Unclear(var error) ->
          problems.add(
              invalid(at + ".template", id(component), "error inferring PodSets: " + error));
      case Inferred.Sets(var sets) -> {
        podSets += Math.max(component.podSets().size(), sets.size());
        PodSets.contradiction(component, sets)
            .ifPresent(
                why -> problems.add(invalid(at + ".podSets", Json.tree(component.podSets()), why)));
      }
    }
  }

  private String namespace() {
    return requireNonNullElse(resource.metadata().getNamespace(), "default");
  }

  private static Problem invalid(String at, JsonNode value, String rule) {
    return Problem.error(at, "Invalid value: %s: %s".formatted(value, rule));
  }

  private static JsonNode ids(List<Component> components) {
    var ids = JsonNodeFactory.instance.arrayNode();
    components.forEach(component -> ids.add(id(component)));
    return ids;
  }

  private static ObjectNode id(Component component) {
    var template = component.template();
    return JsonNodeFactory.instance
        .objectNode()
        .put("apiVersion", template.path("apiVersion").asText())
        .put("kind", template.path("kind").asText())
        .put("name", template.path("metadata").path("name").asText());
  }
}
