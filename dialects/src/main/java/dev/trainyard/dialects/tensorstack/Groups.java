package dev.trainyard.dialects.tensorstack;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.SchedulerPolicy.T9kScheduler;
import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob.Gang;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Marks;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What TensorStack's scheduler is told about a job that asks for it: a PodGroup, and marks on the
/// pods.
final class Groups {

  static final Attached.Kind KIND =
      new Attached.Kind(TensorStack.SCHEDULER_GROUP, TensorStack.VERSION, "PodGroup", "podgroups")
          .madeOnce();

  static final int DEFAULT_PRIORITY = 10;

  private final Layout job;
  private final Optional<T9kScheduler> scheduler;
  private final String name;

  Groups(Layout job, Lookup lookup) {
    this.job = job;
    this.scheduler = job.t9kScheduler();
    this.name = isTaken(job, lookup) ? job.base() : job.name();
  }

  /// Somebody else's group of the job's name is left alone.
  private static boolean isTaken(Layout job, Lookup lookup) {
    return lookup
        .find(KIND.kind(), job.id().namespace(), job.name())
        .filter(
            group ->
                group.getMetadata().getOwnerReferences().stream()
                    .noneMatch(owner -> owner.getUid().equals(job.id().uid())))
        .isPresent();
  }

  Gang gang() {
    return scheduler.isEmpty()
        ? Gang.none()
        : new Gang(
            Gang.Scope.JOB,
            job.floor(),
            false,
            queue(),
            new Marks(
                Map.of(TensorStack.GROUP_LABEL, name, TensorStack.QUEUE_LABEL, queue()),
                Map.of(),
                Optional.of(TensorStack.SCHEDULER_NAME)));
  }

  /// What tells the members of a group apart.
  Map<String, Text> labels(String type) {
    return scheduler.isEmpty() ? Map.of() : Map.of(TensorStack.ROLE_LABEL, Text.of(type));
  }

  /// Whoever asks for a group is placed by the scheduler that knows it.
  PodTemplateSpec placed(PodTemplateSpec template) {
    return scheduler.isEmpty()
        ? template
        : new PodTemplateSpecBuilder(template)
            .editOrNewSpec()
            .withSchedulerName(TensorStack.SCHEDULER_NAME)
            .endSpec()
            .build();
  }

  /// Made once: the floor of an elastic job does not move with it.
  Optional<Attachment> attachment() {
    return scheduler.map(
        one -> {
          var spec = new LinkedHashMap<String, Object>();
          spec.put("minMember", job.floor());
          spec.put("queue", queue());
          spec.put("priority", requireNonNullElse(one.priority(), DEFAULT_PRIORITY));
          return Attached.once(KIND, name, new ObjectMeta(), spec, Lifetime.UNTIL_JOB_GONE);
        });
  }

  private String queue() {
    return job.queue().orElse("");
  }
}
