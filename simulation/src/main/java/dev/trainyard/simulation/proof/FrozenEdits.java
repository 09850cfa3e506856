package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.proof.Edits.Result;
import dev.trainyard.simulation.proof.Edits.State;
import java.util.List;
import java.util.Set;

/// Changes workloads that were submitted: whatever is changed, they stay what they were, and so is
/// what is made of them later. Only whether they run and when they are deleted follows its field.
public final class FrozenEdits {

  /// What is read from a workload at any time.
  private static final Set<String> LIVE =
      Set.of(
          "spec.active.value",
          "spec.autoDeletionTimeAfterCompletionSeconds.value",
          "spec.ttlAfterFinish.value");

  /// What a workload consists of.
  public enum Subject {
    A_SWEEP,
    AN_MPI_JOB;

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
      };
    }
  }

  /// Every field of a workload that stands so is changed; then it is stopped and started.
  public static Result everyField(Subject subject, State state) {
    var start = state == State.SUSPENDED ? Edits.held(subject.plain()) : subject.plain();
    var renewed = new EditPath(state).then(start).then(Edits.held(start));
    var made = renewed.then(Edits.started(start)).walked().getLast();
    // What stands in the status counts the edits.
    var told = changed(state, start, changedFor("another", start)).getLast();
    return Fields.of(start).parallelStream()
        .filter(change -> !LIVE.contains(change.field()))
        .map(
            change -> {
              var walked = changed(state, start, change.job());
              var report = new EditReport("%s, %s".formatted(state, change));
              report.compare("changed", walked.get(1), walked.getFirst());
              report.compareMade("changed", walked.get(1), walked.getFirst());
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
