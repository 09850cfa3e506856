package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ADeletedObjectTest {

  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";

  @AutoClose private final TestApi api = new TestApi();

  @Test
  void stays_until_its_finalizers_are_gone() {
    api.post(CONFIG_MAPS, "{metadata: {name: a, finalizers: [example.com/x, example.com/y]}}");

    var deleted = api.delete(CONFIG_MAPS + "/a");
    assertThat(deleted.body().at("/metadata/deletionTimestamp").isTextual()).isTrue();
    api.merge(CONFIG_MAPS + "/a", "{metadata: {finalizers: [example.com/y]}}");
    assertThat(api.get(CONFIG_MAPS + "/a").code()).isEqualTo(200);

    var more = api.merge(CONFIG_MAPS + "/a", "{metadata: {finalizers: [example.com/z]}}");
    assertThat(more.code()).isEqualTo(422);
    assertThat(more.message()).contains("no new finalizers can be added");

    api.merge(CONFIG_MAPS + "/a", "{metadata: {finalizers: null}}");
    assertThat(api.get(CONFIG_MAPS + "/a").code()).isEqualTo(404);
  }

  @Test
  void takes_what_it_owns_with_it() {
    var owner = create(CONFIG_MAPS, "owner", "");
    var child = create(SECRETS, "child", ownedBy("owner", owner));
    create(SECRETS, "grandchild", ownedBy("child", child));
    create(SECRETS, "stranger", "");

    api.delete(CONFIG_MAPS + "/owner");

    await().until(() -> gone(SECRETS + "/child") && gone(SECRETS + "/grandchild"));
    assertThat(api.get(SECRETS + "/stranger").code()).isEqualTo(200);
  }

  /// Each round the children change while their owner goes, which once saved some of them for good.
  @Test
  void takes_what_it_owns_with_it_even_while_that_changes() throws InterruptedException {
    for (int round = 0; round < 40; round++) {
      var name = "owner-" + round;
      var child = SECRETS + "/child-" + round;
      var owner = create(CONFIG_MAPS, name, "");
      create(SECRETS, "child-" + round, ownedBy(name, owner));
      var writer =
          Thread.startVirtualThread(
              () -> {
                for (int change = 0; change < 6; change++) {
                  api.merge(child, "{metadata: {labels: {change: c%d}}}".formatted(change));
                }
              });

      api.delete(CONFIG_MAPS + "/" + name);
      writer.join();

      await("child %d to go".formatted(round)).until(() -> gone(child));
    }
  }

  @Test
  void is_missed_only_by_those_who_have_no_other_owner() {
    var one = create(CONFIG_MAPS, "one", "");
    var two = create(CONFIG_MAPS, "two", "");
    create(SECRETS, "child", ownedBy("one", one) + "," + ownedBy("two", two));

    api.delete(CONFIG_MAPS + "/one");

    await()
        .until(
            () -> api.get(SECRETS + "/child").body().at("/metadata/ownerReferences").size() == 1);
    api.delete(CONFIG_MAPS + "/two");
    await().until(() -> gone(SECRETS + "/child"));
  }

  @Test
  void can_leave_what_it_owns_behind() {
    var owner = create(CONFIG_MAPS, "owner", "");
    create(SECRETS, "child", ownedBy("owner", owner));

    api.delete(CONFIG_MAPS + "/owner", "{propagationPolicy: Orphan}");

    await().until(() -> gone(CONFIG_MAPS + "/owner"));
    assertThat(api.get(SECRETS + "/child").body().at("/metadata").has("ownerReferences")).isFalse();
  }

  @Test
  void can_wait_for_what_it_owns_to_go_first() {
    var owner = create(CONFIG_MAPS, "owner", "");
    api.post(
        SECRETS,
        "{metadata: {name: child, finalizers: [example.com/x], ownerReferences: [%s]}}"
            .formatted(ownedBy("owner", owner)));

    api.delete(CONFIG_MAPS + "/owner", "{propagationPolicy: Foreground}");

    await()
        .until(() -> api.get(SECRETS + "/child").body().at("/metadata").has("deletionTimestamp"));
    assertThat(api.get(CONFIG_MAPS + "/owner").body().at("/metadata/finalizers/0").asText())
        .isEqualTo("foregroundDeletion");
    api.merge(SECRETS + "/child", "{metadata: {finalizers: null}}");
    await().until(() -> gone(CONFIG_MAPS + "/owner"));
  }

  @Test
  void that_was_already_gone_takes_late_dependents_with_it() {
    create(SECRETS, "late", ownedBy("owner", "00000000-0000-0000-0000-000000000000"));

    await().until(() -> gone(SECRETS + "/late"));
  }

  @Test
  void takes_a_whole_namespace_with_it_when_it_is_one() {
    api.post("/api/v1/namespaces", "{metadata: {name: team}}");
    var inside = "/api/v1/namespaces/team/configmaps";
    api.post(inside, "{metadata: {name: a}}");
    api.post(inside, "{metadata: {name: b, finalizers: [example.com/x]}}");

    var deleted = api.delete("/api/v1/namespaces/team");
    assertThat(deleted.body().at("/status/phase").asText()).isEqualTo("Terminating");
    await().until(() -> gone(inside + "/a"));
    var refused = api.post(inside, "{metadata: {name: c}}");
    assertThat(refused.code()).isEqualTo(403);
    assertThat(refused.message()).contains("because it is being terminated");

    api.merge(inside + "/b", "{metadata: {finalizers: null}}");
    await().atMost(Duration.ofSeconds(5)).until(() -> gone("/api/v1/namespaces/team"));
    assertThat(api.post(inside, "{metadata: {name: c}}").message())
        .isEqualTo("namespaces \"team\" not found");
  }

  @Test
  void cannot_be_the_default_namespace() {
    assertThat(api.delete("/api/v1/namespaces/default").code()).isEqualTo(403);
  }

  private String create(String path, String name, String owners) {
    var created =
        api.post(path, "{metadata: {name: %s, ownerReferences: [%s]}}".formatted(name, owners));
    assertThat(created.code()).isEqualTo(201);
    return created.body().at("/metadata/uid").asText();
  }

  private static String ownedBy(String name, String uid) {
    return "{apiVersion: v1, kind: Any, name: %s, uid: %s, blockOwnerDeletion: true}"
        .formatted(name, uid);
  }

  private boolean gone(String path) {
    return api.get(path).code() == 404;
  }
}
