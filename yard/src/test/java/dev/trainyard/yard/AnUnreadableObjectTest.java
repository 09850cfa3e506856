package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// An object that its type cannot hold, stored behind the API's back.
class AnUnreadableObjectTest {

  private static final String NAMESPACE = "default";

  @TempDir Path home;
  private Yard yard;
  private KubernetesClient client;

  @BeforeEach
  void open() {
    yard = Yard.open(home, Yard.Options.defaults());
    client = yard.client();
  }

  @AfterEach
  void close() {
    client.close();
    yard.close();
  }

  record Kind(
      Class<? extends HasMetadata> type,
      String resource,
      String namespace,
      String object,
      String problem) {
    @Override
    public String toString() {
      return type.getSimpleName() + " " + problem;
    }
  }

  static List<Kind> kinds() {
    return List.of(
        new Kind(
            Pod.class,
            "pods",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "Pod",
             "spec": {"containers": [{"name": "main", "image": "x", "command": "sleep 10"}]}}
            """,
            "spec.containers[0].command must be a list."),
        new Kind(
            Pod.class,
            "pods",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "Pod", "spec": "x"}
            """,
            "spec must be an object."),
        new Kind(
            Pod.class,
            "pods",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": 5, "annotations": [1]},
             "spec": {"containers": []}}
            """,
            "metadata.labels must be an object."),
        new Kind(
            Pod.class,
            "pods",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "Pod"}
            """,
            "spec is required."),
        new Kind(
            Pod.class,
            "pods",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"image": "x"}]}}
            """,
            "spec.containers[0].name is required."),
        new Kind(
            Service.class,
            "services",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "Service", "spec": {"ports": [{"port": 80}, {}]}}
            """,
            "spec.ports[1].port is required."),
        new Kind(
            Service.class,
            "services",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "Service", "spec": {"selector": ["app"]}}
            """,
            "spec.selector must be an object."),
        new Kind(
            Node.class,
            "nodes",
            "",
            """
            {"apiVersion": "v1", "kind": "Node", "status": {"capacity": "much"}}
            """,
            "status.capacity must be an object."),
        new Kind(
            ConfigMap.class,
            "configmaps",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "ConfigMap", "data": 5}
            """,
            "data must be an object."),
        new Kind(
            Secret.class,
            "secrets",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "Secret", "data": ["hunter2"]}
            """,
            "data must be an object."),
        new Kind(
            PersistentVolumeClaim.class,
            "persistentvolumeclaims",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "spec": "x"}
            """,
            "spec must be an object."),
        new Kind(
            Event.class,
            "events",
            NAMESPACE,
            """
            {"apiVersion": "v1", "kind": "Event", "involvedObject": "x", "reason": []}
            """,
            "involvedObject must be an object."));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void is_one_marked_object_of_a_list(Kind kind) {
    put(kind, "bad");

    var listed = client.resources(kind.type()).inAnyNamespace().list().getItems();

    assertThat(listed)
        .filteredOn(object -> object.getMetadata().getName().equals("bad"))
        .singleElement()
        .satisfies(object -> assertThat(Unreadable.why(object)).contains(kind.problem()));
    assertThat(listed)
        .filteredOn(object -> !object.getMetadata().getName().equals("bad"))
        .allSatisfy(object -> assertThat(Unreadable.why(object)).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void ends_no_watch_and_is_gone_when_it_is_deleted(Kind kind) {
    follow(kind, kind.type());
  }

  private <T extends HasMetadata> void follow(Kind kind, Class<T> type) {
    var seen = new Seen<T>();
    try (var informer = client.resources(type).inAnyNamespace().inform(seen)) {
      put(kind, "bad");
      await().until(() -> seen.events.contains("added bad"));
      put(kind, "bad");
      put(kind, "worse");
      await().until(() -> seen.events.contains("added worse"));

      delete(kind, "bad");
      delete(kind, "worse");

      await().until(() -> seen.events.containsAll(List.of("deleted bad", "deleted worse")));
      assertThat(informer.isWatching()).isTrue();
      assertThat(informer.getStore().list())
          .extracting(Unreadable::why)
          .allMatch(it -> it.isEmpty());
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void is_one_row_of_a_table(Kind kind) throws IOException, InterruptedException {
    put(kind, "bad");

    var path = kind.namespace().isEmpty() ? "" : "namespaces/%s/".formatted(kind.namespace());
    var request =
        HttpRequest.newBuilder(
                URI.create(client.getMasterUrl() + "api/v1/%s%s".formatted(path, kind.resource())))
            .header("Authorization", "Bearer " + client.getConfiguration().getOauthToken())
            .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
            .build();

    try (var http = HttpClient.newHttpClient()) {
      var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).contains("\"cells\":[", "\"bad\"");
    }
  }

  @Test
  void is_read_like_any_other_by_whoever_watches_without_a_type() {
    var seen = new Seen<GenericKubernetesResource>();
    try (var informer =
        client.genericKubernetesResources("v1", "ConfigMap").inNamespace(NAMESPACE).inform(seen)) {
      BehindTheApi.put(
          yard,
          "configmaps",
          NAMESPACE,
          "bad",
          """
          {"apiVersion": "v1", "kind": "ConfigMap", "data": 5}
          """);
      await().until(() -> seen.events.contains("added bad"));

      assertThat(informer.getStore().list())
          .filteredOn(object -> object.getMetadata().getName().equals("bad"))
          .singleElement()
          .satisfies(
              object -> {
                assertThat(object.<Object>get("data")).isEqualTo(5);
                assertThat(Unreadable.why(object)).isEmpty();
              });
    }
  }

  @Test
  void is_refused_to_whoever_asks_for_it_alone() {
    put(kinds().getFirst(), "bad");

    assertThatThrownBy(() -> client.pods().inNamespace(NAMESPACE).withName("bad").get())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessage("Pod default/bad cannot be read: spec.containers[0].command must be a list.");
  }

  @Test
  void is_never_written_over_what_is_there() {
    BehindTheApi.put(
        yard,
        "configmaps",
        NAMESPACE,
        "bad",
        """
        {"apiVersion": "v1", "kind": "ConfigMap", "data": {"key": ["value"]}}
        """);
    var read =
        client.configMaps().inNamespace(NAMESPACE).list().getItems().stream()
            .filter(map -> map.getMetadata().getName().equals("bad"))
            .findFirst()
            .orElseThrow();

    assertThatThrownBy(
            () -> client.resource(new ConfigMapBuilder(read).addToData("a", "b").build()).update())
        .hasMessage(
            "ConfigMap bad could not be read, so it is not written: data.key must be a string.");
  }

  private void put(Kind kind, String name) {
    BehindTheApi.put(yard, kind.resource(), kind.namespace(), name, kind.object());
  }

  private void delete(Kind kind, String name) {
    var all = client.resources(kind.type());
    var _ =
        kind.namespace().isEmpty()
            ? all.withName(name).delete()
            : all.inNamespace(kind.namespace()).withName(name).delete();
  }

  private static final class Seen<T extends HasMetadata> implements ResourceEventHandler<T> {
    private final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void onAdd(T object) {
      events.add("added " + object.getMetadata().getName());
    }

    @Override
    public void onUpdate(T before, T after) {
      events.add("updated " + after.getMetadata().getName());
    }

    @Override
    public void onDelete(T object, boolean unknown) {
      events.add("deleted " + object.getMetadata().getName());
    }
  }
}
