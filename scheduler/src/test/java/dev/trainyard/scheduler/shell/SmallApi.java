package dev.trainyard.scheduler.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Pods and nodes behind the few requests a scheduler makes: list, watch, bind, patch the status.
final class SmallApi implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private record Watcher(String kind, BlockingQueue<ObjectNode> events) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, ObjectNode> objects = new LinkedHashMap<>();
  private final List<Watcher> watchers = new ArrayList<>();
  private final List<String> writes = new CopyOnWriteArrayList<>();
  private final AtomicInteger bindingsToRefuse = new AtomicInteger();
  private int version;

  static SmallApi start() throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var api = new SmallApi(HttpServer.create(address, 0));
    api.server.createContext("/", api::handle);
    api.server.setExecutor(api.threads);
    api.server.start();
    return api;
  }

  KubernetesClient client() {
    var config =
        new ConfigBuilder()
            .withAutoConfigure(false)
            .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
            .withOnlyHttpWatches(true)
            .withRequestRetryBackoffLimit(0)
            .build();
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  /// Every write so far, as `METHOD path`.
  List<String> writes() {
    return List.copyOf(writes);
  }

  void refuseBindings(int count) {
    bindingsToRefuse.set(count);
  }

  void put(String kind, String yaml) throws IOException {
    put(kind, (ObjectNode) new YAMLMapper().readTree(yaml), "ADDED");
  }

  synchronized void delete(String path) {
    var gone = objects.remove(path);
    if (gone == null) {
      throw new AssertionError("there is no %s to delete".formatted(path));
    }
    tellWatchers(path.contains("/pods/") ? "pods" : "nodes", "DELETED", gone);
  }

  synchronized JsonNode pod(String name) {
    var pod = objects.get(path("pods", name));
    return pod == null ? JSON.missingNode() : pod.deepCopy();
  }

  private synchronized void put(String kind, ObjectNode object, String event) {
    var meta = object.withObject("/metadata");
    meta.put("resourceVersion", String.valueOf(++version));
    objects.put(path(kind, meta.get("name").asText()), object);
    tellWatchers(kind, event, object);
  }

  private void tellWatchers(String kind, String type, ObjectNode object) {
    for (var watcher : watchers) {
      if (watcher.kind.equals(kind)) {
        watcher.events.add(event(type, object));
      }
    }
  }

  private static ObjectNode event(String type, ObjectNode object) {
    return JSON.createObjectNode().put("type", type).set("object", object.deepCopy());
  }

  private static String path(String kind, String name) {
    return (kind.equals("pods") ? "/api/v1/namespaces/team/pods/" : "/api/v1/nodes/") + name;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      var query = String.valueOf(exchange.getRequestURI().getQuery());
      var kind = path.startsWith("/api/v1/pods") ? "pods" : "nodes";
      switch (exchange.getRequestMethod()) {
        case "GET" -> {
          if (query.contains("watch=true")) {
            stream(exchange, kind);
          } else {
            answer(exchange, 200, list(kind));
          }
        }
        case "POST" -> bind(exchange, path);
        case "PATCH" -> patchStatus(exchange, path);
        default -> answer(exchange, 405, null);
      }
    }
  }

  private synchronized ObjectNode list(String kind) {
    var list = JSON.createObjectNode();
    list.put("apiVersion", "v1").put("kind", kind.equals("pods") ? "PodList" : "NodeList");
    list.withObject("/metadata").put("resourceVersion", String.valueOf(version));
    var items = list.putArray("items");
    objects.forEach(
        (path, object) -> {
          if (path.startsWith(path(kind, ""))) {
            items.add(object.deepCopy());
          }
        });
    return list;
  }

  /// What changed between the list and the watch is sent again from the start, which is harmless.
  private void stream(HttpExchange exchange, String kind) throws IOException {
    var watcher = new Watcher(kind, new LinkedBlockingQueue<>());
    synchronized (this) {
      for (var item : list(kind).get("items")) {
        watcher.events.add(event("MODIFIED", (ObjectNode) item));
      }
      watchers.add(watcher);
    }
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (var out = exchange.getResponseBody()) {
      while (true) {
        out.write((watcher.events.take() + "\n").getBytes(UTF_8));
        out.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void bind(HttpExchange exchange, String path) throws IOException {
    writes.add("POST " + path);
    var body = JSON.readTree(exchange.getRequestBody());
    if (bindingsToRefuse.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      answer(exchange, 500, null);
      return;
    }
    var pod = (ObjectNode) pod(body.at("/metadata/name").asText());
    if (!path.equals(path("pods", pod.at("/metadata/name").asText()) + "/binding")
        || !pod.at("/metadata/uid").equals(body.at("/metadata/uid"))
        || pod.at("/spec").has("nodeName")) {
      answer(exchange, 409, null);
      return;
    }
    pod.withObject("/spec").put("nodeName", body.at("/target/name").asText());
    put("pods", pod, "MODIFIED");
    answer(exchange, 201, JSON.createObjectNode().put("kind", "Status"));
  }

  private void patchStatus(HttpExchange exchange, String path) throws IOException {
    writes.add("PATCH " + path);
    var pod = (ObjectNode) pod(path.replaceAll(".*/pods/(.*)/status", "$1"));
    var patch = JSON.readTree(exchange.getRequestBody());
    if (!patch.at("/metadata/resourceVersion").equals(pod.at("/metadata/resourceVersion"))) {
      answer(exchange, 409, null);
      return;
    }
    pod.withObject("/status").setAll((ObjectNode) patch.get("status"));
    put("pods", pod, "MODIFIED");
    answer(exchange, 200, pod);
  }

  private static void answer(HttpExchange exchange, int code, @Nullable ObjectNode body)
      throws IOException {
    var bytes = body == null ? new byte[0] : JSON.writeValueAsBytes(body);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private SmallApi(HttpServer server) {
    this.server = server;
  }
}
