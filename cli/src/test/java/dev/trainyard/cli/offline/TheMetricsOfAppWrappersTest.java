package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.api.Crds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TheMetricsOfAppWrappersTest {

  private static final JsonNode SCHEMA =
      Crds.all().stream()
          .map(definition -> new ObjectMapper().<JsonNode>valueToTree(definition))
          .filter(one -> one.at("/spec/names/kind").asText().equals("AppWrapper"))
          .map(one -> one.at("/spec/versions/0/schema/openAPIV3Schema"))
          .findFirst()
          .orElseThrow();

  /// CodeFlare's own file reads the retries where nobody writes them.
  @Test
  void are_read_where_the_definition_has_them() throws IOException {
    var file = SettingsDesk.yaml(Files.readString(Path.of("../docs/kube-state-metrics.yaml")));
    var metrics = file.at("/spec/resources/0/metrics");

    assertThat(metrics).hasSize(3);
    for (var metric : metrics) {
      var here = SCHEMA;
      for (var step : metric.findValue("path")) {
        here = here.at("/properties/" + step.asText());
      }
      assertThat(here.isMissingNode()).as(metric.toString()).isFalse();
    }
  }
}
