package dev.trainyard.yard.apiserver.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.fields.Ownership.Outcome.Applied;
import dev.trainyard.yard.apiserver.fields.Ownership.Outcome.Refused;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnApplierTest {

  private static final Ownership OWNERSHIP =
      new Ownership(Things.TYPE, "example.com/v1", FieldSet.of("status"));

  private ObjectNode object = Things.yaml("{apiVersion: example.com/v1, kind: Thing}");
  private Owners owners = Owners.NOBODY;
  private int clock;

  private String time() {
    clock++;
    return "2026-01-01T00:00:%02dZ".formatted(clock);
  }

  private Ownership.Outcome attempt(String who, String spec, boolean force) {
    return OWNERSHIP.applied(
        object, Things.spec(spec), owners, Manager.applier(who, ""), force, time());
  }

  private void apply(String who, String spec) {
    keep(attempt(who, spec, false));
  }

  private void force(String who, String spec) {
    keep(attempt(who, spec, true));
  }

  private void keep(Ownership.Outcome outcome) {
    assertThat(outcome).isInstanceOf(Applied.class);
    object = ((Applied) outcome).object();
    owners = ((Applied) outcome).owners();
  }

  private void update(String who, String spec) {
    var written = Things.spec(spec);
    owners =
        OWNERSHIP.updated(
            OWNERSHIP.changes(object, written),
            owners,
            Manager.updater(who, "example.com/v1", ""),
            time());
    object = written;
  }

  private String owned(Manager manager) {
    return owners.find(manager).map(share -> share.fields().toString()).orElse("nothing");
  }

  private String applied(String who) {
    return owned(Manager.applier(who, ""));
  }

  private String updated(String who) {
    return owned(Manager.updater(who, "example.com/v1", ""));
  }

  @Test
  void owns_what_it_applies_and_nothing_that_all_objects_have() {
    apply("a", "{replicas: 1, ports: [{port: 80}], free: {}}");

    assertThat(applied("a"))
        .isEqualTo(
            ".spec.free .spec.replicas .spec.ports[port=80,protocol=\"TCP\"]"
                + " .spec.ports[port=80,protocol=\"TCP\"].port");
  }

  @Test
  void is_refused_what_another_owns_with_another_value() {
    apply("a", "{replicas: 1}");

    assertThat(attempt("b", "{replicas: 2, image: x}", false))
        .isEqualTo(
            new Refused(
                List.of(
                    new Ownership.Conflict(
                        Manager.applier("a", ""),
                        List.of(Step.field("spec"), Step.field("replicas"))))));
  }

  @Test
  void shares_what_another_owns_with_the_same_value() {
    apply("a", "{replicas: 1}");
    apply("b", "{replicas: 1, image: x}");

    assertThat(applied("a")).isEqualTo(".spec.replicas");
    assertThat(applied("b")).isEqualTo(".spec.image .spec.replicas");
  }

  @Test
  void takes_by_force() {
    apply("a", "{replicas: 1, image: x}");
    force("b", "{replicas: 2}");

    assertThat(object.at("/spec/replicas").asInt()).isEqualTo(2);
    assertThat(applied("a")).isEqualTo(".spec.image");
    assertThat(applied("b")).isEqualTo(".spec.replicas");
  }

  @Test
  void removes_what_it_no_longer_applies_and_nobody_else_owns() {
    apply(
        "a",
        "{replicas: 1, image: x, labels: {a: b, c: d}, tags: [p, q], ports: [{port: 1}, {port:"
            + " 2}]}");
    apply("a", "{image: x, labels: {c: d}, tags: [q], ports: [{port: 2}]}");

    assertThat(object.path("spec"))
        .isEqualTo(Things.yaml("{image: x, labels: {c: d}, tags: [q], ports: [{port: 2}]}"));
  }

  @Test
  void leaves_what_others_own_as_well() {
    apply("a", "{replicas: 1, ports: [{port: 1, name: x}]}");
    apply("b", "{replicas: 1, ports: [{port: 1}]}");
    apply("a", "{}");

    assertThat(object.path("spec")).isEqualTo(Things.yaml("{replicas: 1, ports: [{port: 1}]}"));
    assertThat(applied("a")).isEqualTo(".spec");
  }

  @Test
  void leaves_what_nobody_applied() {
    update("b", "{replicas: 1, image: y}");
    force("a", "{image: x}");
    apply("a", "{}");

    assertThat(object.path("spec")).isEqualTo(Things.yaml("{replicas: 1}"));
  }

  @Test
  void loses_what_an_update_changes() {
    apply("a", "{replicas: 1, image: x}");
    update("b", "{replicas: 5, image: x}");

    assertThat(applied("a")).isEqualTo(".spec.image");
    assertThat(updated("b")).isEqualTo(".spec.replicas");
    assertThat(attempt("a", "{replicas: 1, image: x}", false)).isInstanceOf(Refused.class);
  }

  @Test
  void loses_what_an_update_removes() {
    apply("a", "{replicas: 1, image: x}");
    update("b", "{image: x}");

    assertThat(applied("a")).isEqualTo(".spec.image");
    assertThat(updated("b")).isEqualTo("nothing");
  }

  @Test
  void owns_a_list_without_keys_as_one() {
    apply("a", "{args: [a, b], selector: {a: b}}");

    assertThat(applied("a")).isEqualTo(".spec.args .spec.selector");
    assertThat(attempt("b", "{args: [a], selector: {c: d}}", false))
        .asInstanceOf(type(Refused.class))
        .satisfies(
            refused ->
                assertThat(refused.conflicts())
                    .extracting(Ownership.Conflict::field)
                    .containsExactly(".spec.args", ".spec.selector"));
  }

  @Test
  void adds_elements_beside_those_of_others() {
    apply("a", "{tags: [a, b], ports: [{port: 1, name: one}]}");
    apply("b", "{tags: [c], ports: [{port: 2, name: two}]}");

    assertThat(object.path("spec"))
        .isEqualTo(
            Things.yaml("{tags: [a, b, c], ports: [{port: 1, name: one}, {port: 2, name: two}]}"));
  }

  @Test
  void puts_shared_elements_into_its_own_order() {
    apply("a", "{tags: [a, b, c]}");
    apply("b", "{tags: [c, x, a]}");

    assertThat(object.at("/spec/tags").toString()).isEqualTo("[\"b\",\"c\",\"x\",\"a\"]");
  }

  @Test
  void says_when_something_became_another_and_not_when_nothing_did() {
    apply("a", "{replicas: 1}");
    var first = owners.json();
    apply("a", "{replicas: 1}");
    assertThat(owners.json()).isEqualTo(first);

    apply("a", "{replicas: 2}");
    assertThat(owners.json().at("/0/time").asText()).isEqualTo("2026-01-01T00:00:03Z");
  }

  @Test
  void is_one_manager_however_often_it_writes() {
    apply("a", "{replicas: 1}");
    apply("a", "{replicas: 2}");
    update("a", "{replicas: 3}");
    update("a", "{replicas: 3, image: x}");

    assertThat(owners.json().toString())
        .isEqualTo(
            "[{\"manager\":\"a\",\"operation\":\"Update\",\"apiVersion\":\"example.com/v1\","
                + "\"time\":\"2026-01-01T00:00:04Z\",\"fieldsType\":\"FieldsV1\","
                + "\"fieldsV1\":{\"f:spec\":{\"f:image\":{},\"f:replicas\":{}}}}]");
  }

  @Test
  void does_not_own_what_its_way_of_writing_never_changes() {
    var withStatus = Things.spec("{replicas: 1}");
    withStatus.putObject("status").put("phase", "x");

    var outcome =
        OWNERSHIP.applied(object, withStatus, owners, Manager.applier("a", ""), false, time());

    keep(outcome);
    assertThat(applied("a")).isEqualTo(".spec.replicas");
  }

  @Test
  void counts_the_oldest_of_many_updaters_as_one() {
    for (int i = 0; i < 12; i++) {
      update("u%02d".formatted(i), "{labels: %s}".formatted(labels(i)));
    }

    assertThat(owners.shares()).hasSize(10);
    assertThat(updated("ancient-changes"))
        .isEqualTo(".spec .spec.labels .spec.labels.k0 .spec.labels.k1 .spec.labels.k2");
    assertThat(updated("u11")).isEqualTo(".spec.labels.k11");
  }

  private static String labels(int last) {
    var labels = Things.yaml("{}");
    for (int i = 0; i <= last; i++) {
      labels.put("k" + i, "v");
    }
    return labels.toString();
  }

  @Test
  void owns_as_one_what_has_come_to_have_one_owner() {
    apply("a", "{labels: {a: b}}");
    var schema =
        Things.yaml(
            "{type: object, properties: {spec: {type: object, properties: {labels: {type: object,"
                + " x-kubernetes-map-type: atomic, additionalProperties: {type: string}}}}}}");
    var changed =
        new Ownership(
            FieldTypes.custom(schema, new FieldType.Anything()), "example.com/v1", FieldSet.EMPTY);

    var outcome =
        changed.applied(
            object,
            Things.spec("{labels: {a: c}}"),
            owners,
            Manager.applier("b", ""),
            false,
            time());

    assertThat(((Refused) outcome).conflicts())
        .extracting(Ownership.Conflict::field)
        .containsExactly(".spec.labels");
  }

  @Test
  void may_take_what_a_client_applied_and_nobody_changed_since() {
    var lastApplied = Things.spec("{replicas: 1, image: x}");

    assertThat(OWNERSHIP.unchangedSince(lastApplied, Things.spec("{replicas: 2, image: x}")))
        .isEqualTo(
            FieldSet.of("spec", "image")
                .union(FieldSet.of("apiVersion"))
                .union(FieldSet.of("kind"))
                .union(FieldSet.of("metadata", "name")));
  }
}
