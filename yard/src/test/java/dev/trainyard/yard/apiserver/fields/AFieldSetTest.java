package dev.trainyard.yard.apiserver.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AFieldSetTest {

  private static final String POD =
      """
      {"f:metadata":{"f:labels":{".":{},"f:app":{}}},
       "f:spec":{"f:containers":{
         "k:{\\"name\\":\\"main\\"}":{".":{},"f:image":{},
           "f:ports":{"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{".":{},"f:containerPort":{}}}}},
         "f:finalizers":{"v:\\"a\\"":{}},
         "f:places":{"i:0":{}}}}
      """;

  private static FieldSet set(String... paths) {
    var set = FieldSet.EMPTY;
    for (var path : paths) {
      set = set.union(FieldSet.of(path.split("\\.", -1)));
    }
    return set;
  }

  @Test
  void is_written_as_it_was_read() {
    var json = Things.json(POD);

    assertThat(FieldSet.read(json).json()).isEqualTo(json);
  }

  @Test
  void is_written_in_one_order_whatever_order_it_was_read_in() {
    var one = Things.json("{\"f:b\":{},\"f:a\":{\"f:d\":{},\".\":{},\"f:c\":{}}}");
    var other = Things.json("{\"f:a\":{\".\":{},\"f:c\":{},\"f:d\":{}},\"f:b\":{}}");

    assertThat(FieldSet.read(one).json().toString()).isEqualTo(other.toString());
  }

  @Test
  void shows_its_fields_as_people_read_them() {
    assertThat(FieldSet.read(Things.json(POD)))
        .hasToString(
            ".metadata.labels .metadata.labels.app .spec.containers[name=\"main\"]"
                + " .spec.containers[name=\"main\"].image"
                + " .spec.containers[name=\"main\"].ports[containerPort=80,protocol=\"TCP\"]"
                + " .spec.containers[name=\"main\"].ports[containerPort=80,protocol=\"TCP\"]"
                + ".containerPort .spec.finalizers[=\"a\"] .spec.places[0]");
  }

  @Test
  void knows_keys_by_what_they_say_and_not_by_their_order() {
    var one = FieldSet.read(Things.json("{\"k:{\\\"a\\\":1,\\\"b\\\":2}\":{}}"));
    var other = FieldSet.read(Things.json("{\"k:{\\\"b\\\":2,\\\"a\\\":1}\":{}}"));

    assertThat(one).isEqualTo(other);
  }

  @Test
  void forgets_kinds_of_steps_that_only_a_later_version_knows() {
    assertThat(FieldSet.read(Things.json("{\"f:a\":{},\"z:b\":{}}"))).isEqualTo(set("a"));
  }

  @Test
  void refuses_what_is_no_step() {
    assertThatThrownBy(() -> FieldSet.read(Things.json("{\"spec\":{}}")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("missing colon: spec");
    assertThatThrownBy(() -> FieldSet.read(Things.json("{\"k:{\":{}}")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void has_everything_of_both_in_a_union() {
    assertThat(set("a.b", "c").union(set("a", "a.d"))).isEqualTo(set("a", "a.b", "a.d", "c"));
    assertThat(FieldSet.EMPTY.union(set("a"))).isEqualTo(set("a"));
  }

  @Test
  void has_what_both_have_in_an_intersection() {
    assertThat(set("a", "a.b", "c").intersection(set("a.b", "c.d"))).isEqualTo(set("a.b"));
    assertThat(set("a").intersection(set("a.b"))).isEqualTo(FieldSet.EMPTY);
  }

  @Test
  void keeps_what_is_below_a_field_that_a_difference_takes() {
    assertThat(set("a", "a.b", "c").difference(set("a", "c"))).isEqualTo(set("a.b"));
    assertThat(set("a").difference(set("a.b"))).isEqualTo(set("a"));
  }

  @Test
  void loses_what_is_below_a_field_that_it_is_without() {
    assertThat(set("a", "a.b", "c.d").without(set("a", "c.d"))).isEqualTo(FieldSet.EMPTY);
    assertThat(set("a", "a.b").without(set("a.b"))).isEqualTo(set("a"));
  }

  @Test
  void is_empty_for_a_whole_object_which_nobody_owns() {
    assertThat(FieldSet.of()).isEqualTo(FieldSet.EMPTY);
    assertThat(FieldSet.EMPTY.json().toString()).isEqualTo("{}");
  }
}
