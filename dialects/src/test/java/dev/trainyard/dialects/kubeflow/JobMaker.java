package dev.trainyard.dialects.kubeflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.SmallCluster;
import dev.trainyard.engine.model.TrainingJob;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Makes jobs in which a test names only what it is about. Paths are JSON pointers.
final class JobMaker {

  private static final YAMLMapper YAML = new YAMLMapper();

  private final ObjectNode json;

  private JobMaker(ObjectNode json) {
    this.json = json;
  }

  static JobMaker job(String name) {
    return new JobMaker(YAML.createObjectNode())
        .with("/metadata/name", name)
        .with("/metadata/namespace", "team-a")
        .with("/metadata/uid", "uid-1");
  }

  JobMaker master() {
    return replicas("Master", 1);
  }

  JobMaker workers(int replicas) {
    return replicas("Worker", replicas);
  }

  private JobMaker replicas(String type, int replicas) {
    return with("/spec/pytorchReplicaSpecs/" + type + "/replicas", Integer.toString(replicas))
        .with(
            "/spec/pytorchReplicaSpecs/" + type + "/template/spec/containers",
            "[{name: pytorch, image: example/train:1}]");
  }

  JobMaker workersWith(String field, String yaml) {
    return with("/spec/pytorchReplicaSpecs/Worker" + field, yaml);
  }

  JobMaker masterWith(String field, String yaml) {
    return with("/spec/pytorchReplicaSpecs/Master" + field, yaml);
  }

  JobMaker elastic(String yaml) {
    return with("/spec/elasticPolicy", yaml);
  }

  JobMaker annotated(String key, String value) {
    var next = copy();
    next.json.withObject("/metadata/annotations").put(key, value);
    return next;
  }

  JobMaker with(String pointer, String yaml) {
    var next = copy();
    int last = pointer.lastIndexOf('/');
    var field = pointer.substring(last + 1);
    JsonNode parent = next.json.at(pointer.substring(0, last));
    if (parent instanceof ArrayNode list) {
      list.set(Integer.parseInt(field), parsed(yaml));
    } else if (last == 0) {
      next.json.set(field, parsed(yaml));
    } else {
      next.json.withObject(pointer.substring(0, last)).set(field, parsed(yaml));
    }
    return next;
  }

  JobMaker without(String pointer) {
    var next = copy();
    int last = pointer.lastIndexOf('/');
    ((ObjectNode) next.json.at(pointer.substring(0, last)))
        .remove(List.of(pointer.substring(last + 1)));
    return next;
  }

  private JobMaker copy() {
    return new JobMaker(json.deepCopy());
  }

  ObjectNode tree() {
    return json.deepCopy();
  }

  PyTorchJob build() {
    return switch (Codec.of(PyTorchJob.class).parse(json)) {
      case Parsed.Understood<PyTorchJob>(var job) -> job;
      case Parsed.NotUnderstood<PyTorchJob>(var problems) ->
          throw new IllegalArgumentException(problems.toString());
    };
  }

  /// The job on a cluster with the settings nobody touched.
  TrainingJob read() {
    return read(lookup(Place.CLUSTER));
  }

  TrainingJob read(Lookup lookup) {
    return switch (new PyTorchJobDialect().read(build(), lookup)) {
      case Reading.Job(var job) -> job;
      case Reading.NotOurs(var why) -> throw new IllegalArgumentException(why);
      case Reading.Refused(var problems) -> throw new IllegalArgumentException(problems.toString());
    };
  }

  /// The job in a cluster of its own.
  SmallCluster<PyTorchJob> start() {
    return SmallCluster.of(Dialects.PYTORCH_JOB, tree(), lookup(Place.CLUSTER), StateMaker.at(0));
  }

  /// What is said against it.
  Stream<String> warnings(Settings settings) {
    return new PyTorchJobDialect()
        .validate(build(), Optional.empty(), Lookup.nothing(settings)).stream()
            .map(Problem::toString);
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
