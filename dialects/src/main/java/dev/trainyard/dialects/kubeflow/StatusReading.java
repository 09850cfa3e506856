package dev.trainyard.dialects.kubeflow;

import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.SchedulingPolicy;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Memory;
import dev.trainyard.dialects.training.Conditions;
import dev.trainyard.dialects.training.Told;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.ReplicaState;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.JobState.Waiting;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a job's status and memory bring back.
final class StatusReading {

  private final Layout job;
  private final Optional<JobStatus> status;
  private final Told told;

  private StatusReading(Layout job, Optional<JobStatus> status) {
    this.job = job;
    this.status = status;
    this.told = Told.by(status, job.job().metadata());
  }

  static JobState of(Layout job) {
    var reading = new StatusReading(job, Optional.ofNullable(job.job().status()));
    var told = reading.remembered();
    var memory =
        job.annotation(Annotations.MEMORY).map(text -> Memory.read(text, told)).orElse(told);
    return reading.state(memory);
  }

  /// What the status brings back without the memory.
  static Remembered told(Layout job, Optional<JobStatus> status) {
    return new StatusReading(job, status).remembered();
  }

  private Remembered remembered() {
    return told.remembered(Reason.RUNNING.word, new Sentences(job)::causeOf);
  }

  private JobState state(Remembered memory) {
    var phase = told.phase(memory);
    return new JobState(
        phase, Told.why(phase, memory), replicas(), List.of(), waiting(memory), memory);
  }

  /// A job whose spec was refused waits for another one; once that has come, waiting for nothing is
  /// a change to be told.
  private Optional<Waiting> waiting(Remembered memory) {
    if (Conditions.of(status).refused()) {
      return Optional.of(new Waiting("SpecRefused", Map.of()));
    }
    var milestones = memory.milestones();
    boolean queued =
        milestones.queued().isPresent()
            && milestones.accepted().isEmpty()
            && milestones.held().isEmpty()
            && memory.ending().isEmpty();
    return queued
        ? Optional.of(new Waiting("WaitingForGroup", Map.of("queue", queue())))
        : Optional.empty();
  }

  private String queue() {
    return job.runPolicy()
        .flatMap(policy -> Optional.ofNullable(policy.schedulingPolicy()))
        .map(SchedulingPolicy::queue)
        .orElse("");
  }

  /// Only how many stand in each slot is known, so the lowest indexes stand for them.
  private List<ReplicaState> replicas() {
    var replicas = new ArrayList<ReplicaState>();
    status.ifPresent(
        known ->
            known
                .replicaStatuses()
                .forEach(
                    (type, counts) -> {
                      var slots = Told.slots(counts);
                      for (int index = 0; index < slots.size(); index++) {
                        replicas.add(replica(new ReplicaId(type, index), slots.get(index)));
                      }
                    }));
    return replicas;
  }

  private ReplicaState replica(ReplicaId id, Slot slot) {
    return new ReplicaState(
        id,
        job.podName(id.role(), id.index()),
        Optional.empty(),
        slot,
        false,
        false,
        0,
        Optional.empty(),
        List.of());
  }
}
