package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// LimitRanges: one item for each type of thing, none of which contradicts itself.
final class LimitRangeRules implements Rules {

  private static final List<String> TYPES = List.of("Container", "PersistentVolumeClaim", "Pod");
  private static final List<String> OF_CONTAINERS = List.of("Container", "Pod");
  private static final List<String> BOUNDS =
      List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio");

  /// Whatever a container may at most have is what it has if it does not say.
  @Override
  public void complete(ObjectNode range) {
    for (var item : range.at("/spec/limits")) {
      if (item instanceof ObjectNode object && item.path("type").asText().equals("Container")) {
        inherit(object, "max", "default");
        inherit(object, "default", "defaultRequest");
        inherit(object, "min", "defaultRequest");
      }
    }
  }

  private static void inherit(ObjectNode item, String from, String to) {
    if (item.path(from) instanceof ObjectNode known && !known.isEmpty()) {
      var other = item.withObjectProperty(to);
      known.properties().forEach(it -> other.putIfAbsent(it.getKey(), it.getValue()));
    }
  }

  @Override
  public List<Violation> check(ObjectNode range) {
    var findings = new Findings();
    var types = findings.new Unique();
    var limits = range.at("/spec/limits");
    for (int i = 0; i < limits.size(); i++) {
      var item = limits.get(i);
      var path = Findings.at("spec.limits", i);
      checkType(item.path("type"), path + ".type", findings);
      types.add(item.path("type"), path + ".type");
      if (item.path("type").asText().equals("Pod")) {
        for (var field : List.of("default", "defaultRequest")) {
          if (!item.path(field).isEmpty()) {
            findings.forbidden(path + "." + field, "may not be specified when `type` is 'Pod'");
          }
        }
      }
      checkClaim(item, path, findings);
      checkBounds(item, path, findings);
    }
    return findings.all();
  }

  private static void checkType(JsonNode type, String path, Findings findings) {
    var word = type.asText("");
    findings.qualifiedName(word, path);
    if (!word.contains("/")
        && !TYPES.contains(word)
        && NameRule.qualifiedNameProblems(word).isEmpty()) {
      findings.invalid(path, type, "must be a standard limit type or fully qualified");
    }
  }

  private static void checkClaim(JsonNode item, String path, Findings findings) {
    if (item.path("type").asText().equals("PersistentVolumeClaim")
        && !item.path("min").has("storage")
        && !item.path("max").has("storage")) {
      findings.required(
          path + ".limits",
          "either minimum or maximum storage value is required, but neither was provided");
    }
  }

  private static void checkBounds(JsonNode item, String path, Findings findings) {
    var names = new TreeSet<String>();
    for (var field : BOUNDS) {
      for (var bound : item.path(field).properties()) {
        var at = "%s.%s[%s]".formatted(path, field, bound.getKey());
        checkResource(item.path("type").asText(), bound.getKey(), at, findings);
        names.add(bound.getKey());
      }
    }
    for (var name : names) {
      checkBounds(new Bounds(item, name, path, findings));
    }
  }

  private static void checkResource(String type, String name, String path, Findings findings) {
    if (OF_CONTAINERS.contains(type)) {
      ResourceRules.checkName(name, path, findings);
      return;
    }
    findings.qualifiedName(name, path);
    if (!name.contains("/") && !name.equals("storage") && !QuotaRules.STANDARD.contains(name)) {
      ResourceRules.unknown(name, path, findings);
    }
  }

  private static void checkBounds(Bounds bounds) {
    bounds.ordered("min", "max", "min", "min", "min value %s is greater than max value %s");
    bounds.ordered(
        "min",
        "defaultRequest",
        "defaultRequest",
        "defaultRequest",
        "min value %s is greater than default request value %s");
    bounds.ordered(
        "defaultRequest",
        "max",
        "defaultRequest",
        "defaultRequest",
        "default request value %s is greater than max value %s");
    bounds.ordered(
        "defaultRequest",
        "default",
        "defaultRequest",
        "defaultRequest",
        "default request value %s is greater than default limit value %s");
    bounds.ordered(
        "min", "default", "default", "min", "min value %s is greater than default value %s");
    bounds.ordered(
        "default", "max", "default", "max", "default value %s is greater than max value %s");
    bounds.ratio();
    bounds.whole();
  }

  /// What an item says of one resource.
  private record Bounds(JsonNode item, String name, String path, Findings findings) {

    Optional<Amount> of(String field) {
      return Optional.of(item.path(field).path(name))
          .filter(value -> !value.isMissingNode())
          .map(Amount::of);
    }

    /// @param at and shown where Kubernetes tells it, and whose value it tells
    void ordered(String less, String more, String at, String shown, String rule) {
      var small = of(less);
      var great = of(more);
      if (small.isPresent() && great.isPresent() && small.get().compareTo(great.get()) > 0) {
        invalid(at, shown, rule.formatted(small.get(), great.get()));
      }
    }

    void ratio() {
      var field = "maxLimitRequestRatio";
      var ratio = of(field);
      if (ratio.isEmpty()) {
        return;
      }
      if (ratio.get().compareTo(Amount.ONE) < 0) {
        invalid(field, field, "ratio %s is less than 1".formatted(ratio.get()));
      }
      var least = of("min").filter(Amount::positive);
      var most = of("max");
      if (least.isPresent() && most.isPresent()) {
        var whole = most.get().over(least.get());
        if (ratio.get().value().doubleValue() > whole) {
          invalid(
              field, field, "ratio %s is greater than max/min = %f".formatted(ratio.get(), whole));
        }
      }
    }

    /// What cannot be shared is asked for as it is limited.
    void whole() {
      var limit = of("default");
      var request = of("defaultRequest");
      if (name.contains("/")
          && limit.isPresent()
          && request.isPresent()
          && limit.get().compareTo(request.get()) != 0) {
        invalid(
            "defaultRequest",
            "defaultRequest",
            "default value %s must equal to defaultRequest value %s in %s"
                .formatted(limit.get(), request.get(), name));
      }
    }

    private void invalid(String at, String shown, String why) {
      findings.invalid(
          "%s.%s[%s]".formatted(path, at, name),
          ResourceRules.shown(item.path(shown).path(name)),
          why);
    }
  }
}
