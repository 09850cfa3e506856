package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.util.List;

/// What Kubernetes demands of the resources of a container.
final class ResourceRules {

  private static final List<String> STANDARD = List.of("cpu", "memory", "ephemeral-storage");

  static void check(JsonNode resources, String path, Findings findings) {
    for (var list : List.of("limits", "requests")) {
      for (var entry : resources.path(list).properties()) {
        checkOne(entry.getKey(), entry.getValue(), path + "." + list, findings);
      }
    }
    for (var request : resources.path("requests").properties()) {
      compare(request.getKey(), request.getValue(), resources.path("limits"), path, findings);
    }
  }

  private static void checkOne(String name, JsonNode value, String list, Findings findings) {
    var path = "%s[%s]".formatted(list, name);
    checkName(name, path, findings);
    var standard = standard(name);
    var amount = Quantities.amount(value).orElse(BigDecimal.ZERO);
    if (amount.signum() < 0) {
      findings.invalid(path, shown(value), "must be greater than or equal to 0");
    }
    if (!standard && name.contains("/") && amount.stripTrailingZeros().scale() > 0) {
      findings.invalid(path, shown(value), "must be an integer");
    }
  }

  static void checkName(String name, String path, Findings findings) {
    findings.qualifiedName(name, path);
    if (!standard(name) && !name.contains("/")) {
      unknown(name, path, findings);
      findings.invalid(path, TextNode.valueOf(name), "must be a standard resource for containers");
    }
  }

  private static boolean standard(String name) {
    return STANDARD.contains(name) || name.startsWith("hugepages-");
  }

  /// A name without a domain is one that Kubernetes gives.
  static void unknown(String name, String path, Findings findings) {
    if (NameRule.qualifiedNameProblems(name).isEmpty()) {
      findings.invalid(
          path, TextNode.valueOf(name), "must be a standard resource type or fully qualified");
    }
  }

  private static void compare(
      String name, JsonNode request, JsonNode limits, String path, Findings findings) {
    var shared = STANDARD.contains(name);
    var limit = limits.path(name);
    if (limit.isMissingNode()) {
      if (!shared && name.contains("/")) {
        findings.required(path + ".limits", "Limit must be set for non overcommitable resources");
      }
      return;
    }
    var most = Quantities.amount(limit).orElse(BigDecimal.ZERO);
    var asked = Quantities.amount(request).orElse(BigDecimal.ZERO);
    if (!shared && asked.compareTo(most) != 0) {
      findings.invalid(
          path + ".requests",
          shown(request),
          "must be equal to %s limit of %s".formatted(name, limit.asText()));
    } else if (asked.compareTo(most) > 0) {
      findings.invalid(
          path + ".requests",
          shown(request),
          "must be less than or equal to %s limit of %s".formatted(name, limit.asText()));
    }
  }

  static JsonNode shown(JsonNode quantity) {
    return TextNode.valueOf(quantity.asText());
  }

  private ResourceRules() {}
}
