package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;

/// Where the value of a user's variable comes from. The order of the checks is the chart's.
sealed interface VariableSource {

  record Literal(JsonNode value) implements VariableSource {}

  /// From a Secret or a ConfigMap.
  ///
  /// @param setting as the settings call it
  /// @param field as Kubernetes calls it
  record Referred(String setting, String field, JsonNode reference) implements VariableSource {}

  record Nothing() implements VariableSource {}

  static VariableSource of(JsonNode entry, Chart chart) {
    var value = entry.path("value");
    if (Settled.given(value)) {
      return new Literal(value);
    }
    if (Settled.given(entry.path("secret"))) {
      return new Referred("secret", "secretKeyRef", entry.path("secret"));
    }
    if (chart.readsConfigMaps && Settled.given(entry.path("configmap"))) {
      return new Referred("configmap", "configMapKeyRef", entry.path("configmap"));
    }
    // Zero is not given, and yet the last resort.
    return value.isNumber() ? new Literal(value) : new Nothing();
  }
}
