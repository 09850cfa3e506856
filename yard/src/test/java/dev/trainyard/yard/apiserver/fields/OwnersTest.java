package dev.trainyard.yard.apiserver.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnersTest {

  private static Owners read(String entries) {
    return Owners.read(Things.yaml("{entries: %s}".formatted(entries)).path("entries"));
  }

  @Test
  void are_written_appliers_first_then_by_age() {
    var owners =
        read(
            """
            [{manager: b, operation: Update, apiVersion: v1, time: "2026-01-01T00:00:02Z", fieldsType: FieldsV1, fieldsV1: {"f:a": {}}, subresource: status},
             {manager: a, operation: Update, apiVersion: v1, time: "2026-01-01T00:00:03Z", fieldsType: FieldsV1, fieldsV1: {"f:b": {}}},
             {manager: c, operation: Apply, apiVersion: v1, time: "2026-01-01T00:00:09Z", fieldsType: FieldsV1, fieldsV1: {"f:c": {}}}]
            """);

    assertThat(owners.json().findValuesAsText("manager")).containsExactly("c", "b", "a");
    assertThat(owners.json().at("/1/subresource").asText()).isEqualTo("status");
    assertThat(Owners.read(owners.json())).isEqualTo(owners);
  }

  @Test
  void know_an_applier_in_every_version() {
    var owners =
        read(
            "[{manager: a, operation: Apply, apiVersion: v1, fieldsType: FieldsV1, fieldsV1:"
                + " {\"f:a\": {}}}]");

    assertThat(owners.find(Manager.applier("a", ""))).isPresent();
    assertThat(owners.json().at("/0/apiVersion").asText()).isEqualTo("v1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{operation: Create, apiVersion: v1}]                   | operation must be `Apply` or `Update`
          [{operation: Update}]                                   | apiVersion must not be empty
          [{operation: Update, apiVersion: v1}]                   | missing fieldsType in managed fields entry 0
          [{operation: Update, apiVersion: v1, fieldsType: V2}]   | invalid fieldsType "V2" in managed fields entry 0
          """)
  void cannot_be_read_from_anything_else(String entries, String why) {
    assertThatThrownBy(() -> read(entries))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  void are_named_as_kubernetes_names_them() {
    assertThat(Manager.applier("a\"b", "")).hasToString("\"a\\\"b\"");
    assertThat(Manager.updater("a", "apps/v1", "")).hasToString("\"a\" using apps/v1");
    assertThat(Manager.updater("a", "apps/v1", "status"))
        .hasToString("\"a\" with subresource \"status\" using apps/v1");
  }
}
