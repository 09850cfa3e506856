package dev.trainyard.dialects.appwrapper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trainyard.api.codeflare.AppWrapper.PodSet;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.kubeflow.Training;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.appwrapper.TemplatePath.Place;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Role.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A kind of component of which is known where its pods are, and how it tells that it has ended.
/// The exact version matters: another one may look different.
enum KnownKind {
  POD("v1", "Pod", "pods", Optional.empty()),
  DEPLOYMENT("apps/v1", "Deployment", "deployments", Optional.empty()),
  STATEFUL_SET("apps/v1", "StatefulSet", "statefulsets", Optional.empty()),
  JOB("batch/v1", "Job", "jobs", Optional.of("Complete")),
  JOB_SET("jobset.x-k8s.io/v1alpha2", "JobSet", "jobsets", Optional.of("Completed")),
  PYTORCH_JOB(PyTorchJob.API_VERSION, PyTorchJob.KIND, PyTorchJob.PLURAL, Optional.of("Succeeded")),
  MPI_JOB(MPIJob.API_VERSION, MPIJob.KIND, MPIJob.PLURAL, Optional.of("Succeeded")),
  // That of the training operator, which we do not run.
  OLDER_MPI_JOB("kubeflow.org/v1", MPIJob.KIND, MPIJob.PLURAL, Optional.of("Succeeded")),
  // Both say so in a condition, and are not to be trusted: a cluster of Ray recovers.
  RAY_CLUSTER("ray.io/v1", "RayCluster", "rayclusters", Optional.empty()),
  RAY_JOB("ray.io/v1", "RayJob", "rayjobs", Optional.empty()),
  PYTORCH_TRAINING_JOB(
      PyTorchTrainingJob.API_VERSION,
      PyTorchTrainingJob.KIND,
      PyTorchTrainingJob.PLURAL,
      Optional.of("Completed")),
  DEEP_SPEED_JOB(
      DeepSpeedJob.API_VERSION, DeepSpeedJob.KIND, DeepSpeedJob.PLURAL, Optional.of("Completed")),
  TRAINING_WORKLOAD(
      TrainingWorkload.API_VERSION,
      TrainingWorkload.KIND,
      TrainingWorkload.PLURAL,
      Optional.of("Completed"));

  /// What becomes of components of any other kind, nobody knows.
  static final Outcome NEVER_ENDS = new Outcome(Set.of(), Set.of());

  private static final String POD_INDEX = CodeFlare.ANNOTATION_PREFIX + "tas-pod-index-label";
  private static final String GROUP_INDEX =
      CodeFlare.ANNOTATION_PREFIX + "tas-sub-group-index-label";
  private static final String GROUP_COUNT = CodeFlare.ANNOTATION_PREFIX + "tas-sub-group-count";
  private static final Map<String, String> OF_JOBS =
      Map.of(POD_INDEX, "batch.kubernetes.io/job-completion-index");
  private static final Map<String, String> OF_KUBEFLOW =
      Map.of(POD_INDEX, Training.REPLICA_INDEX_LABEL);

  private final String apiVersion;
  private final String kind;
  private final String plural;
  private final Optional<String> success;

  KnownKind(String apiVersion, String kind, String plural, Optional<String> success) {
    this.apiVersion = apiVersion;
    this.kind = kind;
    this.plural = plural;
    this.success = success;
  }

  static Optional<KnownKind> of(JsonNode template) {
    return Arrays.stream(values())
        .filter(known -> known.apiVersion.equals(template.path("apiVersion").asText()))
        .filter(known -> known.kind.equals(template.path("kind").asText()))
        .findFirst();
  }

  /// As the API has it.
  Attached.Kind resource() {
    var version = apiVersion.substring(apiVersion.indexOf('/') + 1);
    return new Attached.Kind(Attachment.group(apiVersion), version, kind, plural);
  }

  /// Kinds that say when they have succeeded say as well when they have not.
  Outcome outcome() {
    return success
        .map(condition -> new Outcome(Set.of(condition), Set.of("Failed")))
        .orElse(NEVER_ENDS);
  }

  /// Pods come and go in waves where there are more to complete than run at once.
  boolean inWaves(JsonNode template) {
    var spec = template.path("spec");
    return this == JOB
        && spec.path("completions").isIntegralNumber()
        && spec.path("completions").asInt() > spec.path("parallelism").asInt(1);
  }

  /// Its pod sets in their order, or why they cannot be told.
  Inferred podSets(JsonNode template) {
    var sets = new Collector(template);
    switch (this) {
      case POD -> sets.add("template", 1, Map.of());
      case DEPLOYMENT, STATEFUL_SET ->
          sets.counted("template.spec.template", "template.spec.replicas", Map.of());
      case JOB -> sets.add("template.spec.template", podsOfJob(template.path("spec")), OF_JOBS);
      case JOB_SET -> jobSet(template, sets);
      case PYTORCH_JOB -> kubeflow("pytorchReplicaSpecs", List.of("Master", "Worker"), sets);
      case MPI_JOB, OLDER_MPI_JOB ->
          kubeflow("mpiReplicaSpecs", List.of(MPIJob.LAUNCHER, MPIJob.WORKER), sets);
      case RAY_CLUSTER -> ray("template.spec", sets);
      case RAY_JOB -> ray("template.spec.rayClusterSpec", sets);
      case PYTORCH_TRAINING_JOB -> each("template.spec.replicaSpecs", sets);
      case DEEP_SPEED_JOB ->
          sets.counted("template.spec.worker.template", "template.spec.worker.replicas", Map.of());
      case TRAINING_WORKLOAD -> {}
    }
    return sets.result();
  }

  private static int podsOfJob(JsonNode spec) {
    int pods = spec.path("parallelism").isIntegralNumber() ? spec.path("parallelism").asInt() : 1;
    return spec.path("completions").isIntegralNumber()
        ? Math.min(pods, spec.path("completions").asInt())
        : pods;
  }

  private static void jobSet(JsonNode template, Collector sets) {
    var jobs = template.path("spec").path("replicatedJobs");
    for (int i = 0; i < jobs.size(); i++) {
      var job = jobs.path(i);
      if (job.hasNonNull("template")) {
        int replicas = job.path("replicas").isIntegralNumber() ? job.path("replicas").asInt() : 1;
        var hints = new LinkedHashMap<>(OF_JOBS);
        hints.put(GROUP_INDEX, "jobset.sigs.k8s.io/job-index");
        hints.put(GROUP_COUNT, Integer.toString(replicas));
        sets.add(
            "template.spec.replicatedJobs[%d].template.spec.template".formatted(i),
            replicas * podsOfJob(job.path("template").path("spec")),
            hints);
      }
    }
  }

  private static void kubeflow(String specs, List<String> types, Collector sets) {
    for (var type : types) {
      var at = "template.spec.%s.%s".formatted(specs, type);
      if (sets.has(at + ".template")) {
        sets.counted(at + ".template", at + ".replicas", OF_KUBEFLOW);
      }
    }
  }

  private static void ray(String at, Collector sets) {
    sets.add(at + ".headGroupSpec.template", 1, Map.of());
    each(at + ".workerGroupSpecs", sets);
  }

  /// Every element of a list that has a template.
  private static void each(String list, Collector sets) {
    for (int i = 0; i < sets.at(list).size(); i++) {
      var at = "%s[%d]".formatted(list, i);
      if (sets.has(at + ".template")) {
        sets.counted(at + ".template", at + ".replicas", Map.of());
      }
    }
  }

  sealed interface Inferred {
    record Sets(List<PodSet> sets) implements Inferred {
      public Sets {
        sets = List.copyOf(sets);
      }
    }

    record Unclear(String error) implements Inferred {}
  }

  private static final class Collector {

    private final JsonNode template;
    private final List<PodSet> sets = new ArrayList<>();
    private Optional<String> error = Optional.empty();

    private Collector(JsonNode template) {
      this.template = template;
    }

    private JsonNode at(String path) {
      return TemplatePath.find(template, path) instanceof Place.Found(var value)
          ? value
          : MissingNode.getInstance();
    }

    private boolean has(String path) {
      return !at(path).isMissingNode() && !at(path).isNull();
    }

    /// As many as a field says, which may be missing and must not be anything else.
    private void counted(String path, String replicas, Map<String, String> hints) {
      var count = at(replicas);
      if (count.isMissingNode() || count.isNull()) {
        add(path, 1, hints);
      } else if (count.isIntegralNumber() && count.canConvertToInt()) {
        add(path, count.asInt(), hints);
      } else {
        fail("at path position '%s' non-int value %s".formatted(replicas, count));
      }
    }

    private void add(String path, int replicas, Map<String, String> hints) {
      PodTemplates.flaw(template, path)
          .ifPresent(
              flaw -> fail("%s does not refer to a v1.PodSpecTemplate: %s".formatted(path, flaw)));
      sets.add(new PodSet(path, replicas, hints));
    }

    private void fail(String why) {
      error = error.or(() -> Optional.of(why));
    }

    private Inferred result() {
      return error.<Inferred>map(Inferred.Unclear::new).orElseGet(() -> new Inferred.Sets(sets));
    }
  }
}
