package dev.trainyard.api.kubeflow;

import static java.util.Objects.requireNonNullElseGet;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.trainyard.api.Copies;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Kubeflow's `MPIJob` (`kubeflow.org/v2beta1`) as the API server stores it, before any default.
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public record MPIJob(ObjectMeta metadata, Spec spec, @Nullable JobStatus status) {

  public static final String GROUP = Training.GROUP;
  public static final String VERSION = "v2beta1";
  public static final String API_VERSION = GROUP + "/" + VERSION;
  public static final String KIND = "MPIJob";
  public static final String PLURAL = "mpijobs";
  public static final String SHORT_NAME = "mj";

  public static final String LAUNCHER = "Launcher";
  public static final String WORKER = Training.WORKER;

  /// The value of the label that names the operator on every pod.
  public static final String OPERATOR_NAME = "mpi-operator";

  public MPIJob {
    metadata = requireNonNullElseGet(metadata, ObjectMeta::new);
    spec =
        requireNonNullElseGet(spec, () -> new Spec(null, null, null, Map.of(), null, null, null));
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String apiVersion() {
    return API_VERSION;
  }

  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public String kind() {
    return KIND;
  }

  public MPIJob withStatus(JobStatus newStatus) {
    return new MPIJob(metadata, spec, newStatus);
  }

  /// What to run. A missing `mpiReplicaSpecs` reads as an empty one; both are refused alike.
  @JsonIgnoreProperties(ignoreUnknown = true)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @JsonPropertyDescription("Processes that each worker is listed for. Defaults to 1.")
          @Nullable Integer slotsPerWorker,
      @JsonPropertyDescription(
              "Lists the launcher as a host as well, before the workers. Defaults to false.")
          @Nullable Boolean runLauncherAsWorker,
      @JsonPropertyDescription(
              "When the job is stopped, retried, suspended and cleaned up, and how it is queued.")
          @Nullable MPIRunPolicy runPolicy,
      @Required
          @JsonPropertyDescription("The replicas by type: Launcher (one pod) and, mostly, Worker.")
          Map<String, MPIReplicaSpec> mpiReplicaSpecs,
      @JsonPropertyDescription(
              "The folder in which the first container of every pod finds the keys for ssh."
                  + " Defaults to /root/.ssh.")
          @Nullable String sshAuthMountPath,
      @JsonPropertyDescription(
              "When the launcher starts: AtStartup, or WaitForWorkersReady once every worker is"
                  + " ready. Defaults to AtStartup.")
          @Nullable String launcherCreationPolicy,
      @JsonPropertyDescription(
              "Whose mpirun the launcher has: OpenMPI, Intel or MPICH. Defaults to OpenMPI.")
          @Nullable String mpiImplementation) {

    public Spec {
      mpiReplicaSpecs = Copies.map(mpiReplicaSpecs, () -> new MPIReplicaSpec(null, null, null));
    }
  }
}
