package dev.trainyard.yard.node.probes;

import dev.trainyard.yard.node.Seconds;
import dev.trainyard.yard.node.probes.Check.Exec;
import dev.trainyard.yard.node.probes.Check.Header;
import dev.trainyard.yard.node.probes.Check.Http;
import dev.trainyard.yard.node.probes.Check.Pause;
import dev.trainyard.yard.node.probes.Check.Tcp;
import dev.trainyard.yard.node.probes.Check.Unanswerable;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.Probe;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/// Reads the questions of a container's spec.
public final class Checks {

  /// What a probe asks.
  ///
  /// @param podIp whom to ask where the spec names nobody else
  public static Check of(Probe probe, Container container, String podIp) {
    if (probe.getExec() != null) {
      return new Exec(probe.getExec().getCommand(), true);
    }
    if (probe.getHttpGet() != null) {
      return http(probe.getHttpGet(), container, podIp);
    }
    if (probe.getTcpSocket() != null) {
      var host = text(probe.getTcpSocket().getHost()).orElse(podIp);
      return withPort(probe.getTcpSocket().getPort(), container, port -> new Tcp(host, port, ""));
    }
    if (probe.getGrpc() != null) {
      var port = Optional.ofNullable(probe.getGrpc().getPort());
      return port.isPresent()
          ? new Tcp(podIp, port.get(), "gRPC health")
          : new Unanswerable("it names no port");
    }
    return new Unanswerable("it names none of exec, httpGet, tcpSocket and grpc");
  }

  public static Check of(LifecycleHandler hook, Container container, String podIp) {
    if (hook.getExec() != null) {
      return new Exec(hook.getExec().getCommand(), false);
    }
    if (hook.getHttpGet() != null) {
      return http(hook.getHttpGet(), container, podIp);
    }
    if (hook.getSleep() != null) {
      return new Pause(Seconds.of(Optional.ofNullable(hook.getSleep().getSeconds()).orElse(0L)));
    }
    return new Unanswerable("it names none of exec, httpGet and sleep");
  }

  private static Check http(HTTPGetAction get, Container container, String podIp) {
    var tls = "HTTPS".equalsIgnoreCase(get.getScheme());
    var path = text(get.getPath()).orElse("/");
    var headers =
        Optional.ofNullable(get.getHttpHeaders()).orElse(List.of()).stream()
            .map(
                header ->
                    new Header(header.getName(), Optional.ofNullable(header.getValue()).orElse("")))
            .toList();
    return withPort(
        get.getPort(),
        container,
        port ->
            new Http(
                tls,
                text(get.getHost()).orElse(podIp),
                port,
                path.startsWith("/") ? path : "/" + path,
                headers));
  }

  private static Check withPort(IntOrString wanted, Container container, IntFunction<Check> check) {
    if (wanted == null) {
      return new Unanswerable("it names no port");
    }
    var port = port(wanted, container);
    return port.isPresent()
        ? check.apply(port.getAsInt())
        : new Unanswerable(
            "port \"%s\" is neither a number nor the name of a port of container %s"
                .formatted(wanted.getStrVal(), container.getName()));
  }

  private static OptionalInt port(IntOrString wanted, Container container) {
    if (wanted.getIntVal() != null) {
      return OptionalInt.of(wanted.getIntVal());
    }
    var word = Optional.ofNullable(wanted.getStrVal()).orElse("");
    if (word.matches("\\d{1,5}")) {
      return OptionalInt.of(Integer.parseInt(word));
    }
    return container.getPorts().stream()
        .filter(port -> word.equals(port.getName()))
        .mapToInt(port -> port.getContainerPort())
        .findFirst();
  }

  private static Optional<String> text(String value) {
    return Optional.ofNullable(value).filter(word -> !word.isEmpty());
  }

  private Checks() {}
}
