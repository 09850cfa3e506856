package dev.trainyard.simulation.proof;

import dev.trainyard.engine.model.Decision.Step.CreatePod;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.plan.Plan;
import dev.trainyard.engine.plan.PodPlan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.stream.Stream;

/// The objects of a job that differ in more than a number: those of the first and the last replica
/// of every role.
public final class Planned {

  public static List<HasMetadata> of(TrainingJob job) {
    return job.roles().stream()
        .flatMap(role -> ends(role).flatMap(replica -> objects(job, replica)))
        .toList();
  }

  private static Stream<ReplicaId> ends(Role role) {
    return Stream.of(0, role.size() - 1).distinct().map(index -> new ReplicaId(role.name(), index));
  }

  private static Stream<HasMetadata> objects(TrainingJob job, ReplicaId replica) {
    return Stream.of(
        Plan.service(job, replica),
        PodPlan.pod(job, new CreatePod(replica, Role.Mode.NORMAL, 1, 0, 0)));
  }

  private Planned() {}
}
