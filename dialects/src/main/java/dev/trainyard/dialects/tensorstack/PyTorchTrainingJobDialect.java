package dev.trainyard.dialects.tensorstack;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.api.tensorstack.ReplicaSpec;
import dev.trainyard.api.tensorstack.TorchrunConfig;
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

/// TensorStack's `PyTorchTrainingJob` (`batch.tensorstack.dev/v1beta1`).
public final class PyTorchTrainingJobDialect implements Dialect<PyTorchTrainingJob> {

  private static final Kind KIND =
      new Kind(
          PyTorchTrainingJob.GROUP,
          PyTorchTrainingJob.VERSION,
          PyTorchTrainingJob.KIND,
          PyTorchTrainingJob.PLURAL,
          List.of("pj"),
          PyTorchTrainingJob.class);

  /// The container that trains; without one of this name it is the first.
  private static final String CONTAINER = "python";

  private static final int DEFAULT_PORT = 29500;

  @Override
  public Kind kind() {
    return KIND;
  }

  @Override
  public List<Problem> validate(
      PyTorchTrainingJob resource, Optional<PyTorchTrainingJob> before, Lookup lookup) {
    var job = layout(resource);
    var problems = new ArrayList<>(PyTorchRules.check(resource, job, lookup));
    boolean sound = problems.stream().noneMatch(Problem::fatal);
    problems.addAll(QueueRules.check(job, before.isPresent(), sound, lookup));
    before.ifPresent(
        old -> problems.addAll(Immutable.check(Json.tree(old.spec()), Json.tree(resource.spec()))));
    return problems;
  }

  @Override
  public Reading read(PyTorchTrainingJob resource, Lookup lookup) {
    var job = layout(resource);
    var problems =
        PyTorchRules.check(resource, job, lookup).stream().filter(Problem::fatal).toList();
    return problems.isEmpty()
        ? new Reading.Job(Neutral.of(job, new TorchKit(resource, job), lookup))
        : new Reading.Refused(problems);
  }

  @Override
  public JobState recall(PyTorchTrainingJob resource) {
    return StatusReading.of(layout(resource));
  }

  @Override
  public PyTorchTrainingJob withStatus(PyTorchTrainingJob resource, JobState state, Instant now) {
    boolean hasBoard = resource.spec().tensorboardSpec() != null;
    return resource.withStatus(StatusWriting.of(layout(resource), state, hasBoard, now));
  }

  @Override
  public PyTorchTrainingJob refused(
      PyTorchTrainingJob resource, List<Problem> problems, Instant now) {
    return Refusal.of(layout(resource), problems, now).map(resource::withStatus).orElse(resource);
  }

  @Override
  public PyTorchTrainingJob lacking(PyTorchTrainingJob resource, Fact refusal, Instant now) {
    return Refusal.lacking(layout(resource), refusal, now)
        .map(resource::withStatus)
        .orElse(resource);
  }

  @Override
  public List<EventText> tell(PyTorchTrainingJob resource, Fact fact) {
    return new Narration(layout(resource)).of(fact);
  }

  @Override
  public List<EventText> tell(PyTorchTrainingJob resource, List<Problem> problems) {
    return Narration.of(problems);
  }

  @Override
  public Set<Attached.Kind> attaches(Settings settings) {
    return Set.of(Groups.KIND, Boards.KIND);
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
  public Answer answer(PyTorchTrainingJob resource, Wish wish) {
    return new Levers(layout(resource)).answer(wish);
  }

  @Override
  public PyTorchTrainingJob largest(PyTorchTrainingJob resource) {
    var job = layout(resource);
    var spec = resource.spec();
    return job.elastic()
        .map(
            elastic ->
                new PyTorchTrainingJob(
                    resource.metadata(),
                    new PyTorchTrainingJob.Spec(
                        spec.replicaSpecs(),
                        spec.tensorboardSpec(),
                        spec.runMode(),
                        spec.runPolicy(),
                        spec.scheduler(),
                        Levers.expecting(elastic, job.most()),
                        spec.torchrunConfig()),
                    resource.status()))
        .orElse(resource);
  }

  static Layout layout(PyTorchTrainingJob resource) {
    var spec = resource.spec();
    return new Layout(
        KIND,
        resource.metadata(),
        types(spec.replicaSpecs()),
        Optional.ofNullable(spec.runMode()),
        Optional.ofNullable(spec.runPolicy()),
        Optional.ofNullable(spec.scheduler()),
        torchrun(resource).flatMap(_ -> Layout.ifOn(Optional.ofNullable(spec.elastic()))),
        Optional.ofNullable(resource.status()));
  }

  private static List<ReplicaType> types(List<ReplicaSpec> specs) {
    var types = new ArrayList<ReplicaType>();
    for (int i = 0; i < specs.size(); i++) {
      var spec = specs.get(i);
      types.add(
          new ReplicaType(
              spec.type(),
              "spec.replicaSpecs[%d]".formatted(i),
              requireNonNullElse(spec.replicas(), 1),
              requireNonNullElse(spec.restartPolicy(), RestartPolicy.DEFAULT),
              spec.template(),
              requireNonNullElse(spec.scalingWeight(), 0),
              CONTAINER));
    }
    return List.copyOf(types);
  }

  private static Optional<TorchrunConfig> torchrun(PyTorchTrainingJob resource) {
    return Optional.ofNullable(resource.spec().torchrunConfig())
        .filter(config -> Spellings.isOn(config.enable(), config.enabled()));
  }

  /// What this kind has of its own.
  private record TorchKit(PyTorchTrainingJob resource, Layout job) implements Neutral.Kit {

    private Torchrun launcher() {
      return new Torchrun(job, torchrun(resource));
    }

    @Override
    public EnvContract environment() {
      return launcher().environment();
    }

    @Override
    public Map<Mode, Launch> launches(ReplicaType type) {
      return launcher().launches(type);
    }

    @Override
    public List<ServicePort> ports() {
      return List.of(Neutral.port("master", port()));
    }

    /// A Service takes nothing but a number.
    private int port() {
      return Optional.of(launcher().port())
          .filter(text -> text.matches("[1-9][0-9]{0,4}"))
          .map(Integer::valueOf)
          .filter(number -> number <= 65_535)
          .orElse(DEFAULT_PORT);
    }

    @Override
    public PodTemplateSpec equipped(ReplicaType type) {
      return type.template();
    }

    @Override
    public List<Attachment> attachments() {
      return Boards.attachment(job, Optional.ofNullable(resource.spec().tensorboardSpec())).stream()
          .toList();
    }
  }
}
