package dev.trainyard.yard.apiserver.fields;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AComparisonTest {

  record Row(
      String what, String before, String after, String added, String modified, String removed) {
    @Override
    public String toString() {
      return what;
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row("a new scalar", "{}", "{replicas: 1}", ".spec.replicas", "", ""),
        new Row("another scalar", "{replicas: 1}", "{replicas: 2}", "", ".spec.replicas", ""),
        new Row("a lost scalar", "{replicas: 1, image: a}", "{image: a}", "", "", ".spec.replicas"),
        new Row("a new map", "{}", "{labels: {a: b}}", ".spec.labels .spec.labels.a", "", ""),
        new Row(
            "a new key", "{labels: {a: b}}", "{labels: {a: b, c: d}}", ".spec.labels.c", "", ""),
        new Row(
            "an atomic map", "{selector: {a: b}}", "{selector: {a: c}}", "", ".spec.selector", ""),
        new Row("an atomic list", "{args: [a]}", "{args: [a, b]}", "", ".spec.args", ""),
        new Row(
            "a set",
            "{tags: [a, b]}",
            "{tags: [b, c]}",
            ".spec.tags[=\"c\"]",
            "",
            ".spec.tags[=\"a\"]"),
        new Row("the order of a set", "{tags: [a, b]}", "{tags: [b, a]}", "", "", ""),
        new Row(
            "an element by its keys",
            "{ports: [{port: 1, name: a}]}",
            "{ports: [{port: 1, protocol: TCP, name: b}]}",
            ".spec.ports[port=1,protocol=\"TCP\"].protocol",
            ".spec.ports[port=1,protocol=\"TCP\"].name",
            ""),
        new Row(
            "a new element",
            "{ports: [{port: 1}]}",
            "{ports: [{port: 2}, {port: 1}]}",
            ".spec.ports[port=2,protocol=\"TCP\"] .spec.ports[port=2,protocol=\"TCP\"].port",
            "",
            ""),
        new Row(
            "what nobody knows",
            "{free: {a: {b: 1}, c: [1]}}",
            "{free: {a: {b: 2}, c: [2]}}",
            "",
            ".spec.free.c .spec.free.a.b",
            ""),
        new Row(
            "another form",
            "{free: {a: 1}}",
            "{free: {a: {b: 1}}}",
            ".spec.free.a.b",
            ".spec.free.a",
            ""),
        new Row("empty to full", "{labels: {}}", "{labels: {a: b}}", ".spec.labels.a", "", ""),
        new Row(
            "elements twice",
            "{tags: [a]}",
            "{tags: [a, a]}",
            ".spec.tags[=\"a\"]",
            "",
            ".spec.tags[=\"a\"]"),
        new Row(
            "elements that no key tells apart",
            "{ports: [{port: 1}]}",
            "{ports: [a]}",
            "",
            ".spec.ports",
            ""));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void tells_every_change_at_its_own_field(Row row) {
    var comparison =
        Comparison.of(Things.spec(row.before()), Things.spec(row.after()), Things.TYPE);

    assertThat(comparison.added()).hasToString(row.added());
    assertThat(comparison.modified()).hasToString(row.modified());
    assertThat(comparison.removed()).hasToString(row.removed());
  }

  @Test
  void takes_equal_numbers_for_equal() {
    var before = Things.spec("{replicas: 1}");
    var after = before.deepCopy();
    ((ObjectNode) after.path("spec")).set("replicas", LongNode.valueOf(1));

    assertThat(Comparison.of(before, after, Things.TYPE).same()).isTrue();
  }

  @Test
  void does_not_find_what_a_struct_always_has() {
    var type =
        FieldTypes.builtIn(
            Things.yaml(
                """
                type: object
                properties:
                  spec:
                    default: {}
                    type: object
                    required: [tags]
                    properties:
                      tags: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                      more: {type: array, x-kubernetes-list-type: set, items: {type: string}}
                """),
            _ -> new FieldType.Anything());

    var comparison =
        Comparison.of(Things.yaml("{}"), Things.yaml("{spec: {tags: [a], more: [b]}}"), type);

    assertThat(comparison.added()).hasToString(".spec.more .spec.more[=\"b\"] .spec.tags[=\"a\"]");
  }
}
