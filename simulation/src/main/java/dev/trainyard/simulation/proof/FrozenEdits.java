package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.proof.Edits.Result;
import dev.trainyard.simulation.proof.Edits.State;
import java.util.List;
import java.util.Set;

/// Changes jobs that were accepted where nobody judges the change: whatever is changed of what is
/// fixed, they stay what they were, and so is what is made of them later.
public final class FrozenEdits {

  /// What is read from a workload at any time.
  private static final Set<String> LIVE_OF_A_WORKLOAD =
      Set.of(
          "spec.active.value",
          "spec.autoDeletionTimeAfterCompletionSeconds.value",
          "spec.ttlAfterFinish.value");

  /// What stops and starts a job of TensorStack's, and its board.
  private static final Set<String> SUSPENSION =
      Set.of(
          "spec.runMode.pause.enable",
          "spec.runMode.pause.enabled",
          "spec.tensorboardSpec.suspend",
          "spec.tensorboardSpec.runMode");

  /// What is changed.
  public enum Subject {
    A_SWEEP,
    AN_MPI_JOB,
    A_TRAINING_JOB,
    A_DEEP_SPEED_JOB;

    private ObjectNode plain() {
      return switch (this) {
        case A_SWEEP ->
            WorkloadMakers.workload(
                WorkloadMakers.NAMED,
                "completions: {value: 3}, parallelism: {value: 2}",
                "environment: {items: {RATE: {value: '1'}}}",
                "ports: {items: {web: {value: {container: 80}}}}",
                WorkloadMakers.CLAIMS,
                WorkloadMakers.REPOSITORY);
        case AN_MPI_JOB -> WorkloadMakers.workload(WorkloadMakers.MPI);
        case A_TRAINING_JOB -> TensorStackMakers.plainTraining();
        case A_DEEP_SPEED_JOB -> TensorStackMakers.plainDeepSpeed();
      };
    }

    private boolean follows(ObjectNode job, String field) {
      return switch (this) {
        case A_SWEEP, AN_MPI_JOB -> LIVE_OF_A_WORKLOAD.contains(field);
        case A_TRAINING_JOB, A_DEEP_SPEED_JOB ->
            JobTree.of(job).words().changeable(field) || SUSPENSION.contains(field);
      };
    }

    /// What a plain variable said is kept nowhere but in the definition: pods to come lack it once
    /// it is gone from there.
    private boolean lacksVariables(String field, String difference) {
      return switch (this) {
        case A_SWEEP, AN_MPI_JOB -> false;
        case A_TRAINING_JOB, A_DEEP_SPEED_JOB ->
            difference.startsWith("Pod ")
                && (field.endsWith("replicaSpecs") || field.contains(".template."));
      };
    }

    /// A change of which nothing comes, whatever else is done to the job. What stands in the status
    /// of a workload counts the edits.
    private ObjectNode unchanged(ObjectNode start) {
      return switch (this) {
        case A_SWEEP, AN_MPI_JOB -> changedFor("another", start);
        case A_TRAINING_JOB, A_DEEP_SPEED_JOB -> start;
      };
    }
  }

  /// Every field of a job that stands so is changed; then it is stopped and started.
  public static Result everyField(Subject subject, State state) {
    var start = state == State.SUSPENDED ? Edits.held(subject.plain()) : subject.plain();
    var renewed = new EditPath(state).then(start).then(Edits.held(start));
    var made = renewed.then(Edits.started(start)).walked().getLast();
    var told = changed(state, start, subject.unchanged(start)).getLast();
    return Fields.of(start).parallelStream()
        .filter(change -> !subject.follows(start, change.field()))
        .map(
            change -> {
              var walked = changed(state, start, change.job());
              var report = new EditReport("%s, %s".formatted(state, change));
              report.compare("changed", walked.get(1), walked.getFirst());
              report.compareMade("changed", walked.get(1), walked.getFirst());
              report.sparing(difference -> subject.lacksVariables(change.field(), difference));
              report.compare("renewed", walked.getLast(), told);
              report.compareMade("renewed", walked.getLast(), made);
              return Result.of(1, report.lines());
            })
        .reduce(Result.of(0, List.of()), Result::and);
  }

  private static ObjectNode changedFor(String user, ObjectNode start) {
    var job = start.deepCopy();
    job.withObject("/spec/username").put("value", user);
    return job;
  }

  private static List<Standing> changed(State state, ObjectNode start, ObjectNode job) {
    return new EditPath(state)
        .then(start)
        .then(job)
        .then(Edits.held(job))
        .then(Edits.started(job))
        .walked();
  }

  private FrozenEdits() {}
}
