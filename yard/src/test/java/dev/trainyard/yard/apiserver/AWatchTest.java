package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.store.Ledger;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AWatchTest {

  private static final String ENDPOINTS = "/api/v1/namespaces/default/endpoints";

  @AutoClose
  private final TestApi api = new TestApi(new Ledger.Limits(10, 10), InstantSource.system());

  @Test
  void without_a_version_begins_with_everything_there_is() {
    api.post(ENDPOINTS, "{metadata: {name: a}}");

    try (var events = api.watch(ENDPOINTS + "?watch=true")) {
      assertThat(events.nextChange()).isEqualTo("ADDED a");
      api.post(ENDPOINTS, "{metadata: {name: b}}");
      assertThat(events.nextChange()).isEqualTo("ADDED b");
    }
  }

  @Test
  void goes_on_where_a_list_ended() {
    api.post(ENDPOINTS, "{metadata: {name: a}}");
    var version = api.get(ENDPOINTS).resourceVersion();
    api.merge(ENDPOINTS + "/a", "{metadata: {labels: {k: v}}}");
    api.post("/api/v1/namespaces/kube-system/endpoints", "{metadata: {name: elsewhere}}");
    api.delete(ENDPOINTS + "/a");

    try (var events = api.watch(ENDPOINTS + "?watch=true&resourceVersion=" + version)) {
      assertThat(events.nextChange()).isEqualTo("MODIFIED a");
      var deleted = events.next();
      assertThat(deleted.path("type").asText()).isEqualTo("DELETED");
      assertThat(deleted.at("/object/metadata/labels/k").asText()).isEqualTo("v");
      assertThat(deleted.at("/object/metadata/resourceVersion").asLong())
          .isEqualTo(api.ledger.revision());
    }
  }

  @Test
  void sees_an_object_leave_and_enter_its_selection() {
    var version = api.get(ENDPOINTS).resourceVersion();

    try (var events =
        api.watch(ENDPOINTS + "?watch=1&labelSelector=on%3Dyes&resourceVersion=" + version)) {
      api.post(ENDPOINTS, "{metadata: {name: a, labels: {on: 'yes'}}}");
      api.merge(ENDPOINTS + "/a", "{metadata: {labels: {on: 'no'}}}");
      api.merge(ENDPOINTS + "/a", "{metadata: {labels: {on: 'yes'}}}");

      assertThat(events.nextChange()).isEqualTo("ADDED a");
      assertThat(events.nextChange()).isEqualTo("DELETED a");
      assertThat(events.nextChange()).isEqualTo("ADDED a");
    }
  }

  @Test
  void is_told_how_far_it_has_come_while_nothing_happens() {
    var version = api.get(ENDPOINTS).resourceVersion();
    var path = ENDPOINTS + "?watch=true&allowWatchBookmarks=true&resourceVersion=" + version;

    try (var events = api.watch(path)) {
      api.post("/api/v1/namespaces", "{metadata: {name: other}}");
      var bookmark = events.next();
      while (bookmark.at("/object/metadata/resourceVersion").asText().equals(version)) {
        bookmark = events.next();
      }
      assertThat(bookmark.path("type").asText()).isEqualTo("BOOKMARK");
      assertThat(bookmark.at("/object/kind").asText()).isEqualTo("Endpoints");
      assertThat(bookmark.at("/object/metadata/resourceVersion").asLong())
          .isEqualTo(api.ledger.revision());
    }
  }

  @Test
  void ends_after_the_seconds_it_asked_for() {
    try (var events = api.watch(ENDPOINTS + "?watch=true&timeoutSeconds=1")) {
      assertThat(events.nextChange()).isBlank();
    }
  }

  @Test
  void from_a_version_nobody_remembers_is_told_to_list_again() {
    api.post(ENDPOINTS, "{metadata: {name: a}}");
    var old = api.ledger.revision();
    for (int i = 0; i < 20; i++) {
      api.merge(ENDPOINTS + "/a", "{metadata: {labels: {i: '%d'}}}".formatted(i));
    }

    try (var events = api.watch(ENDPOINTS + "?watch=true&resourceVersion=" + old)) {
      var error = events.next();
      assertThat(error.path("type").asText()).isEqualTo("ERROR");
      assertThat(error.at("/object/code").asInt()).isEqualTo(410);
      assertThat(error.at("/object/reason").asText()).isEqualTo("Expired");
      assertThat(events.next().isMissingNode()).isTrue();
    }
  }

  @Test
  void can_begin_with_a_list_that_says_where_it_ends() {
    api.post(ENDPOINTS, "{metadata: {name: a}}");
    var streamed =
        ENDPOINTS
            + "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
            + "&resourceVersionMatch=NotOlderThan";

    try (var events = api.watch(streamed)) {
      assertThat(events.next().path("type").asText()).isEqualTo("ADDED");
      var end = events.next();
      assertThat(end.path("type").asText()).isEqualTo("BOOKMARK");
      assertThat(end.at("/object/metadata/annotations").path("k8s.io/initial-events-end").asText())
          .isEqualTo("true");
      api.post(ENDPOINTS, "{metadata: {name: b}}");
      assertThat(events.nextChange()).isEqualTo("ADDED b");
    }
    assertThat(api.get(ENDPOINTS + "?watch=1&sendInitialEvents=true").message())
        .contains("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
  }

  @Test
  void is_one_for_everybody_who_does_not_say_false() {
    for (var value : List.of("True", "t", "1", "")) {
      try (var events = api.watch(ENDPOINTS + "?timeoutSeconds=1&watch=" + value)) {
        assertThat(events.nextChange()).as(value).isBlank();
      }
    }
  }

  @Test
  void ends_when_the_server_stops() {
    try (var events = api.watch(ENDPOINTS + "?watch=true")) {
      api.ledger.close();
      assertThat(events.nextChange()).isBlank();
    }
  }
}
