package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.Kind.ScalePaths;
import dev.trainyard.yard.apiserver.Writer.Part;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.Transaction;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/// The scale of a custom resource: its replicas, wherever its definition says they are.
final class Scales {

  private final Ledger ledger;
  private final Kinds kinds;
  private final WriteApi writes;
  private final Writer writer;
  private final InstantSource clock;

  Scales(Ledger ledger, Kinds kinds, WriteApi writes, Writer writer, InstantSource clock) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.writes = writes;
    this.writer = writer;
    this.clock = clock;
  }

  void get(Call call) throws IOException {
    var target = Target.of(call, kinds);
    var paths = paths(target);
    var object = ledger.find(target.key()).orElseThrow(target::notFound);
    if (!at(object, paths.specReplicas()).isNumber()) {
      throw new ApiException(
          Status.plain(
              500,
              "InternalError",
              "Internal error occurred: the spec replicas field \"%s\" does not exist"
                  .formatted(paths.specReplicas())));
    }
    Replies.json(call, 200, scale(object, paths));
  }

  void update(Call call) throws IOException {
    var body = Bodies.json(call);
    change(call, "update", _ -> body instanceof ObjectNode scale ? scale : Json.object());
  }

  void patch(Call call) throws IOException {
    var patch = Bodies.json(call);
    var type = call.contentType();
    change(call, "patch", scale -> Patches.apply(type, patch, scale));
  }

  private void change(Call call, String verb, UnaryOperator<ObjectNode> change) throws IOException {
    var target = Target.of(call, kinds);
    var paths = paths(target);
    var options = verb.equals("patch") ? "PatchOptions" : "UpdateOptions";
    var books = FieldManager.of(call, options, "scale", clock.instant());
    var updated =
        writes.commit(
            call,
            verb,
            "/scale",
            target,
            tx -> {
              var object = tx.find(target.key()).orElseThrow(target::notFound);
              return store(tx, target, object, change.apply(scale(object, paths)), books);
            });
    Replies.json(call, 200, scale(updated, paths));
  }

  private ObjectNode store(
      Transaction transaction,
      Target target,
      ObjectNode object,
      ObjectNode scale,
      Bookkeeping books) {
    var path = paths(target).specReplicas();
    var replicas = scale.at("/spec/replicas");
    if (!replicas.isIntegralNumber()) {
      throw new ApiException(
          Status.badRequest("the spec replicas field \"%s\" cannot be empty".formatted(path)));
    }
    if (replicas.asLong() < 0) {
      throw new ApiException(
          Status.invalid(
              "Scale.autoscaling",
              "autoscaling",
              "Scale",
              target.name(),
              List.of(
                  Violation.invalid(
                      "spec.replicas", replicas, "should be greater than or equal to 0"))));
    }
    var changed = target.kind().shown(object).deepCopy();
    var version = scale.at("/metadata/resourceVersion").asText("");
    if (!version.isEmpty()) {
      changed.withObjectProperty("metadata").put("resourceVersion", version);
    }
    var steps = steps(path);
    var parent = changed;
    for (var step : steps.subList(0, steps.size() - 1)) {
      parent = parent.withObjectProperty(step);
    }
    parent.set(steps.getLast(), IntNode.valueOf(replicas.asInt()));
    return writer.update(transaction, target, changed, Part.WHOLE, Door.OPEN, books);
  }

  private static ScalePaths paths(Target target) {
    return target.kind().scale().orElseThrow(() -> Replies.noSuchPath());
  }

  private static ObjectNode scale(ObjectNode object, ScalePaths paths) {
    var seen = new ApiObject(object);
    var scale = Json.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
    var metadata = scale.putObject("metadata").put("name", seen.name());
    for (var field : List.of("namespace", "uid", "resourceVersion", "creationTimestamp")) {
      if (seen.metadata().has(field)) {
        metadata.set(field, seen.metadata().get(field));
      }
    }
    var spec = scale.putObject("spec");
    if (at(object, paths.specReplicas()).isNumber()) {
      spec.set("replicas", at(object, paths.specReplicas()));
    }
    var status = scale.putObject("status");
    status.put("replicas", at(object, paths.statusReplicas()).asInt(0));
    paths
        .selector()
        .flatMap(path -> Json.text(at(object, path)))
        .ifPresent(selector -> status.put("selector", selector));
    return scale;
  }

  private static JsonNode at(JsonNode object, String path) {
    return Json.at(object, steps(path).toArray(String[]::new));
  }

  private static List<String> steps(String path) {
    return Arrays.stream(path.split("\\.", -1)).filter(step -> !step.isEmpty()).toList();
  }
}
