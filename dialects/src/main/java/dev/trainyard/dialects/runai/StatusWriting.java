package dev.trainyard.dialects.runai;

import static dev.trainyard.dialects.runai.Conditions.COMPLETED;
import static dev.trainyard.dialects.runai.Conditions.FAILED;
import static dev.trainyard.dialects.runai.Conditions.RUNNING;
import static dev.trainyard.dialects.runai.Conditions.SCHEDULED;
import static dev.trainyard.dialects.runai.Conditions.SUBMITTED;
import static dev.trainyard.dialects.runai.Conditions.SUSPENDED;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.api.runai.TrainingWorkloadStatus.Condition;
import dev.trainyard.api.runai.TrainingWorkloadStatus.CreatedResource;
import dev.trainyard.dialects.Json;
import dev.trainyard.dialects.Memory;
import dev.trainyard.dialects.OrderedConditions;
import dev.trainyard.dialects.Times;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A state in the words of a workload's status.
final class StatusWriting {

  private final TrainingWorkload resource;
  private final Optional<TrainingWorkloadStatus> before;
  private final Optional<Told> job;
  private final JobState state;
  private final Remembered memory;
  private final Instant now;

  private StatusWriting(
      TrainingWorkload resource, Optional<Told> job, JobState state, Instant now) {
    this.resource = resource;
    this.before = Optional.ofNullable(resource.status());
    this.job = job;
    this.state = state;
    this.memory = state.remember();
    this.now = now;
  }

  /// What is not known of the job stays as it was told.
  static TrainingWorkload of(
      TrainingWorkload resource, Optional<Told> job, JobState state, Instant now) {
    return new StatusWriting(resource, job, state, now).told();
  }

  private TrainingWorkload told() {
    var status = status();
    boolean otherPhase =
        !before.map(TrainingWorkloadStatus::phase).equals(Optional.ofNullable(status.phase()));
    var metadata =
        job.filter(_ -> otherPhase)
            .map(told -> new Totals(told, state, Counts.of(state)).annotations())
            .map(totals -> Totals.on(resource.metadata(), withUser(totals)))
            .orElse(resource.metadata());
    return new TrainingWorkload(metadata, resource.spec(), status);
  }

  private Map<String, String> withUser(Map<String, String> totals) {
    var live = new Live(resource);
    live.text("username").ifPresent(user -> totals.put(Marks.USER, user));
    live.text("userId").ifPresent(id -> totals.put(Marks.USER_ID, id));
    return totals;
  }

  private TrainingWorkloadStatus status() {
    var status = with(null);
    return with(memory(status));
  }

  private TrainingWorkloadStatus with(@Nullable ObjectNode remembered) {
    var counts = Counts.of(state);
    return new TrainingWorkloadStatus(
        PhaseWords.of(state),
        resource.metadata().getUid(),
        job.flatMap(Told::ownName).orElse(kept(TrainingWorkloadStatus::jobName)),
        told(Marks.PROJECT, kept(TrainingWorkloadStatus::project)),
        told(Marks.QUEUE, kept(TrainingWorkloadStatus::queue)),
        job.map(told -> told.label(Marks.NODE_POOL).orElse(Workload.DEFAULT_POOL))
            .orElse(kept(TrainingWorkloadStatus::nodePool)),
        job.map(Told::pods).orElse(kept(TrainingWorkloadStatus::requestedPods)),
        counts.running(),
        counts.pending(),
        counts.succeeded(),
        counts.failed(),
        memory.preemptions().count(),
        job.map(told -> Gpus.text(told.wanted().gpus()))
            .orElse(kept(TrainingWorkloadStatus::requestedGpus)),
        job.map(told -> Gpus.text(told.of(state, Slot.RUNNING).gpus()))
            .orElse(kept(TrainingWorkloadStatus::allocatedGpus)),
        memory.milestones().accepted().map(Times::text).orElse(null),
        memory.ending().map(ending -> Times.text(ending.at())).orElse(null),
        memory
            .ending()
            .filter(ending -> !ending.succeeded())
            .map(ending -> Sentences.failed(ending.cause()))
            .orElse(null),
        job.map(Told::urls).orElse(before.map(TrainingWorkloadStatus::urls).orElse(List.of())),
        createdResources(),
        conditions().list(),
        resource.metadata().getGeneration(),
        remembered);
  }

  private @Nullable String told(String label, @Nullable String kept) {
    return job.map(told -> told.label(label).orElse("")).orElse(kept);
  }

  private <T> @Nullable T kept(Function<TrainingWorkloadStatus, T> field) {
    return before.map(field).orElse(null);
  }

  /// Everything that is to be there is, once it was all made.
  private List<CreatedResource> createdResources() {
    return job.filter(_ -> memory.milestones().initialized().isPresent())
        .map(
            told ->
                told.objects().stream()
                    .map(
                        object ->
                            new CreatedResource(
                                object.get(0),
                                object.get(1),
                                told.job().id().namespace(),
                                object.get(2)))
                    .toList())
        .orElse(before.map(TrainingWorkloadStatus::createdResources).orElse(List.of()));
  }

  private @Nullable ObjectNode memory(TrainingWorkloadStatus status) {
    var told = StatusReading.told(status);
    var text = Memory.write(memory, told, told, standing());
    var json =
        text.flatMap(Json::parse)
            .filter(ObjectNode.class::isInstance)
            .map(ObjectNode.class::cast)
            .orElseGet(JsonNodeFactory.instance::objectNode);
    memory.preemptions().lastIncident().ifPresent(last -> json.put(StatusReading.INCIDENT, last));
    if (PhaseWords.isMpi(state)) {
      json.put(StatusReading.LAUNCHER, launcher());
    }
    return json.isEmpty() ? null : json;
  }

  /// What was remembered by the words that all kinds share.
  private Optional<String> standing() {
    return before
        .flatMap(known -> Optional.ofNullable(known.memory()))
        .map(
            known -> {
              var shared = known.deepCopy();
              shared.remove(List.of(StatusReading.INCIDENT, StatusReading.LAUNCHER));
              return shared;
            })
        .filter(shared -> !shared.isEmpty())
        .map(ObjectNode::toString);
  }

  private String launcher() {
    return state.replicas().stream()
        .filter(replica -> replica.id().role().equals(MpiJob.LAUNCHER) && !replica.leaving())
        .map(replica -> replica.slot().name())
        .findFirst()
        .orElse("");
  }

  private OrderedConditions<Condition> conditions() {
    var milestones = memory.milestones();
    var conditions = Conditions.of(before);
    conditions =
        milestones.initialized().isPresent()
            ? conditions.with(
                SUBMITTED,
                true,
                "ResourcesCreated",
                Sentences.SUBMITTED,
                milestones.initialized().get())
            : conditions.without(SUBMITTED);
    conditions = running(scheduled(conditions));
    if (milestones.held().isPresent()) {
      conditions =
          conditions.with(SUSPENDED, true, SUSPENDED, Sentences.SUSPENDED, milestones.held().get());
    } else if (milestones.resumed().isPresent()) {
      conditions =
          conditions.with(
              SUSPENDED, false, "Resumed", Sentences.RESUMED, milestones.resumed().get());
    }
    return memory.ending().isPresent() ? ended(conditions, memory.ending().get()) : conditions;
  }

  /// What has no pods has nothing to be scheduled.
  private OrderedConditions<Condition> scheduled(OrderedConditions<Condition> conditions) {
    var standing =
        state.replicas().stream()
            .filter(replica -> !replica.leaving())
            .filter(replica -> replica.slot() == Slot.PENDING || replica.slot() == Slot.RUNNING)
            .toList();
    if (standing.isEmpty() || memory.ending().isPresent()) {
      return conditions;
    }
    long waiting =
        standing.stream()
            .filter(replica -> replica.slot() == Slot.PENDING)
            .map(ReplicaState::node)
            .filter(Optional::isEmpty)
            .count();
    return waiting == 0
        ? conditions.with(SCHEDULED, true, SCHEDULED, Sentences.SCHEDULED, now)
        : conditions.with(SCHEDULED, false, "Unschedulable", Sentences.unscheduled(waiting), now);
  }

  private OrderedConditions<Condition> running(OrderedConditions<Condition> conditions) {
    var since = memory.milestones().running();
    boolean runs =
        since.isPresent()
            && (state.phase() == Phase.RUNNING
                || (state.phase() == Phase.SHRUNKEN && PhaseWords.isMpi(state)));
    if (runs) {
      return conditions.with(
          RUNNING,
          true,
          RUNNING,
          Sentences.RUNNING,
          conditions.find(RUNNING).isPresent() ? now : since.get());
    }
    return conditions.find(RUNNING).isEmpty()
        ? conditions
        : conditions.with(RUNNING, false, PhaseWords.of(state), Sentences.NOT_RUNNING, now);
  }

  private static OrderedConditions<Condition> ended(
      OrderedConditions<Condition> conditions, Ending ending) {
    return ending.succeeded()
        ? conditions.with(COMPLETED, true, COMPLETED, Sentences.COMPLETED, ending.at())
        : conditions.with(
            FAILED,
            true,
            Sentences.reason(ending.cause()),
            Sentences.failed(ending.cause()),
            ending.at());
  }
}
