package dev.trainyard.dialects.mpi;

import static dev.trainyard.api.kubeflow.MPIJob.LAUNCHER;

import dev.trainyard.api.kubeflow.MPIRunPolicy;
import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.Kin;
import dev.trainyard.engine.model.Role.Outcome;
import dev.trainyard.engine.model.Role.Signs;
import dev.trainyard.engine.model.TrainingJob.Marks;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpecBuilder;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The launcher is a Job: retries, deadline and expiry are its own business.
final class LauncherJob {

  static final Attached.Kind KIND =
      new Attached.Kind("batch", "v1", "Job", "jobs")
          .keeping("spec.suspend", "spec.ttlSecondsAfterFinished", "status");

  private static final Signs SIGNS =
      new Signs(
          new Outcome(Set.of("Complete"), Set.of("Failed")),
          List.of("suspend"),
          List.of(
              List.of("template", "metadata", "labels"),
              List.of("template", "metadata", "annotations"),
              List.of("template", "spec", "nodeSelector"),
              List.of("template", "spec", "tolerations"),
              List.of("template", "spec", "schedulingGates")));

  static Carrier of(Layout job, Templates templates, Marks marks) {
    var desired = new GenericKubernetesResource();
    desired.setApiVersion(KIND.apiVersion());
    desired.setKind(KIND.kind());
    desired.setMetadata(
        new ObjectMetaBuilder()
            .withName(job.launcher())
            .withLabels(templates.equipment().labels())
            .build());
    desired.setAdditionalProperty("spec", Attached.tree(spec(job, templates, marks)));
    return new Carrier.Child(
        desired, SIGNS, new Kin(templates.labels(LAUNCHER), Optional.empty(), 0));
  }

  /// A launcher that is still leaving would take the host's name from its successor. That of a job
  /// which is held is made to wait.
  private static JobSpec spec(Layout job, Templates templates, Marks marks) {
    var policy = job.runPolicy();
    return new JobSpecBuilder()
        .withBackoffLimit(policy.map(MPIRunPolicy::backoffLimit).orElse(null))
        .withActiveDeadlineSeconds(policy.map(MPIRunPolicy::activeDeadlineSeconds).orElse(null))
        .withTtlSecondsAfterFinished(policy.map(MPIRunPolicy::ttlSecondsAfterFinished).orElse(null))
        .withPodReplacementPolicy("Failed")
        .withSuspend(job.suspended() ? Boolean.TRUE : null)
        .withTemplate(templates.launcher(marks))
        .build();
  }

  private LauncherJob() {}
}
