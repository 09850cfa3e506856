package dev.trainyard.dialects.kubeflow;

import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.api.kubeflow.RunPolicy;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Memory;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Wish;
import dev.trainyard.dialects.training.Conditions;
import dev.trainyard.dialects.training.GangResources;
import dev.trainyard.dialects.training.PodGroups;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Kubeflow's `PyTorchJob` (`kubeflow.org/v1`), as training-operator v1.9.0 documents it.
public final class PyTorchJobDialect implements Dialect<PyTorchJob> {

  static final Kind KIND =
      new Kind(
          PyTorchJob.GROUP,
          PyTorchJob.VERSION,
          PyTorchJob.KIND,
          PyTorchJob.PLURAL,
          List.of(),
          PyTorchJob.class);

  @Override
  public Kind kind() {
    return KIND;
  }

  /// As users of Kubeflow's operator know it from its refusals.
  @Override
  public String validator() {
    return "validator.pytorchjob.training-operator.kubeflow.org";
  }

  @Override
  public List<Problem> validate(PyTorchJob resource, Optional<PyTorchJob> before, Lookup lookup) {
    return Rules.check(resource, before, lookup.settings());
  }

  @Override
  public Reading read(PyTorchJob resource, Lookup lookup) {
    var job = new Layout(Defaults.applied(resource));
    var manager = job.runPolicy().map(RunPolicy::managedBy);
    if (manager.isPresent() && !manager.get().equals(PolicyRules.MANAGED_BY_US)) {
      return new Reading.NotOurs(
          "spec.runPolicy.managedBy gives it to \"%s\"".formatted(manager.get()));
    }
    var problems =
        Rules.check(resource, Optional.empty(), lookup.settings()).stream()
            .filter(Problem::fatal)
            .toList();
    return problems.isEmpty()
        ? new Reading.Job(
            Neutral.of(job, lookup, Defaults.cleanPodPolicy(resource, lookup.settings())))
        : new Reading.Refused(problems);
  }

  @Override
  public JobState recall(PyTorchJob resource) {
    return StatusReading.of(layout(resource));
  }

  @Override
  public PyTorchJob withStatus(PyTorchJob resource, JobState state, Instant now) {
    var job = layout(resource);
    var status = StatusWriting.of(job, state);
    var memory =
        Memory.write(
            state.remember(),
            StatusReading.told(job, Optional.ofNullable(resource.status())),
            StatusReading.told(job, Optional.of(status)),
            job.annotation(Annotations.MEMORY));
    return new PyTorchJob(Memory.beside(resource.metadata(), memory), resource.spec(), status);
  }

  /// A job that has ended stays ended, whatever becomes of its spec.
  @Override
  public PyTorchJob refused(PyTorchJob resource, List<Problem> problems, Instant now) {
    var before = Optional.ofNullable(resource.status());
    var conditions = Conditions.of(before);
    if (conditions.terminal().isPresent()) {
      return resource;
    }
    return resource.withStatus(
        new JobStatus(
            conditions
                .refused(Reason.FAILED_VALIDATION.word, Narration.refusal(problems), now)
                .list(),
            before.map(JobStatus::replicaStatuses).orElse(Map.of()),
            before.map(JobStatus::startTime).orElse(null),
            null,
            before.map(JobStatus::lastReconcileTime).orElse(null)));
  }

  @Override
  public List<EventText> tell(PyTorchJob resource, Fact fact) {
    return new Narration(layout(resource)).of(fact);
  }

  @Override
  public List<EventText> tell(PyTorchJob resource, List<Problem> problems) {
    return new Narration(layout(resource)).of(problems);
  }

  @Override
  public Set<Attached.Kind> attaches(Settings settings) {
    return Stream.concat(
            Stream.of(Autoscaler.KIND), settings.gangScheduler().map(PodGroups::kind).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<Attached.Kind> consults(Settings settings) {
    return settings.gangScheduler().isPresent() ? Set.of(GangResources.PRIORITIES) : Set.of();
  }

  /// The documented status has no room for a memory, and jobs may expire.
  @Override
  public Set<Change> changes() {
    return Set.of(Change.ANNOTATIONS, Change.DELETION);
  }

  @Override
  public boolean grants(Wish wish) {
    return switch (wish) {
      case Wish.Pause _, Wish.Resume _, Wish.Scale _, Wish.Restart _ -> true;
      case Wish.Debug _ -> false;
    };
  }

  @Override
  public Answer answer(PyTorchJob resource, Wish wish) {
    return new Levers(layout(resource), resource).answer(wish);
  }

  @Override
  public PyTorchJob largest(PyTorchJob resource) {
    return Levers.largest(layout(resource), resource);
  }

  private static Layout layout(PyTorchJob resource) {
    return new Layout(Defaults.appliedAroundTemplates(resource));
  }
}
