package dev.trainyard.dialects.kubeflow;

import dev.trainyard.api.kubeflow.ElasticPolicy;
import dev.trainyard.api.kubeflow.SchedulingPolicy;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.training.GangResources.Member;
import dev.trainyard.dialects.training.PodGroups;
import dev.trainyard.dialects.training.PodGroups.Size;
import java.util.Optional;

/// Which pods of a job have to be placed together.
final class Gangs {

  static PodGroups of(Layout job, Lookup lookup) {
    var policy = job.runPolicy().flatMap(run -> Optional.ofNullable(run.schedulingPolicy()));
    var members =
        job.types().stream()
            .map(type -> new Member(job.replicas(type), job.spec(type).orElseThrow().template()))
            .toList();
    int floor = floor(job, policy);
    return new PodGroups(job.job().metadata(), policy, new Size(floor, floor, members), lookup);
  }

  /// The bounds of an elastic job count its workers.
  private static int floor(Layout job, Optional<SchedulingPolicy> policy) {
    return policy
        .map(SchedulingPolicy::minAvailable)
        .or(
            () ->
                job.elasticPolicy()
                    .map(ElasticPolicy::minReplicas)
                    .map(workers -> workers + (job.hasMaster() ? 1 : 0)))
        .orElse(job.totalReplicas());
  }

  private Gangs() {}
}
