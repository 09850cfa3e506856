package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Routes.Upgrade;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.streams.ExecConversation;
import dev.trainyard.yard.streams.ExecSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Commands in containers, and what containers print while somebody looks on, for clients that
/// speak over web sockets.
final class ExecApi {

  private static final String DEFAULT_CONTAINER = "kubectl.kubernetes.io/default-container";
  private static final Set<String> OVER = Set.of("Succeeded", "Failed");

  private final Ledger ledger;
  private final Kinds kinds;
  private final Supplier<ExecSource> source;
  private final Supplier<LogSource> logs;

  ExecApi(Ledger ledger, Kinds kinds, Supplier<ExecSource> source, Supplier<LogSource> logs) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.source = source;
    this.logs = logs;
  }

  Upgrade exec(Call call) {
    var query = call.query();
    var command = query.all("command");
    if (command.isEmpty()) {
      throw new ApiException(Status.badRequest("you must specify at least 1 command"));
    }
    var pod = running(call, "exec into");
    return ExecConversation.upgrade(source.get(), request(call, pod, command));
  }

  /// Nobody can type into a container of a yard, whose input is always empty.
  Upgrade attach(Call call) {
    if (call.query().flag("stdin")) {
      throw new ApiException(
          Status.badRequest(
              "attach shows what a container prints and carries no input in a yard; use exec -i"));
    }
    var pod = running(call, "attach to");
    return ExecConversation.upgrade(
        new AttachedOutput(logs.get(), pod.uid()), request(call, pod, List.of()));
  }

  private ApiObject running(Call call, String what) {
    var target = target(call);
    var pod = new ApiObject(ledger.find(target.key()).orElseThrow(target::notFound));
    var query = call.query();
    if (!query.flag("stdin") && !query.flag("stdout") && !query.flag("stderr")) {
      throw new ApiException(
          Status.badRequest("you must specify at least 1 of stdin, stdout, stderr"));
    }
    var phase = pod.json().at("/status/phase").asText("");
    if (OVER.contains(phase)) {
      throw new ApiException(
          Status.badRequest(
              "cannot %s a container in a completed pod; current phase is %s"
                  .formatted(what, phase)));
    }
    if (pod.json().at("/spec/nodeName").asText("").isEmpty()) {
      throw new ApiException(
          Status.badRequest("pod %s does not have a host assigned".formatted(pod.name())));
    }
    return pod;
  }

  private static ExecSource.Request request(Call call, ApiObject pod, List<String> command) {
    var query = call.query();
    return new ExecSource.Request(
        pod.namespace(),
        pod.name(),
        container(pod, query.text("container")),
        command,
        query.flag("stdin"),
        query.flag("stdout"),
        query.flag("stderr") && !query.flag("tty"),
        query.flag("tty"));
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
    throw new ApiException(
        Status.badRequest(
            "Upgrade request required: this API speaks over web sockets here, as kubectl does from"
                + " version 1.31"));
  }

  private Target target(Call call) {
    var kind = kinds.find("", "v1", "pods").orElseThrow();
    return new Target(kind, call.parameter("namespace"), call.parameter("name"));
  }
}
