package dev.trainyard.yard.node.mpi;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A pod of an MPIJob, known by the labels that every operator for such jobs gives it.
public record MpiPod(MpiJob job, Role role, String name) {

  public static final String OPERATOR = "training.kubeflow.org/operator-name";
  public static final String JOB = "training.kubeflow.org/job-name";
  public static final String ROLE = "training.kubeflow.org/job-role";
  private static final String MPI_OPERATOR = "mpi-operator";

  /// What an operator puts into a worker that was given no command.
  private static final List<String> SSHD = List.of("/usr/sbin/sshd", "-De");

  public enum Role {
    LAUNCHER("launcher"),
    WORKER("worker");

    private final String word;

    Role(String word) {
      this.word = word;
    }

    private static Optional<Role> of(String word) {
      return List.of(values()).stream().filter(role -> role.word.equals(word)).findFirst();
    }
  }

  public static Optional<MpiPod> of(Pod pod) {
    var metadata = pod.getMetadata();
    var labels = Optional.ofNullable(metadata.getLabels()).orElse(Map.of());
    var job = labels.getOrDefault(JOB, "");
    return MPI_OPERATOR.equals(labels.get(OPERATOR)) && !job.isEmpty()
        ? Role.of(labels.getOrDefault(ROLE, ""))
            .map(
                role ->
                    new MpiPod(new MpiJob(metadata.getNamespace(), job), role, metadata.getName()))
        : Optional.empty();
  }

  /// The number of a worker whose first container does nothing but wait for ssh. With a command of
  /// the user's own it is left alone.
  public static Optional<Integer> waitingForSsh(Pod pod) {
    return of(pod)
        .filter(it -> it.role == Role.WORKER && onlySshd(pod.getSpec().getContainers().getFirst()))
        .flatMap(it -> it.job.worker(it.name));
  }

  private static boolean onlySshd(Container container) {
    return container.getCommand().equals(SSHD) && container.getArgs().isEmpty();
  }
}
