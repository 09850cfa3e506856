package dev.trainyard.dialects.tensorstack;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Wish;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mode;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// TensorStack's `DeepSpeedJob` (`batch.tensorstack.dev/v1beta1`).
public final class DeepSpeedJobDialect implements Dialect<DeepSpeedJob> {

  private static final Kind KIND =
      new Kind(
          DeepSpeedJob.GROUP,
          DeepSpeedJob.VERSION,
          DeepSpeedJob.KIND,
          DeepSpeedJob.PLURAL,
          List.of("dj"),
          DeepSpeedJob.class);

  /// The container that trains; without one of this name it is the first.
  private static final String CONTAINER = DeepSpeed.WORKER;

  private static final int SSH_PORT = 22;

  @Override
  public Kind kind() {
    return KIND;
  }

  @Override
  public List<Problem> validate(
      DeepSpeedJob resource, Optional<DeepSpeedJob> before, Lookup lookup) {
    var job = layout(resource);
    var problems = new ArrayList<>(mistakes(resource, job, lookup));
    boolean sound = problems.stream().noneMatch(Problem::fatal);
    problems.addAll(QueueRules.check(job, before.isPresent(), sound, lookup));
    before.ifPresent(
        old -> problems.addAll(Immutable.check(Json.tree(old.spec()), Json.tree(resource.spec()))));
    return problems;
  }

  private static List<Problem> mistakes(DeepSpeedJob resource, Layout job, Lookup lookup) {
    return DeepSpeedRules.check(resource, job, launcher(resource, job, lookup));
  }

  @Override
  public Reading read(DeepSpeedJob resource, Lookup lookup) {
    var job = layout(resource);
    var problems = mistakes(resource, job, lookup).stream().filter(Problem::fatal).toList();
    return problems.isEmpty()
        ? new Reading.Job(
            Neutral.of(
                job, new DeepSpeedKit(resource, job, launcher(resource, job, lookup)), lookup))
        : new Reading.Refused(problems);
  }

  @Override
  public JobState recall(DeepSpeedJob resource) {
    return StatusReading.of(layout(resource));
  }

  @Override
  public DeepSpeedJob withStatus(DeepSpeedJob resource, JobState state, Instant now) {
    return resource.withStatus(StatusWriting.of(layout(resource), state, false, now));
  }

  @Override
  public DeepSpeedJob refused(DeepSpeedJob resource, List<Problem> problems, Instant now) {
    return Refusal.of(layout(resource), problems, now).map(resource::withStatus).orElse(resource);
  }

  @Override
  public DeepSpeedJob lacking(DeepSpeedJob resource, Fact refusal, Instant now) {
    return Refusal.lacking(layout(resource), refusal, now)
        .map(resource::withStatus)
        .orElse(resource);
  }

  @Override
  public List<EventText> tell(DeepSpeedJob resource, Fact fact) {
    return new Narration(layout(resource)).of(fact);
  }

  @Override
  public List<EventText> tell(DeepSpeedJob resource, List<Problem> problems) {
    return Narration.of(problems);
  }

  @Override
  public Set<Attached.Kind> attaches(Settings settings) {
    return Set.of(Groups.KIND, Attached.CONFIG_MAPS, Attached.SECRETS);
  }

  @Override
  public Set<Attached.Kind> judgesBy() {
    return QueueRules.ASKS;
  }

  @Override
  public boolean grants(Wish wish) {
    return Levers.grants(wish);
  }

  @Override
  public Answer answer(DeepSpeedJob resource, Wish wish) {
    return new Levers(layout(resource)).answer(wish);
  }

  @Override
  public DeepSpeedJob largest(DeepSpeedJob resource) {
    var job = layout(resource);
    var spec = resource.spec();
    return job.elastic()
        .map(
            elastic ->
                new DeepSpeedJob(
                    resource.metadata(),
                    new DeepSpeedJob.Spec(
                        spec.worker(),
                        spec.config(),
                        spec.disableCustomEnv(),
                        Levers.expecting(elastic, job.most()),
                        spec.scheduler(),
                        spec.runMode(),
                        spec.runPolicy()),
                    resource.status()))
        .orElse(resource);
  }

  static Layout layout(DeepSpeedJob resource) {
    var spec = resource.spec();
    var worker = spec.worker();
    return new Layout(
        KIND,
        resource.metadata(),
        List.of(
            new ReplicaType(
                DeepSpeed.WORKER,
                "spec.worker",
                requireNonNullElse(worker.replicas(), 1),
                requireNonNullElse(worker.restartPolicy(), RestartPolicy.DEFAULT),
                worker.template(),
                0,
                CONTAINER)),
        Optional.ofNullable(spec.runMode()),
        Optional.ofNullable(spec.runPolicy()),
        Optional.ofNullable(spec.scheduler()),
        Layout.ifOn(Optional.ofNullable(spec.elastic())),
        Optional.ofNullable(resource.status()));
  }

  private static DeepSpeed launcher(DeepSpeedJob resource, Layout job, Lookup lookup) {
    return new DeepSpeed(
        job,
        Optional.ofNullable(resource.spec().config()),
        Transport.of(resource.metadata(), lookup.settings()));
  }

  /// What this kind has of its own.
  private record DeepSpeedKit(DeepSpeedJob resource, Layout job, DeepSpeed launcher)
      implements Neutral.Kit {

    private DeepSpeedEquipment equipment() {
      return new DeepSpeedEquipment(
          job, launcher, !requireNonNullElse(resource.spec().disableCustomEnv(), false));
    }

    /// The launcher tells its processes everything.
    @Override
    public EnvContract environment() {
      return EnvContract.none();
    }

    @Override
    public Map<Mode, Launch> launches(ReplicaType type) {
      return launcher.launches();
    }

    @Override
    public List<ServicePort> ports() {
      return List.of(Neutral.port("ssh", SSH_PORT), Neutral.port("master", DeepSpeed.PORT));
    }

    @Override
    public PodTemplateSpec equipped(ReplicaType type) {
      return equipment().equipped(type);
    }

    @Override
    public List<Attachment> attachments() {
      return equipment().attachments();
    }
  }
}
