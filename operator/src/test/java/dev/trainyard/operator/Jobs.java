package dev.trainyard.operator;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.RestartRule;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Addressing;
import dev.trainyard.engine.model.TrainingJob.CleanUp;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Gang;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.model.TrainingJob.Telling;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Makers of neutral jobs for tests that are not about what a job says.
final class Jobs {

  static final String UID = "uid-of-the-job";

  static TrainingJob job(String name, int workers, Attachment... attachments) {
    var metadata =
        new ObjectMetaBuilder().withNamespace("default").withName(name).withUid(UID).build();
    return job(metadata, workers, attachments);
  }

  static TrainingJob job(ObjectMeta metadata, int workers, Attachment... attachments) {
    return new TrainingJob(
        new JobId(
            "test.trainyard.dev/v1",
            "Errand",
            metadata.getNamespace(),
            metadata.getName(),
            metadata.getUid()),
        List.of(workers(workers)),
        new Naming(metadata.getName(), true, false, Optional.empty()),
        new Addressing(
            Addressing.Per.REPLICA, Map.of(), Set.of(), true, TrainingJob.Lifetime.UNTIL_JOB_GONE),
        EnvContract.none(),
        Gang.none(),
        SuccessRule.EVERY_REPLICA,
        new RunningRule(false, 1, false, false),
        FailureBudget.unlimited(),
        new Hold(false, false),
        1,
        new Clock(Optional.empty(), Clock.From.ACCEPTED, Optional.empty()),
        new CleanUp(CleanUp.Sweep.NOTHING, CleanUp.Sweep.NOTHING, Set.of()),
        Role.Mode.NORMAL,
        Refresh.NEVER,
        List.of(attachments),
        new Patience(Optional.empty(), Duration.ZERO),
        Telling.counts(Duration.ZERO, Set.of(), Map.of()));
  }

  static ReplicaId worker(int index) {
    return new ReplicaId("worker", index);
  }

  private static Role workers(int size) {
    return new Role(
        "worker",
        size,
        size,
        new PodTemplateSpecBuilder()
            .withNewSpec()
            .addNewContainer()
            .withName("main")
            .endContainer()
            .endSpec()
            .build(),
        Map.of(),
        Map.of(),
        Map.of(Role.Mode.NORMAL, Role.Launch.asWritten()),
        new RestartRule(List.of(), RestartRule.Scope.REPLICA, RestartRule.InPlace.NEVER),
        new Role.Carrier.Pods("main", Role.EndOf.POD_PHASE, Optional.empty()),
        new Role.Start.AtOnce());
  }

  private Jobs() {}
}
