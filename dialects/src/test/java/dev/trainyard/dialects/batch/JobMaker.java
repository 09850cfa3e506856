package dev.trainyard.dialects.batch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.SmallCluster;
import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Makes Jobs in which a test names only what it is about. Paths are JSON pointers.
final class JobMaker {

  static final JobDialect DIALECT = new JobDialect();

  private static final YAMLMapper YAML = new YAMLMapper();
  private static final Instant START = Instant.parse("2026-01-02T03:04:00Z");

  private final ObjectNode json;

  private JobMaker(ObjectNode json) {
    this.json = json;
  }

  /// That many seconds into every story.
  static Instant at(long second) {
    return START.plusSeconds(second);
  }

  static JobMaker job(String name) {
    return new JobMaker(YAML.createObjectNode())
        .with("/metadata/name", name)
        .with("/metadata/namespace", "team-a")
        .with("/metadata/uid", "uid-1")
        .with("/spec/template/spec/restartPolicy", "Never")
        .with("/spec/template/spec/containers", "[{name: main, image: example/work:1}]");
  }

  JobMaker indexed(int completions, int parallelism) {
    return with("/spec/completionMode", "Indexed")
        .with("/spec/completions", Integer.toString(completions))
        .with("/spec/parallelism", Integer.toString(parallelism));
  }

  JobMaker with(String pointer, String yaml) {
    var next = json.deepCopy();
    int last = pointer.lastIndexOf('/');
    try {
      next.withObject(pointer.substring(0, last))
          .set(pointer.substring(last + 1), YAML.readTree(yaml));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
    return new JobMaker(next);
  }

  JobMaker annotated(String key, String value) {
    var next = json.deepCopy();
    next.withObject("/metadata/annotations").put(key, value);
    return new JobMaker(next);
  }

  JobMaker without(String pointer) {
    var next = json.deepCopy();
    int last = pointer.lastIndexOf('/');
    next.withObject(pointer.substring(0, last)).remove(List.of(pointer.substring(last + 1)));
    return new JobMaker(next);
  }

  ObjectNode tree() {
    return json.deepCopy();
  }

  Job build() {
    return switch (Codec.of(Job.class).parse(json)) {
      case Parsed.Understood<Job>(var job) -> job;
      case Parsed.NotUnderstood<Job>(var problems) ->
          throw new IllegalArgumentException(problems.toString());
    };
  }

  Reading reading() {
    return DIALECT.read(build(), lookup(Place.YARD));
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

  /// The Job in a cluster of its own.
  SmallCluster<Job> start() {
    return SmallCluster.of(Dialects.JOB, tree(), lookup(Place.YARD), at(0));
  }

  List<String> problems(Place place) {
    return problems(DIALECT.validate(build(), Optional.empty(), lookup(place)));
  }

  /// What is said against it in the place of another.
  List<String> problemsAfter(JobMaker before) {
    return problems(DIALECT.validate(build(), Optional.of(before.build()), lookup(Place.YARD)));
  }

  private static List<String> problems(List<Problem> problems) {
    return problems.stream()
        .map(problem -> "%s %s".formatted(problem.severity(), problem))
        .toList();
  }

  static Lookup lookup(Place place) {
    return Lookup.nothing(Settings.defaults(place));
  }
}
