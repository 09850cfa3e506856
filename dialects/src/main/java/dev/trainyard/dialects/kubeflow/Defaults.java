package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.api.kubeflow.Training.CONTAINER_NAME;
import static dev.trainyard.api.kubeflow.Training.PORT;
import static dev.trainyard.api.kubeflow.Training.PORT_NAME;
import static dev.trainyard.api.kubeflow.Training.WORKER;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.kubeflow.ElasticPolicy;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.kubeflow.ReplicaSpec;
import dev.trainyard.api.kubeflow.RunPolicy;
import dev.trainyard.dialects.Settings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What a job means where it says nothing. Never stored, so that a later change of the worker count
/// also moves the bounds that follow it.
final class Defaults {

  static final String CLEAN_POD_POLICY = "None";
  static final String RESTART_POLICY = "OnFailure";
  static final String PROCESSES = "auto";

  static PyTorchJob applied(PyTorchJob job) {
    return applied(job, Defaults::withPort);
  }

  /// The default is the administrator's, so it is not among those that every reader applies.
  static String cleanPodPolicy(PyTorchJob written, Settings settings) {
    return Optional.ofNullable(written.spec().runPolicy())
        .map(RunPolicy::cleanPodPolicy)
        .orElse(settings.habits().cleanPodPolicy());
  }

  /// For those who do not look into the templates, which are dear to copy.
  static PyTorchJob appliedAroundTemplates(PyTorchJob job) {
    return applied(job, UnaryOperator.identity());
  }

  private static PyTorchJob applied(PyTorchJob job, UnaryOperator<PodTemplateSpec> template) {
    var spec = job.spec();
    var replicas = replicaSpecs(spec.pytorchReplicaSpecs(), template);
    var elastic = elasticPolicy(spec.elasticPolicy(), Optional.ofNullable(replicas.get(WORKER)));
    return new PyTorchJob(
        job.metadata(),
        new PyTorchJob.Spec(
            replicas,
            runPolicy(spec.runPolicy()),
            elastic,
            processes(spec.nprocPerNode(), elastic)),
        job.status());
  }

  private static RunPolicy runPolicy(@Nullable RunPolicy given) {
    if (given == null) {
      return new RunPolicy(CLEAN_POD_POLICY, null, null, null, null, null, null);
    }
    return new RunPolicy(
        requireNonNullElse(given.cleanPodPolicy(), CLEAN_POD_POLICY),
        given.ttlSecondsAfterFinished(),
        given.activeDeadlineSeconds(),
        given.backoffLimit(),
        given.schedulingPolicy(),
        given.suspend(),
        given.managedBy());
  }

  /// A second spelling of a type that is already there keeps its own, for validation to find.
  private static Map<String, ReplicaSpec> replicaSpecs(
      Map<String, ReplicaSpec> given, UnaryOperator<PodTemplateSpec> template) {
    var specs = new LinkedHashMap<String, ReplicaSpec>();
    given.forEach(
        (key, spec) -> {
          var type =
              Layout.TYPES.stream()
                  .filter(key::equalsIgnoreCase)
                  .filter(known -> key.equals(known) || !given.containsKey(known))
                  .filter(known -> !specs.containsKey(known))
                  .findFirst()
                  .orElse(key);
          specs.put(type, replicaSpec(spec, template));
        });
    return specs;
  }

  private static ReplicaSpec replicaSpec(
      ReplicaSpec given, UnaryOperator<PodTemplateSpec> template) {
    var policy = given.restartPolicy();
    return new ReplicaSpec(
        requireNonNullElse(given.replicas(), 1),
        template.apply(given.template()),
        policy == null || policy.isEmpty() ? RESTART_POLICY : policy);
  }

  /// A copy in which the main container, or without one the first, has the rendezvous port.
  private static PodTemplateSpec withPort(PodTemplateSpec template) {
    var copy = new PodTemplateSpecBuilder(template).build();
    var containers = Layout.containers(new ReplicaSpec(null, copy, null));
    containers.stream()
        .filter(container -> CONTAINER_NAME.equals(container.getName()))
        .findFirst()
        .or(() -> containers.stream().findFirst())
        .filter(main -> Layout.ports(main).stream().noneMatch(p -> PORT_NAME.equals(p.getName())))
        .ifPresent(Defaults::addPort);
    return copy;
  }

  private static void addPort(Container container) {
    var ports = new ArrayList<>(Layout.ports(container));
    ports.add(new ContainerPortBuilder().withName(PORT_NAME).withContainerPort(PORT).build());
    container.setPorts(ports);
  }

  private static @Nullable ElasticPolicy elasticPolicy(
      @Nullable ElasticPolicy given, Optional<ReplicaSpec> worker) {
    if (given == null) {
      return null;
    }
    var replicas = worker.map(ReplicaSpec::replicas).orElse(null);
    return new ElasticPolicy(
        first(given.minReplicas(), given.maxReplicas(), replicas),
        first(given.maxReplicas(), given.minReplicas(), replicas),
        given.rdzvBackend(),
        given.rdzvPort(),
        given.rdzvHost(),
        given.rdzvId(),
        given.rdzvConf(),
        given.standalone(),
        given.nProcPerNode(),
        given.maxRestarts(),
        given.metrics());
  }

  private static @Nullable Integer first(
      @Nullable Integer given, @Nullable Integer other, @Nullable Integer replicas) {
    if (given != null) {
      return given;
    }
    return other != null ? other : replicas;
  }

  private static @Nullable String processes(
      @Nullable String given, @Nullable ElasticPolicy elastic) {
    boolean saidElsewhere = elastic != null && elastic.nProcPerNode() != null;
    return given == null && !saidElsewhere ? PROCESSES : given;
  }

  private Defaults() {}
}
