package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.MetricsSource.PodUsage;
import dev.trainyard.yard.apiserver.MetricsSource.Reading;
import dev.trainyard.yard.apiserver.MetricsSource.Usage;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Routes;
import dev.trainyard.yard.store.Ledger;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// `metrics.k8s.io`: what nodes and pods use, as `kubectl top` and autoscalers ask for it. Nothing
/// of it is stored; it is read from the node at each request.
final class MetricsApi {

  static final String GROUP = "metrics.k8s.io";
  static final String VERSION = "v1beta1";

  private static final String API = "/apis/%s/%s".formatted(GROUP, VERSION);

  private final Ledger ledger;
  private final Kinds kinds;
  private final Supplier<MetricsSource> source;

  MetricsApi(Ledger ledger, Kinds kinds, Supplier<MetricsSource> source) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.source = source;
  }

  void serve(Routes table) {
    table
        .on("GET", API, this::resources)
        .on("GET", API + "/nodes", this::nodes)
        .on("GET", API + "/nodes/{name}", this::node)
        .on("GET", API + "/pods", call -> pods(call, Optional.empty()))
        .on(
            "GET",
            API + "/namespaces/{namespace}/pods",
            call -> pods(call, Optional.of(call.parameter("namespace"))))
        .on("GET", API + "/namespaces/{namespace}/pods/{name}", this::pod);
  }

  private void resources(Call call) throws IOException {
    var json =
        Json.object()
            .put("kind", "APIResourceList")
            .put("apiVersion", "v1")
            .put("groupVersion", GROUP + "/" + VERSION);
    var resources = json.putArray("resources");
    for (var resource : List.of("nodes", "pods")) {
      resources
          .addObject()
          .put("name", resource)
          .put("singularName", "")
          .put("namespaced", resource.equals("pods"))
          .put("kind", resource.equals("pods") ? "PodMetrics" : "NodeMetrics")
          .set("verbs", Json.array(List.of("get", "list")));
    }
    Replies.json(call, 200, json);
  }

  private void nodes(Call call) throws IOException {
    var selected = selected(call);
    var items =
        source.get().read().stream()
            .flatMap(reading -> node(reading).stream())
            .filter(selected)
            .toList();
    Replies.json(call, 200, list("NodeMetricsList", items));
  }

  private void node(Call call) throws IOException {
    var name = call.parameter("name");
    var found =
        source.get().read().filter(reading -> reading.node().equals(name)).flatMap(this::node);
    Replies.json(call, 200, found.orElseThrow(() -> notFound("nodes", name)));
  }

  private void pods(Call call, Optional<String> namespace) throws IOException {
    var selected = selected(call);
    var items = readings(namespace).filter(selected).toList();
    Replies.json(call, 200, list("PodMetricsList", items));
  }

  private void pod(Call call) throws IOException {
    var name = call.parameter("name");
    var found =
        readings(Optional.of(call.parameter("namespace")))
            .filter(json -> new ApiObject(json).name().equals(name))
            .findFirst();
    Replies.json(call, 200, found.orElseThrow(() -> notFound("pods", name)));
  }

  private Stream<ObjectNode> readings(Optional<String> namespace) {
    return source.get().read().stream()
        .flatMap(
            reading ->
                reading.pods().stream()
                    .filter(pod -> namespace.filter(it -> !it.equals(pod.namespace())).isEmpty())
                    .flatMap(pod -> pod(reading, pod).stream()));
  }

  /// Nothing for a node that is gone.
  private Optional<ObjectNode> node(Reading reading) {
    var key = kinds.find("", "v1", "nodes").orElseThrow().key("", reading.node());
    return ledger
        .find(key)
        .map(node -> head("NodeMetrics", new ApiObject(node), reading))
        .map(
            json -> {
              json.set("usage", usage(reading.machine()));
              return json;
            });
  }

  /// Nothing for a pod that is gone; its processes may be about to follow.
  private Optional<ObjectNode> pod(Reading reading, PodUsage pod) {
    var key = kinds.find("", "v1", "pods").orElseThrow().key(pod.namespace(), pod.pod());
    return ledger
        .find(key)
        .map(found -> head("PodMetrics", new ApiObject(found), reading))
        .map(
            json -> {
              var containers = json.putArray("containers");
              pod.containers()
                  .forEach(
                      container ->
                          containers
                              .addObject()
                              .put("name", container.container())
                              .set("usage", usage(container.usage())));
              return json;
            });
  }

  private static ObjectNode head(String kind, ApiObject object, Reading reading) {
    var json = Json.object().put("kind", kind).put("apiVersion", GROUP + "/" + VERSION);
    var metadata = json.putObject("metadata").put("name", object.name());
    if (!object.namespace().isEmpty()) {
      metadata.put("namespace", object.namespace());
    }
    metadata.put("creationTimestamp", Json.time(reading.at()));
    if (object.metadata().has("labels")) {
      metadata.set("labels", object.metadata().get("labels"));
    }
    json.put("timestamp", Json.time(reading.at()));
    return json.put("window", reading.window().toMillis() / 1000.0 + "s");
  }

  private static ObjectNode usage(Usage usage) {
    return Json.object()
        .put("cpu", usage.cpuNanos() + "n")
        .put("memory", usage.memoryBytes() / 1024 + "Ki");
  }

  private static ObjectNode list(String kind, List<ObjectNode> items) {
    var json = Json.object().put("kind", kind).put("apiVersion", GROUP + "/" + VERSION);
    json.putObject("metadata");
    json.putArray("items").addAll(items);
    return json;
  }

  private static ApiException notFound(String resource, String name) {
    return new ApiException(Status.notFound(GROUP, resource, name));
  }

  /// What the selectors of a request leave.
  private static Predicate<ObjectNode> selected(Call call) {
    var labels = LabelSelector.parse(call.query().text("labelSelector").orElse(""));
    return json -> labels.matches(new ApiObject(json).labels());
  }
}
