package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An MPIJob speaks as a PyTorchJob does. Its launcher is the pod of a Job, and has another name
/// with every try.
record MpiWords(KubeflowWords shared) implements Vocabulary {

  private static final Set<String> TEMPLATE =
      Set.of(
          "metadata.labels",
          "metadata.annotations",
          "spec.nodeSelector",
          "spec.tolerations",
          "spec.schedulingGates",
          "spec.nodeName",
          "containers.0.image");

  MpiWords() {
    this(new KubeflowWords());
  }

  /// Nothing of it is shown.
  @Override
  public boolean refused(JobTree job) {
    return false;
  }

  @Override
  public String state(JobTree job) {
    return shared.state(job);
  }

  @Override
  public Optional<String> verdict(JobTree job) {
    return shared.verdict(job);
  }

  /// A launcher waits for workers that have ended as long as nobody does anything about them, and
  /// says so. That of a workload does not.
  @Override
  public boolean served(JobTree job) {
    return job.condition("Running")
            .filter(one -> one.denied() && one.reason().equals("MPIJobWorkersEnded"))
            .isPresent()
        && job.job().at("/metadata/ownerReferences").isEmpty();
  }

  @Override
  public Optional<String> contradiction(JobTree job) {
    return shared.contradiction(job);
  }

  @Override
  public Map<String, Set<String>> ways() {
    return shared.ways();
  }

  @Override
  public boolean suspended(JobTree job) {
    return shared.suspended(job);
  }

  @Override
  public String lead(JobTree job) {
    return launchers(job.name()) + "0-0";
  }

  @Override
  public boolean leads(JobTree job, String pod) {
    return pod.startsWith(launchers(job.name()));
  }

  /// What the names of all launchers of a job begin with.
  static String launchers(String job) {
    return job + "-launcher-";
  }

  @Override
  public boolean anybodySucceeds(JobTree job) {
    return false;
  }

  @Override
  public Optional<Instant> started(JobTree job) {
    return shared.started(job);
  }

  @Override
  public Optional<Instant> ended(JobTree job) {
    return shared.ended(job);
  }

  @Override
  public JsonNode restarts(JobTree job) {
    return shared.restarts(job);
  }

  @Override
  public boolean momentary(String condition) {
    return false;
  }

  /// Of a template, what a Job takes over when it goes on, and one field that it does not.
  @Override
  public boolean changeable(String field) {
    return !field.contains(".template.") || TEMPLATE.stream().anyMatch(field::endsWith);
  }

  @Override
  public ObjectNode suspension(JobTree job, boolean suspended) {
    return shared.suspension(job, suspended);
  }

  @Override
  public Optional<ObjectNode> scaling(JobTree job, int replicas) {
    return job.job().at("/spec/mpiReplicaSpecs").has("Worker")
        ? Optional.of(
            Makers.yaml("{spec: {mpiReplicaSpecs: {Worker: {replicas: %d}}}}".formatted(replicas)))
        : Optional.empty();
  }
}
