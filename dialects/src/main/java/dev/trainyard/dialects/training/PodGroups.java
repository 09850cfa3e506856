package dev.trainyard.dialects.training;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.kubeflow.SchedulingPolicy;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Attached.Readiness;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Settings.GangScheduler;
import dev.trainyard.dialects.training.GangResources.Member;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.TrainingJob.Gang;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Marks;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What a gang scheduler is told about a job: a PodGroup of the job's name, and marks on its pods.
public final class PodGroups {

  public static final Attached.Kind VOLCANO =
      new Attached.Kind("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups")
          .readyWhen(new Readiness.Admitted())
          .keeping("spec.queue");
  public static final Attached.Kind COSCHEDULING =
      new Attached.Kind("scheduling.x-k8s.io", "v1alpha1", "PodGroup", "podgroups")
          .readyWhen(new Readiness.Admitted());

  private static final String DEFAULT_QUEUE = "default";
  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private final ObjectMeta job;
  private final Optional<SchedulingPolicy> policy;
  private final Size size;
  private final Lookup lookup;

  /// How much has to be placed together.
  ///
  /// @param floor how many pods
  /// @param roomFor for how many of its members there must be room, unless the policy says it
  /// @param members in rank order
  public record Size(int floor, int roomFor, List<Member> members) {
    public Size {
      members = List.copyOf(members);
    }
  }

  public PodGroups(ObjectMeta job, Optional<SchedulingPolicy> policy, Size size, Lookup lookup) {
    this.job = job;
    this.policy = policy;
    this.size = size;
    this.lookup = lookup;
  }

  public static Attached.Kind kind(GangScheduler scheduler) {
    return scheduler.isVolcano() ? VOLCANO : COSCHEDULING;
  }

  /// What our own queue has let in whole is no group of its own.
  private Optional<GangScheduler> scheduler() {
    return lookup.settings().gangScheduler().filter(_ -> !admittedAsPart());
  }

  private boolean admittedAsPart() {
    return written().containsKey(Annotations.ADMITTED)
        && Optional.ofNullable(job.getOwnerReferences()).orElse(List.of()).stream()
            .filter(owner -> Boolean.TRUE.equals(owner.getController()))
            .anyMatch(owner -> AppWrapper.KIND.equals(owner.getKind()));
  }

  public Gang gang() {
    return new Gang(
        Gang.Scope.JOB,
        size.floor(),
        scheduler().filter(GangScheduler::isVolcano).isPresent(),
        policy.map(SchedulingPolicy::queue).orElse(""),
        scheduler().map(this::marks).orElseGet(Marks::none));
  }

  private Marks marks(GangScheduler scheduler) {
    return scheduler.isVolcano()
        ? new Marks(
            Map.of(), Map.of("scheduling.k8s.io/group-name", name()), Optional.of(scheduler.name()))
        : new Marks(
            Map.of("scheduling.x-k8s.io/pod-group", name()),
            Map.of(),
            Optional.of(scheduler.name()));
  }

  /// Volcano tells the tasks of a group apart.
  public PodTemplateSpec marked(PodTemplateSpec template, String type) {
    return scheduler().filter(GangScheduler::isVolcano).isEmpty()
        ? template
        : new PodTemplateSpecBuilder(template)
            .editOrNewMetadata()
            .addToAnnotations("volcano.sh/task-spec", type.toLowerCase(Locale.ROOT))
            .endMetadata()
            .build();
  }

  public Optional<Attachment> attachment() {
    return scheduler()
        .map(
            scheduler ->
                Attached.following(
                    kind(scheduler),
                    name(),
                    new ObjectMetaBuilder()
                        .withLabels(job.getLabels())
                        .withAnnotations(annotations())
                        .build(),
                    scheduler.isVolcano() ? volcano() : coscheduling(),
                    Lifetime.WITH_ITS_PODS));
  }

  /// The user's; neither what we keep in the job nor what a client noted there about the job.
  private Map<String, String> annotations() {
    var annotations = new LinkedHashMap<>(written());
    annotations.remove(Annotations.MEMORY);
    annotations.remove(LAST_APPLIED);
    return annotations;
  }

  private Map<String, String> written() {
    return Optional.ofNullable(job.getAnnotations()).orElse(Map.of());
  }

  private String name() {
    return requireNonNullElse(job.getName(), "");
  }

  private Map<String, Object> volcano() {
    var spec = spec();
    spec.put("queue", queue());
    policy
        .map(SchedulingPolicy::priorityClass)
        .ifPresent(priority -> spec.put("priorityClassName", priority));
    return spec;
  }

  private Map<String, Object> coscheduling() {
    var spec = spec();
    policy
        .map(SchedulingPolicy::scheduleTimeoutSeconds)
        .ifPresent(seconds -> spec.put("scheduleTimeoutSeconds", seconds));
    return spec;
  }

  private Map<String, Object> spec() {
    var spec = new LinkedHashMap<String, Object>();
    spec.put("minMember", size.floor());
    spec.put(
        "minResources",
        policy
            .map(SchedulingPolicy::minResources)
            .orElseGet(() -> new GangResources(size.members(), lookup).of(size.roomFor())));
    return spec;
  }

  /// A group stays in the queue that it is in.
  private String queue() {
    return lookup
        .find(VOLCANO.kind(), requireNonNullElse(job.getNamespace(), "default"), name())
        .map(group -> (String) group.get("spec", "queue"))
        .filter(queue -> !queue.isEmpty())
        .or(() -> policy.map(SchedulingPolicy::queue).filter(queue -> !queue.isEmpty()))
        .orElse(DEFAULT_QUEUE);
  }
}
