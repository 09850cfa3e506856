package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.streams.Whereabouts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The `proxy` of pods and Services: whoever may use the API reaches what they serve by HTTP.
final class ProxyApi {

  /// All but the path that is asked of the other side.
  private static final Pattern PATH =
      Pattern.compile("(/api/v1/namespaces/[^/]+/(?:pods|services)/[^/]+/proxy)(/.*)?");

  /// `name`, `name:port` or `scheme:name:port`.
  private static final Pattern NAME =
      Pattern.compile("(?:(?<scheme>[^:]*):(?=[^:]*:))?(?<name>[^:]+)(?::(?<port>[^:]*))?");

  private final Ledger ledger;
  private final Kinds kinds;
  private final Supplier<Whereabouts> whereabouts;
  private final Relay relay = new Relay();

  ProxyApi(Ledger ledger, Kinds kinds, Supplier<Whereabouts> whereabouts) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.whereabouts = whereabouts;
  }

  /// What a path names behind `pods/` or `services/`.
  private record Asked(String name, String port) {}

  void pod(Call call) throws IOException, InterruptedException {
    var asked = asked(call);
    var target = target(call, "pods", asked.name());
    var pod = new ApiObject(ledger.find(target.key()).orElseThrow(target::notFound));
    var port = asked.port().isEmpty() ? firstPort(pod) : number(asked.port());
    relay(
        call,
        pod,
        port.orElseThrow(
            () ->
                new ApiException(
                    Status.badRequest(
                        "pod \"%s\" names no port; write %s:PORT"
                            .formatted(pod.name(), pod.name())))));
  }

  void service(Call call) throws IOException, InterruptedException {
    var asked = asked(call);
    var target = target(call, "services", asked.name());
    var service = new ApiObject(ledger.find(target.key()).orElseThrow(target::notFound));
    var port =
        port(service, asked.port())
            .orElseThrow(
                () ->
                    unavailable(
                        "no service port \"%s\" found for service \"%s\""
                            .formatted(asked.port(), service.name())));
    var pod =
        behind(service, target.namespace())
            .orElseThrow(
                () ->
                    unavailable(
                        "no endpoints available for service \"%s\"".formatted(service.name())));
    relay(
        call,
        pod,
        targetPort(port, pod)
            .orElseThrow(
                () ->
                    unavailable(
                        "pod \"%s\" has no port \"%s\""
                            .formatted(pod.name(), port.path("targetPort").asText()))));
  }

  private void relay(Call call, ApiObject pod, int port) throws IOException, InterruptedException {
    var path = PATH.matcher(call.path());
    if (!path.matches()) {
      throw Replies.noSuchPath();
    }
    if (path.group(2) == null) {
      // What a page refers to is relative to it.
      call.addHeader(
          "Location", call.path() + "/" + call.rawQuery().map(query -> "?" + query).orElse(""));
      call.replyNothing(301);
      return;
    }
    relay.carry(call, address(pod, port), path.group(1), path.group(2));
  }

  private InetSocketAddress address(ApiObject pod, int port) throws IOException {
    var found = whereabouts.get().locate(pod.namespace(), pod.name(), port);
    if (found.isPresent()) {
      return found.get();
    }
    var ip = pod.json().at("/status/podIP").asText("");
    if (ip.isEmpty()) {
      throw unavailable("pod \"%s\" has no address yet".formatted(pod.name()));
    }
    return new InetSocketAddress(ip, port);
  }

  private static OptionalInt firstPort(ApiObject pod) {
    for (var container : pod.json().at("/spec/containers")) {
      var port = container.at("/ports/0/containerPort");
      if (port.isInt()) {
        return OptionalInt.of(port.asInt());
      }
    }
    return OptionalInt.empty();
  }

  /// By name or by number; without either the only one there is.
  private static Optional<JsonNode> port(ApiObject service, String wanted) {
    var ports = service.json().at("/spec/ports");
    if (wanted.isEmpty() && ports.size() == 1) {
      return Optional.of(ports.get(0));
    }
    for (var port : ports) {
      if (port.path("name").asText("").equals(wanted)
          || port.path("port").asText().equals(wanted)) {
        return Optional.of(port);
      }
    }
    return Optional.empty();
  }

  private static OptionalInt targetPort(JsonNode port, ApiObject pod) {
    var wanted = port.has("targetPort") ? port.get("targetPort") : port.path("port");
    if (wanted.isInt() || wanted.asText().matches("\\d{1,5}")) {
      return number(wanted.asText());
    }
    for (var container : pod.json().at("/spec/containers")) {
      for (var known : container.path("ports")) {
        if (known.path("name").asText("").equals(wanted.asText())) {
          return OptionalInt.of(known.path("containerPort").asInt());
        }
      }
    }
    return OptionalInt.empty();
  }

  private static OptionalInt number(String text) {
    var port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    if (port < 1 || port > Findings.MAX_PORT) {
      throw new ApiException(Status.badRequest("\"%s\" is not a port".formatted(text)));
    }
    return OptionalInt.of(port);
  }

  /// The first of those that are ready, if any is.
  private Optional<ApiObject> behind(ApiObject service, String namespace) {
    var selector = service.json().at("/spec/selector");
    if (selector.isEmpty()) {
      return Optional.empty();
    }
    var all = new ArrayList<ApiObject>();
    var pods = kinds.find("", "v1", "pods").orElseThrow().key(namespace, "").resource();
    for (var json : ledger.list(pods, Optional.of(namespace)).objects()) {
      var pod = new ApiObject(json);
      if (!pod.deleting() && ready(pod) && selected(selector, pod)) {
        all.add(pod);
      }
    }
    return all.stream().min(Comparator.comparing(ApiObject::name));
  }

  private static boolean ready(ApiObject pod) {
    for (var condition : pod.json().at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static boolean selected(JsonNode selector, ApiObject pod) {
    var labels = pod.metadata().path("labels");
    return selector.properties().stream()
        .allMatch(label -> label.getValue().equals(labels.path(label.getKey())));
  }

  private static Asked asked(Call call) {
    var name = NAME.matcher(call.parameter("name"));
    if (!name.matches()) {
      throw new ApiException(
          Status.badRequest(
              "invalid service or pod request \"%s\"".formatted(call.parameter("name"))));
    }
    var scheme = Optional.ofNullable(name.group("scheme")).orElse("");
    if (!scheme.isEmpty() && !scheme.equals("http")) {
      throw new ApiException(
          Status.badRequest("\"%s\" is not relayed in a yard, only http is".formatted(scheme)));
    }
    return new Asked(name.group("name"), Optional.ofNullable(name.group("port")).orElse(""));
  }

  private Target target(Call call, String resource, String name) {
    var kind = kinds.find("", "v1", resource).orElseThrow();
    return new Target(kind, call.parameter("namespace"), name);
  }

  static ApiException unavailable(String why) {
    return new ApiException(Status.plain(503, "ServiceUnavailable", why));
  }
}
