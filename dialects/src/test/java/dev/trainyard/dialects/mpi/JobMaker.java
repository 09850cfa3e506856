package dev.trainyard.dialects.mpi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.SmallCluster;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Makes MPIJobs in which a test names only what it is about. Paths are JSON pointers.
final class JobMaker {

  static final MPIJobDialect DIALECT = new MPIJobDialect();

  static final String LAUNCHER = "/spec/mpiReplicaSpecs/Launcher";
  static final String WORKER = "/spec/mpiReplicaSpecs/Worker";

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

  /// With a launcher, and workers where there are any.
  static JobMaker job(String name, int workers) {
    var alone =
        new JobMaker(YAML.createObjectNode())
            .with("/metadata/name", name)
            .with("/metadata/namespace", "team-a")
            .with("/metadata/uid", "uid-1")
            .with(
                LAUNCHER + "/template/spec/containers",
                "[{name: mpi, image: example/pi:1, command: [mpirun, /pi]}]");
    return workers == 0
        ? alone
        : alone
            .with(WORKER + "/replicas", Integer.toString(workers))
            .with(WORKER + "/template/spec/containers", "[{name: sshd, image: example/pi:1}]");
  }

  JobMaker waiting() {
    return with("/spec/launcherCreationPolicy", "WaitForWorkersReady");
  }

  JobMaker suspended() {
    return with("/spec/runPolicy/suspend", "true");
  }

  JobMaker ownedBy(String apiVersion, String kind) {
    return with(
        "/metadata/ownerReferences",
        "[{apiVersion: %s, kind: %s, name: w, uid: u, controller: true}]"
            .formatted(apiVersion, kind));
  }

  JobMaker with(String pointer, String yaml) {
    var next = json.deepCopy();
    int last = pointer.lastIndexOf('/');
    if (last == 0) {
      next.set(pointer.substring(1), parsed(yaml));
    } else {
      next.withObject(pointer.substring(0, last)).set(pointer.substring(last + 1), parsed(yaml));
    }
    return new JobMaker(next);
  }

  JobMaker without(String pointer) {
    var next = json.deepCopy();
    int last = pointer.lastIndexOf('/');
    next.withObject(pointer.substring(0, last)).remove(List.of(pointer.substring(last + 1)));
    return new JobMaker(next);
  }

  JobMaker annotated(String key, String value) {
    var next = json.deepCopy();
    next.withObject("/metadata/annotations").put(key, value);
    return new JobMaker(next);
  }

  ObjectNode tree() {
    return json.deepCopy();
  }

  MPIJob build() {
    return switch (Dialects.MPI_JOB.codec().parse(json)) {
      case Parsed.Understood<MPIJob>(var job) -> job;
      case Parsed.NotUnderstood<MPIJob>(var problems) ->
          throw new IllegalArgumentException(problems.toString());
    };
  }

  Reading reading() {
    return DIALECT.read(build(), lookup());
  }

  TrainingJob read() {
    return read(lookup());
  }

  TrainingJob read(Lookup lookup) {
    return switch (DIALECT.read(build(), lookup)) {
      case Reading.Job(var job) -> job;
      case Reading.NotOurs(var why) -> throw new IllegalArgumentException(why);
      case Reading.Refused(var problems) -> throw new IllegalArgumentException(problems.toString());
    };
  }

  Pod worker(int index) {
    var replica = new ReplicaId(MPIJob.WORKER, index);
    return PodPlan.pod(read(), new CreatePod(replica, Mode.NORMAL, 1, 0, 0));
  }

  /// The Job that carries the launcher, as it is made.
  Job launcher() {
    return launcher(lookup());
  }

  Job launcher(Lookup lookup) {
    var read = read(lookup);
    return read.roleOf(read.lead()).carrier() instanceof Carrier.Child child
        ? YAML.convertValue(Plan.child(read, child), Job.class)
        : new Job();
  }

  Attachment attachment(String kind) {
    return read().attachments().stream()
        .filter(one -> one.kind().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  /// The job in a cluster of its own.
  SmallCluster<MPIJob> start() {
    return SmallCluster.of(Dialects.MPI_JOB, tree(), lookup(), at(0));
  }

  List<String> problems() {
    return problems(Optional.empty());
  }

  /// What is said against it in the place of another.
  List<String> problemsAfter(JobMaker before) {
    return problems(Optional.of(before.build()));
  }

  private List<String> problems(Optional<MPIJob> before) {
    return DIALECT.validate(build(), before, lookup()).stream()
        .map(problem -> "%s %s".formatted(problem.severity(), problem))
        .toList();
  }

  static Lookup lookup() {
    return Lookup.nothing(Settings.defaults(Place.CLUSTER));
  }

  private static JsonNode parsed(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
