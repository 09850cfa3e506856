package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Everything that is wrong with settings: setting by setting in the order of the catalogue, then
/// what nobody knows.
final class Rules {

  private static final JsonNode EMPTY = TextNode.valueOf("");

  static final Set<String> REQUIRED = Set.of("jobName", "containerImage");

  private final ObjectNode written;
  private final Chart chart;
  private final List<Problem> found = new ArrayList<>();

  private Rules(ObjectNode written, Chart chart) {
    this.written = written;
    this.chart = chart;
  }

  static List<Problem> check(ObjectNode written, Chart chart) {
    var rules = new Rules(written, chart);
    Catalogue.ALL.forEach(rules::setting);
    written.fieldNames().forEachRemaining(rules::unknown);
    return List.copyOf(rules.found);
  }

  private void setting(Setting setting) {
    var name = setting.name();
    var value = written.path(name);
    if (!setting.in(chart)) {
      if (written.has(name)) {
        found.add(
            Problem.error(
                name,
                "not a setting of chart %s (%s); %s"
                    .formatted(chart, setting.tenure().words(), setting.tenure().instead())));
      }
      return;
    }
    boolean absent = value.isMissingNode() || value.isNull();
    if (REQUIRED.contains(name) && (absent || value.equals(EMPTY))) {
      found.add(Form.missing(name));
    } else if (!absent) {
      setting.form().check(name, value, chart, found);
    }
    switch (name) {
      case "numRoceGdr" -> devices(value);
      case "environmentVariables" -> topology(value);
      default -> {}
    }
  }

  private void devices(JsonNode value) {
    var pods = new Settled(written).at("numPods");
    boolean alone = pods.isMissingNode() || (pods.isNumber() && pods.doubleValue() == 1);
    if (alone && Texts.whole(value) && value.doubleValue() > 0) {
      found.add(Problem.error("numRoceGdr", "must be 0 unless numPods is greater than 1"));
    }
  }

  private void topology(JsonNode variables) {
    if (!chart.guardsTopology || !Settled.given(written.path("topologyFileConfigMap"))) {
      return;
    }
    for (int i = 0; i < variables.size(); i++) {
      if (Texts.of(variables.path(i).path("name")).equals(Environment.TOPOLOGY_VARIABLE)) {
        found.add(
            Problem.error(
                "environmentVariables[%d].name".formatted(i),
                "%s cannot be set together with topologyFileConfigMap; remove one of them"
                    .formatted(Environment.TOPOLOGY_VARIABLE)));
      }
    }
  }

  private void unknown(String name) {
    if (Catalogue.find(name).isEmpty()) {
      found.add(Problem.error(name, "no such setting; " + advice(name)));
    }
  }

  /// A setting that is written already cannot be the one that was meant.
  private String advice(String name) {
    var free = Catalogue.ALL.stream().filter(setting -> !written.has(setting.name())).toList();
    return near(name, free.stream().filter(setting -> setting.in(chart)).toList())
        .map("did you mean %s?"::formatted)
        .or(() -> near(name, free).map(other -> "%s is one of another chart".formatted(other)))
        .orElse("remove it, or see --init for those there are");
  }

  private static Optional<String> near(String name, List<Setting> settings) {
    return Words.nearest(name, settings.stream().map(Setting::name).toList());
  }
}
