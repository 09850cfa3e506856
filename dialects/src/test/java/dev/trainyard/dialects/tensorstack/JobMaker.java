package dev.trainyard.dialects.tensorstack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.SmallCluster;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/// Makes jobs of either kind in which a test names only what it is about. Paths are JSON pointers.
/// The name of every job is `j`, and its uid one that makes `j-abcde` of it.
final class JobMaker<R> {

  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String SPECS = "/spec/replicaSpecs";

  private final Registered<R> kind;
  private final ObjectNode json;

  private JobMaker(Registered<R> kind, ObjectNode json) {
    this.kind = kind;
    this.json = json;
  }

  /// A PyTorchTrainingJob without replicas.
  static JobMaker<PyTorchTrainingJob> job() {
    return named(Dialects.PYTORCH_TRAINING_JOB);
  }

  /// A DeepSpeedJob of that many workers.
  static JobMaker<DeepSpeedJob> deepSpeed(int workers) {
    return named(Dialects.DEEP_SPEED_JOB)
        .with("/spec/worker/replicas", Integer.toString(workers))
        .with("/spec/worker/template", template("worker"))
        .with("/spec/config/run/python", "[train.py, --deepspeed]");
  }

  private static <R> JobMaker<R> named(Registered<R> kind) {
    return new JobMaker<>(kind, YAML.createObjectNode())
        .with("/metadata/name", "j")
        .with("/metadata/namespace", "team-a")
        .with("/metadata/uid", "uid-249550");
  }

  private static String template(String container) {
    return "{spec: {containers: [{name: %s, image: 'example/train:1', args: [train.py]}]}}"
        .formatted(container);
  }

  /// One more type.
  JobMaker<R> type(String name, int replicas) {
    return with(
        "%s/%d".formatted(SPECS, json.at(SPECS).size()),
        "{type: %s, replicas: %d, template: %s}".formatted(name, replicas, template("python")));
  }

  JobMaker<R> torchrun() {
    return with("/spec/torchrunConfig/enable", "true");
  }

  JobMaker<R> elastic(String bounds) {
    return with("/spec/elastic", bounds).with("/spec/elastic/enable", "true");
  }

  JobMaker<R> debugged() {
    return with("/spec/runMode/debug/enable", "true");
  }

  JobMaker<R> paused() {
    return with("/spec/runMode/pause/enable", "true");
  }

  JobMaker<R> queued() {
    return with("/spec/scheduler/t9kScheduler/queue", "research");
  }

  JobMaker<R> annotated(String key, String value) {
    var next = copy();
    next.json.withObject("/metadata/annotations").put(key, value);
    return next;
  }

  JobMaker<R> withoutSsh() {
    return annotated("trainyard.dev/deepspeed-transport", "no-ssh");
  }

  JobMaker<R> with(String pointer, String yaml) {
    var next = copy();
    var steps = List.of(pointer.substring(1).split("/"));
    JsonNode parent = next.json;
    for (var step : steps.subList(0, steps.size() - 1)) {
      parent = inside(parent, step);
    }
    set(parent, steps.getLast(), parsed(yaml));
    return next;
  }

  private static JsonNode inside(JsonNode parent, String step) {
    var child =
        parent instanceof ArrayNode list ? list.path(Integer.parseInt(step)) : parent.path(step);
    if (!child.isMissingNode()) {
      return child;
    }
    boolean listed = "%s/".formatted(SPECS).endsWith(step + "/");
    JsonNode made = listed ? YAML.createArrayNode() : YAML.createObjectNode();
    set(parent, step, made);
    return made;
  }

  private static void set(JsonNode parent, String step, JsonNode value) {
    switch (parent) {
      case ObjectNode object -> object.set(step, value);
      case ArrayNode list when Integer.parseInt(step) < list.size() ->
          list.set(Integer.parseInt(step), value);
      case ArrayNode list -> list.add(value);
      default -> throw new IllegalArgumentException("%s in %s".formatted(step, parent));
    }
  }

  JobMaker<R> without(String pointer) {
    var next = copy();
    int last = pointer.lastIndexOf('/');
    ((ObjectNode) next.json.at(pointer.substring(0, last)))
        .remove(List.of(pointer.substring(last + 1)));
    return next;
  }

  private JobMaker<R> copy() {
    return new JobMaker<>(kind, json.deepCopy());
  }

  Dialect<R> dialect() {
    return kind.dialect();
  }

  Registered<R> kind() {
    return kind;
  }

  ObjectNode tree() {
    return json.deepCopy();
  }

  R build() {
    return switch (kind.codec().parse(json)) {
      case Parsed.Understood<R>(var job) -> job;
      case Parsed.NotUnderstood<R>(var problems) ->
          throw new IllegalArgumentException(problems.toString());
    };
  }

  /// The job on a cluster with the settings nobody touched.
  TrainingJob read() {
    return read(lookup(Place.CLUSTER));
  }

  TrainingJob read(Lookup lookup) {
    return switch (dialect().read(build(), lookup)) {
      case Reading.Job(var job) -> job;
      case Reading.NotOurs(var why) -> throw new IllegalArgumentException(why);
      case Reading.Refused(var problems) -> throw new IllegalArgumentException(problems.toString());
    };
  }

  Pod pod(String type, int index) {
    return pod(type, index, Mode.NORMAL);
  }

  Pod pod(String type, int index, Mode mode) {
    return PodPlan.pod(read(), new CreatePod(new ReplicaId(type, index), mode, 1, 0, 0));
  }

  Container container(String type, int index, Mode mode) {
    return pod(type, index, mode).getSpec().getContainers().getFirst();
  }

  Attachment attachment(String name) {
    return read().attachments().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /// What is fatal about it, where nobody sees the cluster.
  List<String> errors() {
    return errors(lookup(Place.CLUSTER));
  }

  List<String> errors(Lookup lookup) {
    return dialect().validate(build(), Optional.empty(), lookup).stream()
        .filter(Problem::fatal)
        .map(Problem::toString)
        .toList();
  }

  List<String> warnings() {
    return dialect().validate(build(), Optional.empty(), lookup(Place.CLUSTER)).stream()
        .filter(problem -> !problem.fatal())
        .map(Problem::toString)
        .toList();
  }

  /// The job in a cluster of its own.
  SmallCluster<R> start() {
    return SmallCluster.of(kind, tree(), lookup(Place.CLUSTER), StateMaker.at(0));
  }

  static Lookup lookup(Place place) {
    return Lookup.nothing(Settings.defaults(place));
  }

  static JsonNode parsed(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
