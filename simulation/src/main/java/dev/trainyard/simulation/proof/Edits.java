package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.MergePatch;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.controller.Weather;
import dev.trainyard.simulation.proof.Fields.Change;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

/// Changes jobs while they stand, there and back, and compares where that leads with jobs that were
/// so from the start.
public final class Edits {

  /// Long enough for anything to come to rest.
  private static final Duration REST = Duration.ofMinutes(10);

  private static final Duration SLOW = Duration.ofSeconds(2);
  private static final int NODES = 2;
  private static final Map<String, Quantity> FULL = Map.of("pods", new Quantity("0"));

  /// Whoever answers for a job, it is not to change under way; with nobody to refuse the change, it
  /// is not acted upon.
  private static final Set<String> FIXED = Set.of("spec.runPolicy.managedBy");

  /// What still matters once a job has ended.
  private static final Set<String> OF_THE_END =
      Set.of("spec.runPolicy.cleanPodPolicy", "spec.runPolicy.ttlSecondsAfterFinished");

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
    DEEP_SPEED_JOB;

    /// A job that does nothing special.
    ObjectNode plain() {
      return switch (this) {
        case PYTORCH_JOB -> KubeflowMakers.plain();
        case TRAINING_JOB -> TensorStackMakers.plainTraining();
        case DEEP_SPEED_JOB -> TensorStackMakers.plainDeepSpeed();
      };
    }

    private List<Edit> edits() {
      var changes =
          this == PYTORCH_JOB
              ? List.of(
                  new Edit("five workers", KubeflowMakers.plain(5)),
                  new Edit("one worker", KubeflowMakers.plain(1)),
                  new Edit("more than there is room for", KubeflowMakers.plain(18)))
              : List.of(
                  new Edit("four replicas", changed("{spec: {elastic: {expectedReplicas: 4}}}")),
                  new Edit("two replicas", changed("{spec: {elastic: {expectedReplicas: 2}}}")),
                  new Edit("debugged", changed("{spec: {runMode: {debug: {enable: true}}}}")));
      var all = new ArrayList<>(changes);
      all.add(new Edit("suspended", held(plain())));
      all.add(new Edit("as it was", plain()));
      return all;
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
    var undisturbed = new Path(state).then(start).then(held(start)).then(started(start)).walked();
    return Fields.of(start).parallelStream()
        .filter(change -> words.changeable(change.field()))
        // Every other change is followed by a suspension too.
        .filter(change -> !change.field().equals("spec.runPolicy.suspend"))
        .map(change -> thereAndBack(state, start, undisturbed, change))
        .reduce(Result.of(0, List.of()), Result::and);
  }

  private static Result thereAndBack(
      State state, ObjectNode start, List<Standing> undisturbed, Change change) {
    var job = change.job();
    var fresh = new Path(state).then(job).then(held(job)).then(started(job)).walked();
    var there = new Path(state).then(start).then(job).then(held(job)).then(started(job)).walked();
    var back =
        new Path(state).then(start).then(job).then(start).then(held(start)).then(started(start));
    var walkedBack = back.walked();
    var report = new Report("%s, %s".formatted(state, change));
    if (change.field().equals("spec.elastic.expectedReplicas") && state != State.RUNNING) {
      report.sparing(Edits::mattersOnlyWhileSomebodyRuns);
    }
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
    return Result.of(3, report.lines);
  }

  /// Whom a launcher logs in to, and who is found by name.
  private static boolean mattersOnlyWhileSomebodyRuns(String difference) {
    return difference.startsWith("ConfigMap ") || difference.startsWith("Service ");
  }

  /// A refused job is corrected without being deleted.
  public static Result everyCorrection(Subject subject) {
    var job = subject.plain();
    var fresh = new Path(State.RUNNING).then(job).walked().getFirst();
    return Fields.of(job).parallelStream()
        .map(
            change -> {
              var corrected = new Path(State.RUNNING).then(change.job()).then(job).walked();
              if (!corrected.getFirst().refused()) {
                return Result.of(0, List.of());
              }
              var report = new Report(change.toString());
              report.compare("corrected", corrected.getLast(), fresh);
              report.compareMade("corrected", corrected.getLast(), fresh);
              return Result.of(1, report.lines);
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
    var report = new Report("%s, then %s".formatted(first.words(), second.words()));
    if (second.job().equals(held(start))) {
      report.sparing(Edits::mattersOnlyWhileSomebodyRuns);
    }
    var oneAfterTheOther =
        new Path(State.RUNNING).then(start).then(first.job()).then(second.job()).walked().getLast();
    var secondAlone = new Path(State.RUNNING).then(start).then(second.job()).walked().getLast();
    var calm = new Path(State.RUNNING).then(start).then(first.job());
    calm.walked();
    int paths = 0;
    for (long request = 1; request <= calm.requests; request++) {
      for (var after : List.of(Duration.ofSeconds(1), Duration.ofSeconds(3))) {
        paths++;
        var path = new Path(State.RUNNING).then(start);
        path.then(first.job()).interruptedAt(request, after, second.job());
        var walked = path.walked().getLast();
        if (!walked.isLike(secondAlone)) {
          var name = "at request %d after %s".formatted(request, after);
          report.compareMade(name, walked, oneAfterTheOther);
          report.compareStates(name, walked, oneAfterTheOther);
        }
      }
    }
    return Result.of(paths, report.lines);
  }

  private static ObjectNode held(ObjectNode job) {
    return suspended(job, true);
  }

  private static ObjectNode started(ObjectNode job) {
    return suspended(job, false);
  }

  private static ObjectNode suspended(ObjectNode job, boolean suspended) {
    var copy = job.deepCopy();
    MergePatch.into(copy, JobTree.of(copy).suspension(suspended));
    return copy;
  }

  private static final class Report {
    private final String what;
    private final List<String> lines = new ArrayList<>();
    private Predicate<String> spared = _ -> false;

    Report(String what) {
      this.what = what;
    }

    /// Differences of these objects do not count.
    void sparing(Predicate<String> objects) {
      spared = objects;
    }

    void compare(String when, Standing is, Standing expected) {
      say(when, is.end().differencesFrom(expected.end()));
    }

    void compareMade(String when, Standing is, Standing expected) {
      say(when, is.made().differencesFrom(expected.made()));
    }

    void compareStates(String when, Standing is, Standing expected) {
      if (!is.state().equals(expected.state())) {
        say(when, List.of("it is %s and should be %s".formatted(is.state(), expected.state())));
      }
    }

    private void say(String when, List<String> differences) {
      differences.stream()
          .filter(spared.negate())
          .forEach(line -> lines.add("%s, %s: %s".formatted(what, when, line)));
    }
  }

  /// One job, and what becomes of it as its spec is replaced again and again.
  private static final class Path implements Weather {
    private final State state;
    private final List<ObjectNode> specs = new ArrayList<>();
    private Optional<Interruption> interruption = Optional.empty();
    private Optional<World> world = Optional.empty();
    private long before;
    private long requests;

    private record Interruption(long request, Duration after, ObjectNode spec) {}

    Path(State state) {
      this.state = state;
    }

    Path then(ObjectNode spec) {
      specs.add(spec);
      return this;
    }

    /// The last spec is replaced before its change is done with.
    void interruptedAt(long request, Duration after, ObjectNode spec) {
      interruption = Optional.of(new Interruption(request, after, spec));
    }

    /// How everything stood after each spec.
    List<Standing> walked() {
      var here = open();
      world = Optional.of(here);
      var invariants = new Invariants(Sight.of(here));
      var stops = new ArrayList<Standing>();
      for (int i = 0; i < specs.size(); i++) {
        before = here.requests();
        if (i == 0) {
          here.submit(specs.getFirst());
        } else {
          replace(here, specs.get(i));
        }
        here.run(REST.multipliedBy(i + 1L), invariants::check);
        requests = here.requests() - before;
        stops.add(Standing.of(here.store()));
      }
      return stops;
    }

    private World open() {
      var program =
          state == State.ENDED ? Program.succeedsAfter(Duration.ofMinutes(1)) : Program.ENDLESS;
      var here = new World(World.Setup.calm(program).in(this).interleaving());
      for (int i = 1; i <= NODES; i++) {
        here.machines().add("n" + i, state == State.WAITING ? FULL : Story.ROOMY);
      }
      here.startControllers();
      return here;
    }

    private void replace(World here, ObjectNode job) {
      here.store()
          .find(Key.of(job))
          .ifPresent(item -> here.api().patchJob(item.key(), changing(item.raw(), job)));
    }

    private static ObjectNode changing(ObjectNode standing, ObjectNode wanted) {
      var patch = JsonNodeFactory.instance.objectNode();
      patch.set(
          "spec", MergePatch.replacing(standing.withObject("/spec"), wanted.withObject("/spec")));
      return patch;
    }

    @Override
    public Fate of(Request request) {
      if (interruption.filter(one -> strikes(one, request)).isEmpty()) {
        return CALM.of(request);
      }
      var here = world.orElseThrow();
      here.agenda().in(interruption.get().after(), () -> replace(here, interruption.get().spec()));
      return new Fate.Served(SLOW, SLOW);
    }

    private boolean strikes(Interruption one, Request request) {
      return world
          .filter(here -> here.agenda().elapsed().compareTo(REST) > 0)
          .filter(_ -> request.number() - before == one.request())
          .isPresent();
    }

    @Override
    public Delivery next(String kind) {
      return new Delivery(Duration.ofMillis(1), OptionalInt.empty(), false, false);
    }
  }

  private Edits() {}
}
