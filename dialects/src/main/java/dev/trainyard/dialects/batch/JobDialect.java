package dev.trainyard.dialects.batch;

import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Memory;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Wish;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Kubernetes' `Job` (`batch/v1`). A cluster has a controller for it; a yard has this.
public final class JobDialect implements Dialect<Job> {

  static final Kind KIND =
      new Kind(Batch.GROUP, Batch.VERSION, Batch.KIND, Batch.PLURAL, List.of(), Job.class);

  @Override
  public Kind kind() {
    return KIND;
  }

  @Override
  public boolean runs(Settings settings) {
    return settings.runsJobs();
  }

  @Override
  public List<Problem> validate(Job resource, Optional<Job> before, Lookup lookup) {
    return Rules.check(new Layout(resource), before.map(Layout::new), lookup.settings());
  }

  @Override
  public Reading read(Job resource, Lookup lookup) {
    var job = new Layout(resource);
    if (job.managedByOthers().isPresent()) {
      return new Reading.NotOurs(
          "spec.managedBy gives it to \"%s\"".formatted(job.managedByOthers().get()));
    }
    var problems =
        Rules.check(job, Optional.empty(), lookup.settings()).stream()
            .filter(Problem::fatal)
            .toList();
    return problems.isEmpty()
        ? new Reading.Job(Neutral.of(job, lookup.settings()))
        : new Reading.Refused(problems);
  }

  @Override
  public JobState recall(Job resource) {
    return StatusReading.of(new Layout(resource));
  }

  @Override
  public Job withStatus(Job resource, JobState state, Instant now) {
    var job = new Layout(resource);
    var status = StatusWriting.of(job, state);
    var memory =
        Memory.write(
            state.remember(),
            StatusReading.told(job, job.status()),
            StatusReading.told(job, Optional.of(status)),
            job.memory());
    return with(resource, Memory.beside(job.metadata(), memory), status);
  }

  /// A Job that has ended stays ended, whatever becomes of its spec.
  @Override
  public Job refused(Job resource, List<Problem> problems, Instant now) {
    var job = new Layout(resource);
    return StatusReading.of(job).remember().ending().isPresent()
        ? resource
        : with(resource, resource.getMetadata(), StatusWriting.refused(job, problems, now));
  }

  private static Job with(Job resource, ObjectMeta metadata, JobStatus status) {
    return new Job(
        resource.getApiVersion(), resource.getKind(), metadata, resource.getSpec(), status);
  }

  @Override
  public List<EventText> tell(Job resource, Fact fact) {
    return Narration.of(new Layout(resource), fact);
  }

  @Override
  public List<EventText> tell(Job resource, List<Problem> problems) {
    return Narration.of(problems);
  }

  /// The documented status has no room for a memory, and Jobs may expire.
  @Override
  public Set<Change> changes() {
    return Set.of(Change.ANNOTATIONS, Change.DELETION);
  }

  @Override
  public boolean grants(Wish wish) {
    return switch (wish) {
      case Wish.Pause _, Wish.Resume _, Wish.Restart _ -> true;
      case Wish.Scale _, Wish.Debug _ -> false;
    };
  }

  @Override
  public Answer answer(Job resource, Wish wish) {
    return new Levers(new Layout(resource)).answer(wish);
  }
}
