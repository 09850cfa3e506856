package dev.trainyard.dialects.runai;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.SmallCluster;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Makes workloads in which a test names only what it is about.
final class WorkloadMaker {

  static final TrainingWorkloadDialect DIALECT = new TrainingWorkloadDialect();
  static final Registered<TrainingWorkload> KIND =
      new Registered<>(DIALECT, Codec.of(TrainingWorkload.class));

  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Instant START = Instant.parse("2026-01-02T03:04:00Z");

  private final ObjectNode json;
  private final Lookup lookup;

  private WorkloadMaker(ObjectNode json, Lookup lookup) {
    this.json = json;
    this.lookup = lookup;
  }

  /// That many seconds into every story.
  static Instant at(long second) {
    return START.plusSeconds(second);
  }

  /// Of one that has been looked at.
  static TrainingWorkloadStatus status(TrainingWorkload workload) {
    return requireNonNull(workload.status());
  }

  /// In a cluster, in the namespace of project `team-a`.
  static WorkloadMaker workload(String name) {
    return bare().value("name", name).value("image", "repo/img:1");
  }

  static WorkloadMaker bare() {
    var json = YAML.createObjectNode();
    json.putObject("metadata")
        .put("name", "w1")
        .put("namespace", "runai-team-a")
        .put("uid", "U")
        .put("generation", 1L);
    json.putObject("spec");
    return new WorkloadMaker(json, Lookup.nothing(Settings.defaults(Place.CLUSTER)));
  }

  WorkloadMaker value(String field, String yaml) {
    return with("/spec/%s/value".formatted(field), yaml);
  }

  WorkloadMaker item(String field, String key, String yaml) {
    return with("/spec/%s/items/%s/value".formatted(field, key.replace("/", "~1")), yaml);
  }

  WorkloadMaker with(String pointer, String yaml) {
    var next = json.deepCopy();
    int last = pointer.lastIndexOf('/');
    try {
      next.withObject(pointer.substring(0, last))
          .set(pointer.substring(last + 1), YAML.readTree(yaml));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
    return new WorkloadMaker(next, lookup);
  }

  WorkloadMaker in(Lookup surroundings) {
    return new WorkloadMaker(json, surroundings);
  }

  WorkloadMaker in(Settings settings) {
    return in(Lookup.nothing(settings));
  }

  WorkloadMaker in(Place place) {
    return in(Settings.defaults(place));
  }

  WorkloadMaker with(WorkloadSettings ours) {
    return in(lookup.settings().with(ours));
  }

  ObjectNode tree() {
    return json.deepCopy();
  }

  Lookup lookup() {
    return lookup;
  }

  TrainingWorkload build() {
    return switch (KIND.codec().parse(json)) {
      case Parsed.Understood<TrainingWorkload>(var workload) -> workload;
      case Parsed.NotUnderstood<TrainingWorkload>(var problems) ->
          throw new IllegalArgumentException(problems.toString());
    };
  }

  Reading reading() {
    return DIALECT.read(build(), lookup);
  }

  TrainingJob read() {
    return switch (reading()) {
      case Reading.Job(var job) -> job;
      case Reading.NotOurs(var why) -> throw new IllegalArgumentException(why);
      case Reading.Refused(var problems) -> throw new IllegalArgumentException(problems.toString());
    };
  }

  /// The pod of the n-th try at an index.
  Pod pod(int index, int tryNumber) {
    var replica = new ReplicaId(Neutral.ROLE, index);
    return PodPlan.pod(read(), new CreatePod(replica, Mode.NORMAL, 1, tryNumber, 0));
  }

  Pod pod() {
    return pod(0, 0);
  }

  List<String> attachments() {
    return read().attachments().stream().map(one -> one.kind() + "/" + one.name()).toList();
  }

  Attachment attachment(String kindAndName) {
    return read().attachments().stream()
        .filter(one -> "%s/%s".formatted(one.kind(), one.name()).equals(kindAndName))
        .findFirst()
        .orElseThrow(
            () -> new AssertionError("no %s among %s".formatted(kindAndName, attachments())));
  }

  GenericKubernetesResource object(String kindAndName) {
    return Plan.object(read(), attachment(kindAndName), List.of());
  }

  /// The warnings that are told of it, as reason and message.
  List<String> remarks() {
    return DIALECT.tell(build(), DIALECT.validate(build(), Optional.empty(), lookup)).stream()
        .map(event -> "%s %s".formatted(event.reason(), event.message()))
        .toList();
  }

  /// The workload in a cluster of its own.
  SmallCluster<TrainingWorkload> start() {
    return SmallCluster.of(KIND, tree(), lookup, at(0));
  }
}
