package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Query;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.Transaction;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// What only pods have: being bound to a node, and logs.
final class PodApi {

  private final Ledger ledger;
  private final Kinds kinds;
  private final WriteApi writes;
  private final InstantSource clock;
  private final Supplier<LogSource> logs;

  PodApi(
      Ledger ledger, Kinds kinds, WriteApi writes, InstantSource clock, Supplier<LogSource> logs) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.writes = writes;
    this.clock = clock;
    this.logs = logs;
  }

  void bind(Call call) throws IOException {
    var binding = Bodies.json(call);
    // Older clients post to the collection of bindings, where only the body names the pod.
    var name = binding.at("/metadata/name").asText("");
    var pod = call.parameter("name").isEmpty() ? pod(call).named(name) : pod(call);
    writes.commit(call, "create", "/binding", pod, tx -> bind(tx, pod, binding));
    Replies.json(call, 201, Status.success(201));
  }

  private ObjectNode bind(Transaction transaction, Target target, JsonNode binding) {
    var node = binding.at("/target/name").asText("");
    if (node.isEmpty()) {
      throw new ApiException(
          Status.invalid(
              "Binding",
              "",
              "Binding",
              target.name(),
              List.of(Violation.required("target.name", ""))));
    }
    var existing = new ApiObject(transaction.find(target.key()).orElseThrow(target::notFound));
    requireFree(target, existing, binding);
    var pod = existing.copy();
    pod.json().withObjectProperty("spec").put("nodeName", node);
    var annotations = binding.at("/metadata/annotations");
    if (annotations instanceof ObjectNode given && !given.isEmpty()) {
      pod.ownMetadata().withObjectProperty("annotations").setAll(given);
    }
    setScheduled(pod.json().withObjectProperty("status"));
    return transaction.put(target.key(), pod.json());
  }

  private static void requireFree(Target target, ApiObject pod, JsonNode binding) {
    var uid = binding.at("/metadata/uid").asText("");
    if (!uid.isEmpty() && !uid.equals(pod.uid())) {
      throw conflict(
          target,
          "Precondition failed: UID in precondition: %s, UID in object meta: %s"
              .formatted(uid, pod.uid()));
    }
    if (pod.deleting()) {
      throw conflict(
          target, "pod %s is being deleted, cannot be assigned to a host".formatted(pod.name()));
    }
    var node = pod.json().at("/spec/nodeName").asText("");
    if (!node.isEmpty()) {
      throw conflict(
          target, "pod %s is already assigned to node \"%s\"".formatted(pod.name(), node));
    }
  }

  private static ApiException conflict(Target target, String why) {
    return new ApiException(Status.conflict(target.kind(), target.name(), why));
  }

  private void setScheduled(ObjectNode status) {
    var conditions = status.withArrayProperty("conditions");
    for (int i = conditions.size() - 1; i >= 0; i--) {
      if (conditions.get(i).path("type").asText().equals("PodScheduled")) {
        conditions.remove(i);
      }
    }
    conditions
        .addObject()
        .put("type", "PodScheduled")
        .put("status", "True")
        .putNull("lastProbeTime")
        .put("lastTransitionTime", Json.time(clock.instant()));
  }

  void log(Call call) throws IOException {
    var target = pod(call);
    var pod = new ApiObject(ledger.find(target.key()).orElseThrow(target::notFound));
    var query = call.query();
    var request =
        new LogSource.Request(
            target.namespace(),
            target.name(),
            pod.uid(),
            container(pod, query.text("container")),
            query.flag("follow"),
            query.flag("previous"),
            query.flag("timestamps"),
            query.number("tailLines"),
            query.number("limitBytes"),
            since(query));
    try (var out = new LateStream(call)) {
      if (!logs.get().write(request, out) && !out.started()) {
        throw new ApiException(noLog(request, pod));
      }
      out.start();
    }
  }

  private static Status noLog(LogSource.Request request, ApiObject pod) {
    var what = request.previous() ? "previous terminated container" : "container";
    var why =
        pod.json().at("/spec/nodeName").asText("").isEmpty()
            ? "the pod is not assigned to a node yet"
            : "it has not started";
    return Status.badRequest(
        "%s \"%s\" in pod \"%s\" has no log: %s"
            .formatted(what, request.container(), request.pod(), why));
  }

  private static String container(ApiObject pod, Optional<String> asked) {
    var names = containers(pod);
    if (asked.isPresent() && !names.contains(asked.get())) {
      throw new ApiException(
          Status.badRequest(
              "container %s is not valid for pod %s; choose one of: %s"
                  .formatted(asked.get(), pod.name(), names)));
    }
    if (asked.isEmpty() && pod.json().at("/spec/containers").size() != 1) {
      throw new ApiException(
          Status.badRequest(
              "a container name must be specified for pod %s, choose one of: %s"
                  .formatted(pod.name(), names)));
    }
    return asked.orElse(names.getFirst());
  }

  /// The names of a pod's containers, those that start first last.
  static List<String> containers(ApiObject pod) {
    var names = new ArrayList<String>();
    for (var list : List.of("containers", "initContainers")) {
      pod.json().path("spec").path(list).forEach(c -> names.add(c.path("name").asText()));
    }
    return names;
  }

  private Optional<Instant> since(Query query) {
    var seconds = query.number("sinceSeconds");
    if (seconds.isPresent()) {
      return Optional.of(clock.instant().minusSeconds(seconds.getAsLong()));
    }
    try {
      return query.text("sinceTime").map(Instant::parse);
    } catch (DateTimeParseException e) {
      throw new ApiException(
          Status.badRequest("sinceTime: \"%s\" is not a time".formatted(e.getParsedString())));
    }
  }

  private Target pod(Call call) {
    var kind = kinds.find("", "v1", "pods").orElseThrow();
    return new Target(kind, call.parameter("namespace"), call.parameter("name"));
  }

  /// Sends the headers with the first byte, so that a source that knows nothing can be refused.
  private static final class LateStream extends FilterOutputStream {

    private final Call call;
    private boolean started;

    LateStream(Call call) {
      super(OutputStream.nullOutputStream());
      this.call = call;
    }

    boolean started() {
      return started;
    }

    void start() throws IOException {
      if (!started) {
        started = true;
        out = call.stream("text/plain");
      }
    }

    @Override
    public void write(int b) throws IOException {
      start();
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      start();
      out.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      start();
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
