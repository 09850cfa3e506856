package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.api.MergePatch;
import dev.trainyard.simulation.proof.Fields.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Changes jobs while they stand, there and back, and compares where that leads with jobs that were
/// so from the start.
public final class Edits {

  /// Whoever answers for a job, it is not to change under way; with nobody to refuse the change, it
  /// is not acted upon.
  private static final Set<String> FIXED = Set.of("spec.runPolicy.managedBy");

  /// What still matters once a job has ended.
  private static final Set<String> OF_THE_END =
      Set.of("spec.runPolicy.cleanPodPolicy", "spec.runPolicy.ttlSecondsAfterFinished");

  private static final Set<String> OF_THE_LAUNCHER =
      Set.of(
          "spec.runLauncherAsWorker",
          "spec.slotsPerWorker",
          "spec.sshAuthMountPath",
          "spec.runPolicy.activeDeadlineSeconds");

  /// How a job stands when it is changed.
  public enum State {
    WAITING,
    RUNNING,
    SUSPENDED,
    ENDED
  }

  /// What is changed.
  public enum Subject {
    PYTORCH_JOB,
    TRAINING_JOB,
    DEEP_SPEED_JOB,
    MPI_JOB;

    /// A job that does nothing special.
    ObjectNode plain() {
      return switch (this) {
        case PYTORCH_JOB -> KubeflowMakers.plain();
        case TRAINING_JOB -> TensorStackMakers.plainTraining();
        case DEEP_SPEED_JOB -> TensorStackMakers.plainDeepSpeed();
        case MPI_JOB -> MpiMakers.mpi("backoffLimit: 6", 3);
      };
    }

    private List<Edit> edits() {
      var changes =
          switch (this) {
            case PYTORCH_JOB ->
                List.of(
                    new Edit("five workers", KubeflowMakers.plain(5)),
                    new Edit("one worker", KubeflowMakers.plain(1)),
                    new Edit("more than there is room for", KubeflowMakers.plain(18)));
            case TRAINING_JOB, DEEP_SPEED_JOB ->
                List.of(
                    new Edit("four replicas", changed("{spec: {elastic: {expectedReplicas: 4}}}")),
                    new Edit("two replicas", changed("{spec: {elastic: {expectedReplicas: 2}}}")),
                    new Edit("debugged", changed("{spec: {runMode: {debug: {enable: true}}}}")));
            case MPI_JOB ->
                List.of(
                    new Edit("five workers", MpiMakers.mpi("backoffLimit: 6", 5)),
                    new Edit("one worker", MpiMakers.mpi("backoffLimit: 6", 1)),
                    new Edit("more than there is room for", MpiMakers.mpi("backoffLimit: 6", 18)));
          };
      var all = new ArrayList<>(changes);
      all.add(new Edit("suspended", held(plain())));
      all.add(new Edit("as it was", plain()));
      return all;
    }

    /// Whether the way to a field's value may show in an object.
    boolean mayDiffer(State state, String field, String difference) {
      return switch (this) {
        case PYTORCH_JOB -> false;
        case TRAINING_JOB, DEEP_SPEED_JOB ->
            field.equals("spec.elastic.expectedReplicas")
                && state != State.RUNNING
                && mattersOnlyWhileSomebodyRuns(difference);
        case MPI_JOB ->
            switch (state) {
              case WAITING, SUSPENDED ->
                  mattersOnlyWhileSomebodyRuns(difference) || isATryMore(field, difference);
              case RUNNING -> ofTheLauncher(field) && isFixedWithIt(difference);
              case ENDED -> isLeftAtTheEnd(field, difference);
            };
      };
    }

    private ObjectNode changed(String yaml) {
      var copy = plain();
      MergePatch.into(copy, Makers.yaml(yaml));
      return copy;
    }
  }

  /// What came of it.
  ///
  /// @param paths how many were gone
  public record Result(int paths, List<String> failures) {

    Result and(Result other) {
      var all = new ArrayList<>(failures);
      all.addAll(other.failures);
      return new Result(paths + other.paths, all);
    }

    static Result of(int paths, List<String> failures) {
      return new Result(paths, List.copyOf(failures));
    }
  }

  /// Every field of a job that stands so is changed, and changed back.
  public static Result everyField(Subject subject, State state) {
    var start = state == State.SUSPENDED ? held(subject.plain()) : subject.plain();
    var words = JobTree.of(start).words();
    var undisturbed =
        new EditPath(state).then(start).then(held(start)).then(started(start)).walked();
    return Fields.of(start).parallelStream()
        .filter(change -> words.changeable(change.field()))
        // A job that runs shows both what pods keep and what those to come are made from.
        .filter(change -> state == State.RUNNING || !change.field().contains(".template."))
        // Every other change is followed by a suspension too.
        .filter(change -> !change.field().equals("spec.runPolicy.suspend"))
        .map(change -> thereAndBack(subject, state, start, undisturbed, change))
        .reduce(Result.of(0, List.of()), Result::and);
  }

  private static Result thereAndBack(
      Subject subject, State state, ObjectNode start, List<Standing> undisturbed, Change change) {
    var job = change.job();
    var fresh = new EditPath(state).then(job).then(held(job)).then(started(job)).walked();
    var there =
        new EditPath(state).then(start).then(job).then(held(job)).then(started(job)).walked();
    var back =
        new EditPath(state)
            .then(start)
            .then(job)
            .then(start)
            .then(held(start))
            .then(started(start));
    var walkedBack = back.walked();
    var report = new EditReport("%s, %s".formatted(state, change));
    report.sparing(difference -> subject.mayDiffer(state, change.field(), difference));
    if (state == State.ENDED) {
      boolean matters = OF_THE_END.contains(change.field()) && !fresh.getFirst().refused();
      report.compare("there", there.get(1), matters ? fresh.getFirst() : there.getFirst());
    } else if (fresh.getFirst().refused()) {
      report.compareMade("refused", there.get(1), there.getFirst());
      report.compareMade("refused for good", there.getLast(), there.getFirst());
      report.compare("refused, and corrected", walkedBack.get(2), undisturbed.getFirst());
      report.compareMade("corrected, renewed", walkedBack.getLast(), undisturbed.getLast());
    } else if (FIXED.contains(change.field())) {
      report.compare("there", there.get(1), there.getFirst());
      report.compare("back", walkedBack.get(2), undisturbed.getFirst());
    } else {
      // Pods that stand are not touched for a template; those to come are made from it.
      var expected = change.field().contains(".template.") ? there : fresh;
      report.compare("there", there.get(1), expected.getFirst());
      report.compareMade("there, renewed", there.getLast(), fresh.getLast());
      // What has ended on the way has ended.
      if (!there.get(1).ended()) {
        report.compare("back", walkedBack.get(2), undisturbed.getFirst());
        report.compare("back, renewed", walkedBack.getLast(), undisturbed.getLast());
        report.compareMade("back, renewed", walkedBack.getLast(), undisturbed.getLast());
      }
    }
    return Result.of(3, report.lines());
  }

  /// What is written into the Job of a launcher, which Kubernetes does not let change.
  private static boolean ofTheLauncher(String field) {
    return field.contains(".Launcher.") || OF_THE_LAUNCHER.contains(field);
  }

  private static boolean isFixedWithIt(String difference) {
    return Stream.of("Job ", "MPIJob ", "Service ", "Pod default/train-launcher-")
        .anyMatch(difference::startsWith);
  }

  /// Workers that have a place where others wait have a launcher from the start.
  private static boolean isATryMore(String field, String difference) {
    return field.endsWith("Worker.template.spec.nodeName")
        && difference.startsWith("Pod default/train-launcher-");
  }

  /// Workers that were kept go when there is no place for them any more, and nobody counts again.
  private static boolean isLeftAtTheEnd(String field, String difference) {
    return (field.endsWith("Worker.replicas") && difference.startsWith("Pod "))
        || (field.endsWith("cleanPodPolicy") && difference.startsWith("MPIJob "));
  }

  /// Whom a launcher logs in to, and who is found by name.
  private static boolean mattersOnlyWhileSomebodyRuns(String difference) {
    return difference.startsWith("ConfigMap ") || difference.startsWith("Service ");
  }

  /// A refused job is corrected without being deleted.
  public static Result everyCorrection(Subject subject) {
    var job = subject.plain();
    var fresh = new EditPath(State.RUNNING).then(job).walked().getFirst();
    return Fields.of(job).parallelStream()
        .map(
            change -> {
              var corrected = new EditPath(State.RUNNING).then(change.job()).then(job).walked();
              if (!corrected.getFirst().refused()) {
                return Result.of(0, List.of());
              }
              var report = new EditReport(change.toString());
              report.compare("corrected", corrected.getLast(), fresh);
              report.compareMade("corrected", corrected.getLast(), fresh);
              return Result.of(1, report.lines());
            })
        .reduce(Result.of(0, List.of()), Result::and);
  }

  /// While one change is acted upon comes another: before and after every single request.
  public static Result duringEachOther(Subject subject) {
    var start = subject.plain();
    var edits = subject.edits();
    return edits.parallelStream()
        .flatMap(first -> edits.stream().map(second -> duringEachOther(start, first, second)))
        .reduce(Result.of(0, List.of()), Result::and);
  }

  private record Edit(String words, ObjectNode job) {}

  private static Result duringEachOther(ObjectNode start, Edit first, Edit second) {
    var report = new EditReport("%s, then %s".formatted(first.words(), second.words()));
    if (second.job().equals(held(start))) {
      report.sparing(Edits::mattersOnlyWhileSomebodyRuns);
    }
    var oneAfterTheOther =
        new EditPath(State.RUNNING)
            .then(start)
            .then(first.job())
            .then(second.job())
            .walked()
            .getLast();
    var secondAlone = new EditPath(State.RUNNING).then(start).then(second.job()).walked().getLast();
    var calm = new EditPath(State.RUNNING).then(start).then(first.job());
    calm.walked();
    int paths = 0;
    for (long request = 1; request <= calm.requests(); request++) {
      for (var after : List.of(Duration.ofSeconds(1), Duration.ofSeconds(3))) {
        paths++;
        var path = new EditPath(State.RUNNING).then(start);
        path.then(first.job()).interruptedAt(request, after, second.job());
        var walked = path.walked().getLast();
        if (!walked.isLike(secondAlone)) {
          var name = "at request %d after %s".formatted(request, after);
          report.compareMade(name, walked, oneAfterTheOther);
          report.compareStates(name, walked, oneAfterTheOther);
        }
      }
    }
    return Result.of(paths, report.lines());
  }

  static ObjectNode held(ObjectNode job) {
    return suspended(job, true);
  }

  static ObjectNode started(ObjectNode job) {
    return suspended(job, false);
  }

  private static ObjectNode suspended(ObjectNode job, boolean suspended) {
    var copy = job.deepCopy();
    MergePatch.into(copy, JobTree.of(copy).suspension(suspended));
    return copy;
  }

  private Edits() {}
}
