package dev.trainyard.dialects.mpi;

import static dev.trainyard.api.kubeflow.MPIJob.LAUNCHER;

import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.kubeflow.ReplicaStatus;
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

  static final Waiting WORKERS_ENDED = new Waiting(Waiting.REPLICAS_ENDED, Map.of());

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
    var phase = reading.told.phase(memory);
    return new JobState(
        phase,
        Told.why(phase, memory),
        reading.replicas(),
        List.of(),
        Optional.of(WORKERS_ENDED).filter(_ -> tellsOfEnded(reading.told.conditions())),
        memory);
  }

  /// Whether it is told that the launcher waits for workers which have ended.
  static boolean tellsOfEnded(Conditions conditions) {
    return conditions
        .denied(Conditions.RUNNING)
        .filter(one -> Reason.WORKERS_ENDED.word.equals(one.reason()))
        .isPresent();
  }

  /// What the status brings back without the memory.
  static Remembered told(Layout job, Optional<JobStatus> status) {
    return new StatusReading(job, status).remembered();
  }

  private Remembered remembered() {
    return told.remembered(Reason.RUNNING.word, new Sentences(job)::causeOf);
  }

  /// Only how many workers stand in each slot is known, so the lowest indexes stand for them.
  private List<ReplicaState> replicas() {
    var replicas = new ArrayList<ReplicaState>();
    status
        .map(JobStatus::replicaStatuses)
        .orElse(Map.of())
        .forEach(
            (type, counts) -> {
              var slots = type.equals(LAUNCHER) ? launcher(counts) : Told.slots(counts);
              for (int index = 0; index < slots.size(); index++) {
                int restarts = type.equals(LAUNCHER) ? counts.failed() : 0;
                replicas.add(replica(new ReplicaId(type, index), slots.get(index), restarts));
              }
            });
    return replicas;
  }

  /// There is one place for it, and its failures are those of the pods it had there.
  private static List<Slot> launcher(ReplicaStatus counts) {
    return Told.slots(counts).stream().limit(1).toList();
  }

  private ReplicaState replica(ReplicaId id, Slot slot, int restarts) {
    return new ReplicaState(
        id,
        id.role().equals(LAUNCHER) ? job.launcher() : job.worker(id.index()),
        Optional.empty(),
        slot,
        false,
        false,
        restarts,
        Optional.empty(),
        List.of());
  }
}
