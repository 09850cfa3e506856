package dev.trainyard.dialects.mpi;

import dev.trainyard.api.kubeflow.SchedulingPolicy;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.training.GangResources.Member;
import dev.trainyard.dialects.training.PodGroups;
import dev.trainyard.dialects.training.PodGroups.Size;

/// Which pods of a job have to be placed together.
final class Gangs {

  /// A launcher that waits has no pod before the workers run, so nobody may wait for it; but
  /// workers without room for it would hold what they have for ever, so there must be room.
  static PodGroups of(Layout job, Lookup lookup) {
    var policy = job.schedulingPolicy();
    int wanted = policy.map(SchedulingPolicy::minAvailable).orElse(job.workers() + 1);
    int floor = job.launcherWaits() ? Math.min(wanted, job.workers()) : wanted;
    var members =
        job.types().stream()
            .map(type -> new Member(job.replicas(type), job.spec(type).orElseThrow().template()))
            .toList();
    return new PodGroups(job.job().metadata(), policy, new Size(floor, wanted, members), lookup);
  }

  private Gangs() {}
}
