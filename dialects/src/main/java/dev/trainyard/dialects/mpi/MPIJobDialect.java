package dev.trainyard.dialects.mpi;

import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Family;
import dev.trainyard.dialects.Family.Shown;
import dev.trainyard.dialects.Memory;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Wish;
import dev.trainyard.dialects.training.GangResources;
import dev.trainyard.dialects.training.PodGroups;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Kubeflow's `MPIJob` (`kubeflow.org/v2beta1`): a launcher that starts a program on its workers by
/// mpirun and ssh.
public final class MPIJobDialect implements Dialect<MPIJob> {

  static final Kind KIND =
      new Kind(
          MPIJob.GROUP,
          MPIJob.VERSION,
          MPIJob.KIND,
          MPIJob.PLURAL,
          List.of(MPIJob.SHORT_NAME),
          MPIJob.class);

  /// As Kubeflow's MPI operator has it.
  private static final Family FAMILY =
      new Family(
          "mpi_operator_jobs_",
          Set.of(Family.CREATED, Family.SUCCESSFUL, Family.FAILED),
          false,
          Optional.of(new Shown("mpi_operator_job_info", "launcher", Layout.LAUNCHER_SUFFIX)));

  @Override
  public Kind kind() {
    return KIND;
  }

  @Override
  public Family family() {
    return FAMILY;
  }

  @Override
  public List<Problem> validate(MPIJob resource, Optional<MPIJob> before, Lookup lookup) {
    return Rules.check(resource, before);
  }

  @Override
  public Reading read(MPIJob resource, Lookup lookup) {
    var job = new Layout(resource);
    var manager = Rules.manager(job).filter(name -> !name.equals(Rules.MANAGED_BY_US));
    if (manager.isPresent()) {
      return new Reading.NotOurs(
          "spec.runPolicy.managedBy gives it to \"%s\"".formatted(manager.get()));
    }
    var problems = Rules.check(resource, Optional.empty()).stream().filter(Problem::fatal).toList();
    return problems.isEmpty()
        ? new Reading.Job(Neutral.of(job, lookup))
        : new Reading.Refused(problems);
  }

  @Override
  public JobState recall(MPIJob resource) {
    return StatusReading.of(new Layout(resource));
  }

  @Override
  public MPIJob withStatus(MPIJob resource, JobState state, Instant now) {
    var job = new Layout(resource);
    var status = StatusWriting.of(job, state, now);
    var memory =
        Memory.write(
            state.remember(),
            StatusReading.told(job, Optional.ofNullable(resource.status())),
            StatusReading.told(job, Optional.of(status)),
            job.annotation(Annotations.MEMORY));
    return new MPIJob(Memory.beside(resource.metadata(), memory), resource.spec(), status);
  }

  /// An event is all there is to be seen of a refusal.
  @Override
  public MPIJob refused(MPIJob resource, List<Problem> problems, Instant now) {
    return resource;
  }

  @Override
  public List<EventText> tell(MPIJob resource, Fact fact) {
    return new Narration(new Layout(resource)).of(fact);
  }

  @Override
  public List<EventText> tell(MPIJob resource, List<Problem> problems) {
    return new Narration(new Layout(resource)).of(problems);
  }

  @Override
  public Set<Attached.Kind> attaches(Settings settings) {
    return Stream.concat(
            Stream.of(Attached.CONFIG_MAPS, Attached.SECRETS),
            settings.gangScheduler().map(PodGroups::kind).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<Attached.Kind> carriers(Settings settings) {
    return Set.of(LauncherJob.KIND);
  }

  @Override
  public Set<Attached.Kind> consults(Settings settings) {
    return settings.gangScheduler().isPresent() ? Set.of(GangResources.PRIORITIES) : Set.of();
  }

  /// The documented status has no room for a memory. What expires is the launcher's Job.
  @Override
  public Set<Change> changes() {
    return Set.of(Change.ANNOTATIONS);
  }

  @Override
  public boolean grants(Wish wish) {
    return switch (wish) {
      case Wish.Pause _, Wish.Resume _, Wish.Scale _, Wish.Restart _ -> true;
      case Wish.Debug _ -> false;
    };
  }

  @Override
  public Answer answer(MPIJob resource, Wish wish) {
    return new Levers(new Layout(resource)).answer(wish);
  }
}
