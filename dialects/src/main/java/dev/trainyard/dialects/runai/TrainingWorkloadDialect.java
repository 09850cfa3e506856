package dev.trainyard.dialects.runai;

import dev.trainyard.api.runai.TrainingPolicy;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Companion;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Queues;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.dialects.Wish;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.TrainingJob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Run:ai's `TrainingWorkload`.
public final class TrainingWorkloadDialect implements Dialect<TrainingWorkload> {

  static final Kind KIND =
      new Kind(
          TrainingWorkload.GROUP,
          TrainingWorkload.VERSION,
          TrainingWorkload.KIND,
          TrainingWorkload.PLURAL,
          List.of(),
          TrainingWorkload.class);

  private static final Attached.Kind WORKLOADS =
      new Attached.Kind(
              TrainingWorkload.GROUP,
              TrainingWorkload.VERSION,
              TrainingWorkload.KIND,
              TrainingWorkload.PLURAL)
          .keeping("spec");

  private static final Attached.Kind POLICIES =
      new Attached.Kind(
              TrainingPolicy.GROUP,
              TrainingPolicy.VERSION,
              TrainingPolicy.KIND,
              TrainingPolicy.PLURAL)
          .keeping("spec");

  @Override
  public Kind kind() {
    return KIND;
  }

  /// What has its name is judged no more: it goes on with what it was submitted with.
  @Override
  public List<Problem> validate(
      TrainingWorkload resource, Optional<TrainingWorkload> before, Lookup lookup) {
    var reservation = Reservation.of(resource, lookup);
    if (before.isEmpty() && reservation.isPresent()) {
      return Remarks.on(Submitted.before(resource, reservation.get(), lookup));
    }
    var problems = Rules.check(resource, before, lookup);
    return before.isEmpty()
            && Submission.of(resource, lookup) instanceof Submission.Accepted accepted
        ? Stream.concat(
                problems.stream(), Remarks.on(Submitted.now(resource, accepted, lookup)).stream())
            .toList()
        : problems;
  }

  @Override
  public Reading read(TrainingWorkload resource, Lookup lookup) {
    var reservation = Reservation.of(resource, lookup);
    if (reservation.isPresent()) {
      return new Reading.Job(Submitted.before(resource, reservation.get(), lookup).job());
    }
    var conflict = Refusals.standing(resource);
    if (conflict.isPresent()) {
      return new Reading.Refused(List.of(conflict.get()));
    }
    return switch (Submission.of(resource, lookup)) {
      case Submission.Template() -> new Reading.NotOurs("spec.usage makes it a template");
      case Submission.Refused(_, var problems) -> new Reading.Refused(problems);
      case Submission.Accepted accepted ->
          new Reading.Job(Submitted.now(resource, accepted, lookup).job());
    };
  }

  @Override
  public boolean comesTooLate(Problem warning) {
    return warning.message().equals(Remarks.CHANGE_IGNORED);
  }

  @Override
  public List<Problem> hindsight(TrainingWorkload resource, Lookup lookup) {
    return Reservation.of(resource, lookup)
        .map(submitted -> Hindsight.on(submitted, Evaluation.of(resource, lookup)))
        .orElse(List.of());
  }

  @Override
  public boolean isJob(TrainingWorkload resource) {
    return !Layer.TEMPLATE.equals(resource.spec().path("usage").asText());
  }

  @Override
  public JobState recall(TrainingWorkload resource) {
    return StatusReading.of(Optional.ofNullable(resource.status()));
  }

  @Override
  public TrainingWorkload withStatus(TrainingWorkload resource, JobState state, Instant now) {
    return StatusWriting.of(resource, Optional.empty(), state, now);
  }

  @Override
  public TrainingWorkload withStatus(
      TrainingWorkload resource, TrainingJob job, JobState state, Instant now) {
    return StatusWriting.of(resource, Optional.of(new Told(job)), state, now);
  }

  @Override
  public TrainingWorkload refused(TrainingWorkload resource, List<Problem> problems, Instant now) {
    return Refusals.told(resource, problems, now);
  }

  @Override
  public TrainingWorkload lacking(TrainingWorkload resource, Fact refusal, Instant now) {
    return Refusals.told(resource, refusal, now);
  }

  @Override
  public List<EventText> tell(TrainingWorkload resource, Fact fact) {
    return Narration.of(fact);
  }

  @Override
  public List<EventText> tell(TrainingWorkload resource, List<Problem> problems) {
    return Narration.of(problems);
  }

  @Override
  public Set<Attached.Kind> attaches(Settings settings) {
    var kinds = Set.of(Attached.CONFIG_MAPS, Attached.SECRETS, StorageClaims.KIND);
    return settings.place() == Place.YARD
        ? kinds
        : Stream.concat(kinds.stream(), Stream.of(ExposedUrl.INGRESSES))
            .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Set<Attached.Kind> carriers(Settings settings) {
    return Set.of(MpiJob.KIND, MpiJob.LAUNCHERS);
  }

  @Override
  public Set<Attached.Kind> consults(Settings settings) {
    return Set.of(WORKLOADS, POLICIES, Queues.NAMESPACES);
  }

  @Override
  public Set<Attached.Kind> recalls() {
    return Set.of(Attached.CONFIG_MAPS);
  }

  @Override
  public Set<Attached.Kind> judgesBy() {
    return Set.of(WORKLOADS, POLICIES, Queues.NAMESPACES);
  }

  @Override
  public List<Companion> companions() {
    return List.of(new TrainingPolicies());
  }

  /// Tools for Run:ai look for totals on the annotations, and workloads may expire.
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
  public Answer answer(TrainingWorkload resource, Wish wish) {
    return new Levers(resource).answer(wish);
  }
}
