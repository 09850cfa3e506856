package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Routes.Upgrade;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.streams.ExecConversation;
import dev.trainyard.yard.streams.ExecSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Commands in containers, for clients that speak over web sockets.
final class ExecApi {

  private static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";
  private static final Set<String> OVER = Set.of("Succeeded", "Failed");

  private final Ledger ledger;
  private final Kinds kinds;
  private final Supplier<ExecSource> source;

  ExecApi(Ledger ledger, Kinds kinds, Supplier<ExecSource> source) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.source = source;
  }

  Upgrade exec(Call call) {
    var target = target(call);
    var pod = new ApiObject(ledger.find(target.key()).orElseThrow(target::notFound));
    var query = call.query();
    var command = query.all("command");
    if (command.isEmpty()) {
      throw new ApiException(Status.badRequest("you must specify at least 1 command"));
    }
    if (!query.flag("stdin") && !query.flag("stdout") && !query.flag("stderr")) {
      throw new ApiException(
          Status.badRequest("you must specify at least 1 of stdin, stdout, stderr"));
    }
    var phase = pod.json().at("/status/phase").asText("");
    if (OVER.contains(phase)) {
      throw new ApiException(
          Status.badRequest(
              "cannot exec into a container in a completed pod; current phase is " + phase));
    }
    if (pod.json().at("/spec/nodeName").asText("").isEmpty()) {
      throw new ApiException(
          Status.badRequest("pod %s does not have a host assigned".formatted(pod.name())));
    }
    return ExecConversation.upgrade(
        source.get(),
        new ExecSource.Request(
            target.namespace(),
            target.name(),
            container(pod, query.text("container")),
            command,
            query.flag("stdin"),
            query.flag("stdout"),
            query.flag("stderr") && !query.flag("tty"),
            query.flag("tty")));
  }

  private static String container(ApiObject pod, Optional<String> asked) {
    var names = PodApi.containers(pod);
    var wanted = asked.or(() -> Json.text(pod.metadata(), "annotations", DEFAULT_CONTAINER));
    if (wanted.isPresent() && !names.contains(wanted.get())) {
      throw new ApiException(
          Status.badRequest(
              "container %s is not valid for pod %s; choose one of: %s"
                  .formatted(wanted.get(), pod.name(), names)));
    }
    return wanted.orElse(names.getFirst());
  }

  /// Answers clients that speak the protocol from before web sockets, or none at all.
  void refuse(Call call) {
    var target = target(call);
    if (ledger.find(target.key()).isEmpty()) {
      throw target.notFound();
    }
    var part = call.path().substring(call.path().lastIndexOf('/') + 1);
    throw new ApiException(
        Status.badRequest(
            part.equals("exec")
                ? "Upgrade request required: this API runs commands over web sockets"
                    + " (v5.channel.k8s.io, v4.channel.k8s.io), as kubectl does from version 1.31"
                : part + " is not available in a yard; use exec, or the pod's own address"));
  }

  private Target target(Call call) {
    var kind = kinds.find("", "v1", "pods").orElseThrow();
    return new Target(kind, call.parameter("namespace"), call.parameter("name"));
  }
}
