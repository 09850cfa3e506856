package dev.trainyard.yard.node.kubelet;

import dev.trainyard.yard.apiserver.AttachedOutput;
import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.RefusedException;
import dev.trainyard.yard.http.Routes;
import dev.trainyard.yard.http.ServingCertificate;
import dev.trainyard.yard.http.WebServer;
import dev.trainyard.yard.streams.ExecConversation;
import dev.trainyard.yard.streams.ExecSource;
import dev.trainyard.yard.streams.PortForward;
import dev.trainyard.yard.streams.Whereabouts;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The HTTPS endpoint of a node, as far as an API server uses a kubelet's: what containers printed
/// and print, commands in containers, and connections to ports of pods. The last three need web
/// sockets, which API servers from 1.36 on pass through to nodes that declare them.
public final class KubeletEndpoint implements AutoCloseable {

  /// What a node declares so that web sockets reach it.
  public static final String WEB_SOCKETS = "ExtendWebSocketsToKubelet";

  private static final String EXEC = "/exec/{namespace}/{pod}/{container}";
  private static final String ATTACH = "/attach/{namespace}/{pod}/{container}";
  private static final String PORT_FORWARD = "/portForward/{namespace}/{pod}";

  /// How and for whom to listen.
  ///
  /// @param port 0 is any free one
  /// @param authority a file with the certificates that sign the callers'
  /// @param callers the common names that may call
  public record Settings(
      String node, InetAddress address, int port, Path authority, Set<String> callers) {}

  private final LogSource logs;
  private final ExecSource commands;
  private final Whereabouts whereabouts;
  private final Supplier<List<Pod>> pods;
  private final InstantSource clock;
  private final KubernetesSerialization json = new KubernetesSerialization();
  private final WebServer server;

  public static KubeletEndpoint start(
      Settings settings,
      LogSource logs,
      ExecSource commands,
      Whereabouts whereabouts,
      Supplier<List<Pod>> pods,
      InstantSource clock)
      throws IOException {
    return new KubeletEndpoint(settings, logs, commands, whereabouts, pods, clock);
  }

  private KubeletEndpoint(
      Settings settings,
      LogSource logs,
      ExecSource commands,
      Whereabouts whereabouts,
      Supplier<List<Pod>> pods,
      InstantSource clock)
      throws IOException {
    this.logs = logs;
    this.commands = commands;
    this.whereabouts = whereabouts;
    this.pods = pods;
    this.clock = clock;
    var certificate =
        ServingCertificate.make(
            "trainyard-node", List.of(settings.node), List.of(settings.address), clock.instant());
    this.server =
        WebServer.start(
            new WebServer.Settings(
                settings.address,
                settings.port,
                new WebServer.Encryption.Always(
                    certificate.context(Authorities.in(settings.authority))),
                WebServer.Limits.defaults()),
            routes(),
            new CallersDoor(settings.callers));
  }

  private Routes routes() {
    return new Routes()
        .on("GET", "/healthz", call -> call.replyText(200, "ok"))
        .on("GET", "/pods", this::pods)
        .on("GET", "/containerLogs/{namespace}/{pod}/{container}", this::log)
        .upgrade(EXEC, this::exec)
        .upgrade(ATTACH, this::attach)
        .upgrade(PORT_FORWARD, this::portForward)
        .on("GET", EXEC, KubeletEndpoint::refuse)
        .on("POST", EXEC, KubeletEndpoint::refuse)
        .on("GET", ATTACH, KubeletEndpoint::refuse)
        .on("POST", ATTACH, KubeletEndpoint::refuse)
        .on("GET", PORT_FORWARD, KubeletEndpoint::refuse)
        .on("POST", PORT_FORWARD, KubeletEndpoint::refuse);
  }

  public int port() {
    return server.port();
  }

  private void pods(Call call) throws IOException {
    var list = new PodListBuilder().withItems(pods.get()).build();
    call.reply(200, "application/json", json.asJson(list).getBytes(StandardCharsets.UTF_8));
  }

  private void log(Call call) throws IOException {
    var pod = pod(call);
    var query = call.query();
    var request =
        new LogSource.Request(
            call.parameter("namespace"),
            call.parameter("pod"),
            pod.getMetadata().getUid(),
            container(pod, call),
            query.flag("follow"),
            query.flag("previous"),
            query.flag("timestamps"),
            query.number("tailLines"),
            query.number("limitBytes"),
            since(call));
    try (var out = new LateAnswer(call)) {
      if (!logs.write(request, out)) {
        throw new RefusedException(
            400, // As a kubelet; of a 404 an API server keeps the words to itself.
            request.previous()
                ? "container \"%s\" of pod \"%s\" has no earlier run"
                    .formatted(request.container(), request.pod())
                : "container \"%s\" of pod \"%s\" has not started yet"
                    .formatted(request.container(), request.pod()));
      }
      out.begin();
    }
  }

  private Optional<Instant> since(Call call) {
    var seconds = call.query().number("sinceSeconds");
    if (seconds.isPresent()) {
      return Optional.of(clock.instant().minusSeconds(seconds.getAsLong()));
    }
    try {
      return call.query().text("sinceTime").map(Instant::parse);
    } catch (DateTimeException _) {
      throw new RefusedException(400, "sinceTime is not a time such as 2026-01-31T12:00:00Z");
    }
  }

  private Routes.Upgrade exec(Call call) {
    var command = call.query().all("command");
    if (command.isEmpty()) {
      throw new RefusedException(400, "a command is needed");
    }
    return ExecConversation.upgrade(commands, request(call, pod(call), command));
  }

  private Routes.Upgrade attach(Call call) {
    if (call.query().flag("input")) {
      throw new RefusedException(
          400, "attach shows what a container prints and carries no input here; use exec -i");
    }
    var pod = pod(call);
    return ExecConversation.upgrade(
        new AttachedOutput(logs, pod.getMetadata().getUid()), request(call, pod, List.of()));
  }

  private static ExecSource.Request request(Call call, Pod pod, List<String> command) {
    var query = call.query();
    var tty = query.flag("tty");
    return new ExecSource.Request(
        call.parameter("namespace"),
        call.parameter("pod"),
        container(pod, call),
        command,
        query.flag("input"),
        query.flag("output"),
        query.flag("error") && !tty,
        tty);
  }

  private Routes.Upgrade portForward(Call call) {
    pod(call);
    return PortForward.upgrade(
        new PortForward.Pod(whereabouts, call.parameter("namespace"), call.parameter("pod")),
        call.query().all("port"));
  }

  private static void refuse(Call call) {
    throw new RefusedException(
        400,
        "This node speaks over web sockets only: use kubectl 1.31 or newer and an API server"
            + " from 1.36 on.");
  }

  private Pod pod(Call call) {
    return pods.get().stream()
        .filter(pod -> pod.getMetadata().getNamespace().equals(call.parameter("namespace")))
        .filter(pod -> pod.getMetadata().getName().equals(call.parameter("pod")))
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedException(
                    404, "pod \"%s\" does not run on this node".formatted(call.parameter("pod"))));
  }

  private static String container(Pod pod, Call call) {
    return Stream.concat(
            pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream())
        .map(Container::getName)
        .filter(call.parameter("container")::equals)
        .findFirst()
        .orElseThrow(
            () ->
                new RefusedException(
                    404,
                    "pod \"%s\" has no container \"%s\""
                        .formatted(call.parameter("pod"), call.parameter("container"))));
  }

  @Override
  public void close() {
    server.close();
  }
}
