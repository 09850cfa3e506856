package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

/// What Kubernetes demands of selectors of labels.
final class SelectorRules {

  static void check(JsonNode selector, String path, Findings findings) {
    findings.labels(selector.path("matchLabels"), path + ".matchLabels");
    var expressions = selector.path("matchExpressions");
    for (int i = 0; i < expressions.size(); i++) {
      var at = at(path + ".matchExpressions", i);
      checkOperator(expressions.get(i), at, false, findings);
      findings.qualifiedName(expressions.get(i).path("key").asText(""), at + ".key");
    }
  }

  /// Nodes are also told apart by numbers.
  static void checkNodeExpression(JsonNode expression, String path, Findings findings) {
    checkOperator(expression, path, true, findings);
    findings.qualifiedName(expression.path("key").asText(""), path + ".key");
  }

  private static void checkOperator(
      JsonNode expression, String path, boolean ofNodes, Findings findings) {
    var operator = expression.path("operator").asText("");
    var values = expression.path("values");
    switch (operator) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          findings.required(
              path + ".values", "must be specified when `operator` is 'In' or 'NotIn'");
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          findings.forbidden(
              path + ".values",
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      case "Gt", "Lt" -> {
        if (!ofNodes) {
          notAnOperator(operator, path, findings);
        } else if (values.size() != 1) {
          findings.required(
              path + ".values", "must be specified single value when `operator` is 'Lt' or 'Gt'");
        }
      }
      default -> notAnOperator(operator, path, findings);
    }
  }

  private static void notAnOperator(String operator, String path, Findings findings) {
    findings.invalid(
        path + ".operator", TextNode.valueOf(operator), "not a valid selector operator");
  }

  /// A template must carry the labels by which its pods are found.
  static void checkTemplate(JsonNode selector, JsonNode template, String path, Findings findings) {
    var labels = template.at("/metadata/labels");
    var matches = selector.isObject();
    for (var wanted : selector.path("matchLabels").properties()) {
      matches &= wanted.getValue().asText().equals(labels.path(wanted.getKey()).asText(""));
    }
    if (!matches) {
      findings.invalid(
          path + ".metadata.labels",
          labels.isMissingNode() ? Json.MAPPER.nullNode() : labels,
          "`selector` does not match template `labels`");
    }
  }

  private SelectorRules() {}
}
