package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Kin;
import dev.trainyard.engine.model.Role.Outcome;
import dev.trainyard.engine.model.Role.Signs;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The MPIJob that carries a workload whose processes talk MPI.
record MpiJob(Workload workload, boolean held) {

  /// What is read of one once it is there.
  static final Attached.Kind KIND =
      new Attached.Kind("kubeflow.org", "v2beta1", "MPIJob", "mpijobs")
          .keeping("spec.runPolicy", "status");

  /// Through which an MPIJob comes to the pod of its launcher.
  static final Attached.Kind LAUNCHERS =
      new Attached.Kind("batch", "v1", "Job", "jobs").keeping("status");

  static final String LAUNCHER = "launcher";
  static final String WORKER = "worker";

  private static final String OPERATOR = "mpi-operator";
  private static final String INDEX = "training.kubeflow.org/replica-index";
  private static final List<String> HOLD = List.of("runPolicy", "suspend");

  Carrier child() {
    return new Carrier.Child(
        desired(),
        new Signs(
            new Outcome(Set.of("Succeeded"), Set.of("Failed")),
            HOLD,
            List.of(),
            List.of("replicaStatuses", "Launcher", "failed"),
            List.of()),
        new Kin(labels(LAUNCHER), Optional.empty(), 0));
  }

  Carrier workers() {
    return new Carrier.Brought(new Kin(labels(WORKER), Optional.of(INDEX), 0));
  }

  private Map<String, String> labels(String role) {
    var labels = new LinkedHashMap<String, String>();
    labels.put(Marks.MPI_OPERATOR_NAME, OPERATOR);
    labels.put(Marks.MPI_JOB_NAME, workload.name());
    labels.put(Marks.MPI_JOB_ROLE, role);
    return labels;
  }

  private GenericKubernetesResource desired() {
    var job = new GenericKubernetesResource();
    job.setApiVersion(KIND.apiVersion());
    job.setKind(KIND.kind());
    job.setMetadata(
        new ObjectMetaBuilder()
            .withName(workload.name())
            .withNamespace(workload.id().namespace())
            .withLabels(new Marks(workload).ofJob())
            .withAnnotations(annotations())
            .build());
    job.setAdditionalProperty("spec", Attached.tree(spec()));
    return job;
  }

  private Map<String, String> annotations() {
    var gpus = Gpus.of(workload.values());
    var annotations = new LinkedHashMap<String, String>();
    annotations.put("image", workload.values().text("image").orElse(""));
    annotations.put("totalGPUs", Gpus.text(gpus.count().multiply(processes())));
    if (gpus.memory() > 0) {
      annotations.put("totalGPUsMemory", Long.toString(gpus.memory() * workload.processes()));
    }
    annotations.putAll(new Marks(workload).ofUserAndPools());
    workload.values().text("userId").ifPresent(id -> annotations.put(Marks.USER_ID, id));
    return annotations;
  }

  private BigDecimal processes() {
    return BigDecimal.valueOf(workload.processes());
  }

  private Map<String, Object> spec() {
    var spec = new LinkedHashMap<String, Object>();
    spec.put("slotsPerWorker", workload.values().number("slotsPerWorker").orElse(1));
    spec.put("runPolicy", runPolicy());
    spec.put("mpiImplementation", "OpenMPI");
    spec.put("sshAuthMountPath", workload.hasHome() ? Environment.HOME + "/.ssh" : "/root/.ssh");
    // A launcher that starts before its workers can be reached burns its retries.
    spec.put("launcherCreationPolicy", "WaitForWorkersReady");
    var replicas = new LinkedHashMap<String, Object>();
    replicas.put("Launcher", replicas(1, Part.LAUNCHER));
    replicas.put("Worker", replicas(workload.processes(), Part.WORKER));
    spec.put("mpiReplicaSpecs", replicas);
    return spec;
  }

  private Map<String, Object> runPolicy() {
    var scheduling = new LinkedHashMap<String, Object>();
    scheduling.put("minAvailable", workload.processes() + 1);
    scheduling.put("queue", workload.queue());
    scheduling.put("priorityClass", Marks.TRAIN);
    var policy = new LinkedHashMap<String, Object>();
    policy.put("cleanPodPolicy", "Running");
    policy.put("backoffLimit", workload.backoffLimit());
    policy.put("suspend", held);
    policy.put("schedulingPolicy", scheduling);
    return policy;
  }

  /// Every retry is a new pod, which the limit counts, as it does without MPI.
  private Map<String, Object> replicas(int count, Part part) {
    var replicas = new LinkedHashMap<String, Object>();
    replicas.put("replicas", count);
    replicas.put("restartPolicy", "Never");
    replicas.put("template", new PodShape(workload, part).wholeTemplate());
    return replicas;
  }

  /// Roles that are only seen start as they are written.
  static Map<Role.Mode, Role.Launch> launches() {
    return Map.of(Role.Mode.NORMAL, Role.Launch.asWritten());
  }
}
