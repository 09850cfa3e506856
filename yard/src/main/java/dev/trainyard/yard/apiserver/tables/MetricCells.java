package dev.trainyard.yard.apiserver.tables;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;

/// The metrics of an autoscaler: what they are, and what they should be.
final class MetricCells {

  private static final String UNKNOWN = "<unknown>";
  private static final int SHOWN = 2;

  static String targets(JsonNode autoscaler) {
    var metrics = autoscaler.at("/spec/metrics");
    var current = autoscaler.at("/status/currentMetrics");
    var cells = new ArrayList<String>();
    for (int i = 0; i < Math.min(SHOWN, metrics.size()); i++) {
      cells.add(metric(metrics.get(i), current.path(i)));
    }
    if (cells.isEmpty()) {
      return Column.NONE;
    }
    var more = metrics.size() - SHOWN;
    return String.join(", ", cells) + (more > 0 ? " + %d more...".formatted(more) : "");
  }

  private static String metric(JsonNode metric, JsonNode status) {
    var type = metric.path("type").asText();
    return switch (type) {
      case "Resource" -> resource(metric.path("resource"), status.at("/resource/current"));
      case "ContainerResource" ->
          resource(metric.path("containerResource"), status.at("/containerResource/current"));
      default -> "%s: %s".formatted(type, UNKNOWN);
    };
  }

  private static String resource(JsonNode source, JsonNode current) {
    var name = source.path("name").asText();
    var average = source.at("/target/averageValue");
    return average.isMissingNode()
        ? "%s: %s/%s"
            .formatted(
                name,
                percent(current.path("averageUtilization"), UNKNOWN),
                percent(source.at("/target/averageUtilization"), "<auto>"))
        : "%s: %s/%s"
            .formatted(name, Column.text(current.path("averageValue"), UNKNOWN), average.asText());
  }

  private static String percent(JsonNode share, String otherwise) {
    return share.isNumber() ? share.asText() + "%" : otherwise;
  }

  private MetricCells() {}
}
