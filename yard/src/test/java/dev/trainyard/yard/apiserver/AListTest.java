package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.store.Ledger;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AListTest {

  private static final String ENDPOINTS = "/api/v1/namespaces/default/endpoints";
  private static final String PODS = "/api/v1/namespaces/default/pods";

  @AutoClose
  private final TestApi api = new TestApi(new Ledger.Limits(20, 20), InstantSource.system());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "role=worker                     | b c",
        "role==worker,tier=gold          | c",
        "role!=worker                    | a d",
        "role in (worker, master)        | a b c",
        "role notin (worker)             | a d",
        "role in (worker),tier notin (x) | b c",
        "role                            | a b c",
        "!role                           | d",
        "index>1                         | c",
        "index<2                         | b",
        "''                              | a b c d"
      })
  void is_narrowed_by_labels(String selector, String names) {
    api.post(ENDPOINTS, "{metadata: {name: a, labels: {role: master}}}");
    api.post(ENDPOINTS, "{metadata: {name: b, labels: {role: worker, index: '1'}}}");
    api.post(ENDPOINTS, "{metadata: {name: c, labels: {role: worker, tier: gold, index: '2'}}}");
    api.post(ENDPOINTS, "{metadata: {name: d}}");

    var list = api.get(ENDPOINTS + "?labelSelector=" + encoded(selector));

    assertThat(names(list)).containsExactly(names.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spec.nodeName=n1                   | a",
        "spec.nodeName!=n1                  | b",
        "spec.nodeName=                     | b",
        "status.phase=Pending               | a b",
        "metadata.name=b                    | b",
        "spec.schedulerName=gangs           | b",
        "spec.restartPolicy=Never           | a",
        "metadata.namespace=default         | a b"
      })
  void is_narrowed_by_fields(String selector, String names) {
    api.post(
        PODS,
        "{metadata: {name: a}, spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}");
    api.post(
        PODS,
        "{metadata: {name: b}, spec: {schedulerName: gangs, containers: [{name: c, image: i}]}}");
    api.post(PODS + "/a/binding", "{target: {kind: Node, name: n1}}");

    assertThat(names(api.get(PODS + "?fieldSelector=" + encoded(selector))))
        .containsExactly(names.split(" "));
  }

  @Test
  void refuses_selectors_it_does_not_understand() {
    assertThat(api.get(PODS + "?labelSelector=" + encoded("a in b")).code()).isEqualTo(400);
    var field = api.get(PODS + "?fieldSelector=spec.foo=bar");
    assertThat(field.code()).isEqualTo(400);
    assertThat(field.message()).isEqualTo("field label not supported: spec.foo");
  }

  @Test
  void comes_in_pages_that_all_show_the_same_moment() {
    for (var name : List.of("a", "b", "c", "d", "e")) {
      api.post(ENDPOINTS, "{metadata: {name: %s}}".formatted(name));
    }
    var first = api.get(ENDPOINTS + "?limit=2");
    assertThat(names(first)).containsExactly("a", "b");
    assertThat(first.body().at("/metadata/remainingItemCount").asInt()).isEqualTo(3);

    api.delete(ENDPOINTS + "/d");
    api.post(ENDPOINTS, "{metadata: {name: bb}}");
    var second = next(first);
    var third = next(second);

    assertThat(names(second)).containsExactly("c", "d");
    assertThat(names(third)).containsExactly("e");
    assertThat(third.resourceVersion()).isEqualTo(first.resourceVersion());
    assertThat(third.body().at("/metadata/continue").isMissingNode()).isTrue();
  }

  @Test
  void reads_nothing_of_objects_that_it_only_passes_on() {
    for (var name : List.of("a", "b", "c")) {
      api.post(
          ENDPOINTS,
          "{apiVersion: v1, kind: Endpoints, metadata: {name: %s, labels: {x.y: '1'}}}"
              .formatted(name));
    }
    try (var later = new TestApi(api.store)) {
      var before = later.ledger.parsed();

      var list = later.get(ENDPOINTS);

      assertThat(names(list)).containsExactly("a", "b", "c");
      assertThat(list.body().at("/items/0/metadata/labels/x.y").asText()).isEqualTo("1");
      assertThat(list.body().at("/items/0/kind").isMissingNode()).isTrue();
      assertThat(names(later.get(ENDPOINTS + "?limit=2"))).containsExactly("a", "b");
      assertThat(later.ledger.parsed()).isEqualTo(before);
    }
  }

  @Test
  void has_to_start_again_when_its_next_page_is_too_old() {
    api.post(ENDPOINTS, "{metadata: {name: a}}");
    api.post(ENDPOINTS, "{metadata: {name: b}}");
    var first = api.get(ENDPOINTS + "?limit=1");
    for (int i = 0; i < 30; i++) {
      api.merge(ENDPOINTS + "/a", "{metadata: {labels: {i: '%d'}}}".formatted(i));
    }

    var second = next(first);

    assertThat(second.code()).isEqualTo(410);
    assertThat(second.reason()).isEqualTo("Expired");
  }

  @Test
  void can_be_deleted_as_a_whole_or_in_part() {
    api.post(ENDPOINTS, "{metadata: {name: a, labels: {x: y}}}");
    api.post(ENDPOINTS, "{metadata: {name: b, labels: {x: y}}}");
    api.post(ENDPOINTS, "{metadata: {name: c}}");

    var deleted = api.delete(ENDPOINTS + "?labelSelector=x%3Dy");

    assertThat(names(deleted)).containsExactly("a", "b");
    assertThat(names(api.get(ENDPOINTS))).containsExactly("c");
  }

  private TestApi.Answer next(TestApi.Answer page) {
    return api.get(
        ENDPOINTS + "?limit=2&continue=" + page.body().at("/metadata/continue").asText());
  }

  private static List<String> names(TestApi.Answer list) {
    var names = new ArrayList<String>();
    list.body().path("items").forEach(item -> names.add(item.at("/metadata/name").asText()));
    return names;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
