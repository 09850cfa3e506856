package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.kubeflow.MPIJob;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.cluster.Machines.Pace;
import dev.trainyard.simulation.cluster.Program;
import dev.trainyard.simulation.cluster.Program.Ending;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.controller.Parts;
import dev.trainyard.simulation.time.Agenda;
import dev.trainyard.simulation.time.Dice;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/// One run whose jobs, programs, faults and order of events all come from one number.
public final class SeededRun {

  private static final Duration STORM = Duration.ofMinutes(20);
  private static final Duration WHOLE = Duration.ofHours(24);
  private static final Duration LAST = Duration.ofHours(2);
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final int NODES = 3;
  private static final List<String> KINDS =
      List.of(
          "PyTorchJob",
          "PyTorchTrainingJob",
          "DeepSpeedJob",
          TensorBoardStories.KIND,
          AppWrapper.KIND,
          MPIJob.KIND,
          TrainingWorkload.KIND);
  private static final int OOM = 137;

  private final long seed;
  private final Dice dice;
  private final Agenda agenda;
  private final Storm storm;
  private final World world;
  private final Trace trace;
  private final Invariants invariants;
  private Duration lastChange = Duration.ZERO;

  /// What came of a run.
  ///
  /// @param steps how much happened
  /// @param drawn how many faults the storm had for it
  /// @param faults what went wrong on purpose, by kind
  /// @param virtual how long something happened in it, as its clocks saw it
  public record Outcome(
      long seed,
      long steps,
      int drawn,
      Map<String, Integer> faults,
      Duration virtual,
      String hash,
      Optional<String> violation,
      List<String> story) {}

  public static Outcome of(long seed) {
    return of(seed, Parts::ours);
  }

  /// With a controller made of other parts.
  public static Outcome of(long seed, Supplier<Parts> parts) {
    return of(seed, _ -> true, parts);
  }

  /// With a storm of which we are spared something.
  ///
  /// @param happens which of its faults happen, by their number from 1
  static Outcome of(long seed, IntPredicate happens, Supplier<Parts> parts) {
    return new SeededRun(seed, happens, parts).run();
  }

  /// The same with as few faults as still break it in the same way.
  public static Outcome shortest(Outcome broken, Supplier<Parts> parts) {
    return new Shrinking(broken, parts).shortest();
  }

  private SeededRun(long seed, IntPredicate happens, Supplier<Parts> parts) {
    this.seed = seed;
    this.dice = new Dice(seed);
    this.agenda = Agenda.shuffled(dice.split());
    this.storm = new Storm(dice.split(), () -> agenda.elapsed().compareTo(STORM) > 0, happens);
    this.world =
        new World(
            new World.Setup(
                agenda,
                storm,
                parts,
                TensorBoardStories.besides(program(dice.split())),
                pace(dice.split(), storm),
                Duration.ofSeconds(3),
                true,
                MpiMakers.RUNNING_JOBS));
    this.trace = new Trace(Sight.of(world));
    this.invariants = new Invariants(Sight.of(world, storm::count));
    world.store().listen(_ -> lastChange = agenda.elapsed());
    world.listen(trace::asked);
    world.listen(Aims::check);
  }

  private Outcome run() {
    long steps = 0;
    Optional<String> violation = Optional.empty();
    try {
      begin();
      steps = invariants.holdThroughout(world, WHOLE, LAST);
    } catch (Violation broken) {
      violation = Optional.of(String.valueOf(broken.getMessage()));
    }
    return new Outcome(
        seed,
        steps,
        storm.count(),
        storm.faults(),
        lastChange,
        trace.hash(),
        violation,
        trace.lines());
  }

  private void begin() {
    for (int i = 1; i <= NODES; i++) {
      world.machines().add("n" + i, Story.ROOMY);
    }
    world.api().create(Bystander.service());
    world.startControllers();
    int jobs = dice.between(1, 3);
    for (int i = 0; i < jobs; i++) {
      var job = anyJob("job-" + i);
      var at = dice.upTo(Duration.ofMinutes(3));
      var released = at.plus(dice.upTo(Duration.ofMinutes(10)));
      agenda.in(at, () -> submit(job));
      if (JobTree.of(job).suspended()) {
        agenda.in(released, () -> suspend(job.at("/metadata/name").asText(), false));
      }
    }
    agenda.in(dice.upTo(Duration.ofMinutes(3)), () -> submit(WorkloadMakers.base()));
    int incidents = dice.between(0, 6);
    for (int i = 0; i < incidents; i++) {
      incident(dice.split());
    }
  }

  private ObjectNode anyJob(String name) {
    return switch (dice.below(18)) {
      case 0 -> TensorBoardStories.board(name);
      case 10, 11 -> WrapperStories.anyWrapper(name, dice);
      case 12, 13, 14 -> MpiMakers.anyMpi(name, dice);
      case 15, 16, 17 -> WorkloadMakers.anyWorkload(name, dice);
      case 1, 2, 3 -> KubeflowMakers.anyJob(name, dice);
      case 4, 5, 6 -> TensorStackMakers.anyTraining(name, dice);
      default -> TensorStackMakers.anyDeepSpeed(name, dice);
    };
  }

  private void submit(ObjectNode job) {
    trace.say("submitted " + job.at("/metadata/name").asText());
    world.submit(job);
  }

  private void incident(Dice own) {
    var at = own.upTo(STORM);
    var node = "n" + own.between(1, NODES);
    var job = "job-" + own.below(3);
    switch (own.below(16)) {
      case 0 -> lostFor(at, "node lost", node, own.upTo(Duration.ofMinutes(8)));
      case 1 -> lostFor(at, "node flaps", node, own.upTo(Duration.ofSeconds(40)));
      case 2 ->
          strike(
              at,
              "admission down",
              "nobody admits new objects",
              () -> {
                storm.admission(true);
                agenda.in(own.upTo(Duration.ofMinutes(1)), () -> storm.admission(false));
              });
      case 3 ->
          strike(at, "written by others", "somebody annotates " + job, () -> annotate(job, own));
      case 4 -> {
        var workers = own.between(1, 30);
        strike(at, "scaled", "%s to %d workers".formatted(job, workers), () -> scale(job, workers));
      }
      case 5 ->
          strike(at, "out of memory", "a program is killed", () -> killAny(own, OOM, "OOMKilled"));
      case 6 ->
          strike(
              at,
              "operator crash",
              "the operator crashes",
              () -> world.crashControllers(own.upTo(Duration.ofMinutes(1))));
      case 7 ->
          strike(
              at,
              "job deleted",
              job + " is deleted",
              () -> find(job).ifPresent(one -> world.deleteJob(one.key())));
      case 8 -> {
        var resumes = own.upTo(Duration.ofMinutes(5));
        strike(at, "suspended", job + " is suspended", () -> suspend(job, true));
        agenda.in(at.plus(resumes), () -> suspend(job, false));
      }
      case 9 ->
          strike(
              at,
              "two leaders",
              "another leads, and the old one does not know it yet",
              () -> world.changeLeaders(own.upTo(Duration.ofMinutes(1))));
      case 10 -> {
        var back = own.upTo(Duration.ofMinutes(3));
        strike(at, "node destroyed", node + " is gone", () -> world.machines().destroy(node));
        agenda.in(at.plus(back), () -> world.machines().bringBack(node, Story.ROOMY));
      }
      case 11 ->
          strike(
              at,
              "clock set",
              "the clocks are set",
              () -> agenda.setClocks(Duration.ofSeconds(own.between(-30, 300))));
      case 12 -> {
        var back = own.upTo(Duration.ofMinutes(5));
        strike(at, "debugged", job + " is debugged", () -> debug(job, true));
        agenda.in(at.plus(back), () -> debug(job, false));
      }
      case 13 -> strike(at, "preempted", "a pod has to make room", () -> preemptAny(own));
      case 14 ->
          strike(
              at,
              "base changed",
              "what workloads begin with is changed",
              () -> WorkloadMakers.changeBase(world, own.between(1, 5)));
      default -> {
        var code = own.oneOf(List.of(1, 2, 137, 143, 0));
        strike(
            at,
            "program killed",
            "a program ends with " + code,
            () -> killAny(own, code, code == 0 ? "Completed" : "Error"));
      }
    }
  }

  private void strike(Duration at, String kind, String words, Runnable act) {
    agenda.in(
        at,
        () -> {
          if (storm.strikes(kind)) {
            trace.say(words);
            act.run();
          }
        });
  }

  private void lostFor(Duration at, String kind, String node, Duration outage) {
    strike(at, kind, node + " is out of sight", () -> lose(node));
    agenda.in(at.plus(outage), () -> bringIntoSight(node));
  }

  private void lose(String node) {
    if (world.machines().has(node)) {
      world.machines().lose(node);
    }
  }

  private void bringIntoSight(String node) {
    if (world.machines().has(node)) {
      trace.say(node + " is seen");
      world.machines().find(node);
    }
  }

  private Optional<Item> find(String job) {
    return KINDS.stream()
        .flatMap(kind -> world.store().find(new Key(kind, "default", job)).stream())
        .findFirst();
  }

  private void change(String job, Function<JobTree, Optional<ObjectNode>> patch) {
    find(job)
        .ifPresent(
            item ->
                patch
                    .apply(JobTree.of(item.raw()))
                    .ifPresent(one -> world.api().patchJob(item.key(), one)));
  }

  private void suspend(String job, boolean suspended) {
    change(job, tree -> Optional.of(tree.suspension(suspended)));
  }

  private void scale(String job, int workers) {
    change(job, tree -> tree.words().scaling(tree, workers));
  }

  private void debug(String job, boolean on) {
    change(job, tree -> tree.words().debugging(tree, on));
  }

  private void annotate(String job, Dice own) {
    var note = Makers.note("n" + own.below(1000));
    change(job, _ -> Optional.of(note));
  }

  private void killAny(Dice own, int code, String reason) {
    anyRunning(own).ifPresent(pod -> world.machines().exit(pod, code, reason));
  }

  private void preemptAny(Dice own) {
    anyRunning(own).ifPresent(pod -> WorkloadMakers.preempt(world, pod.name()));
  }

  private Optional<Key> anyRunning(Dice own) {
    var running = new ArrayList<>(world.machines().running().toList());
    return running.isEmpty() ? Optional.empty() : Optional.of(own.oneOf(running).pod());
  }

  private static Program program(Dice dice) {
    return (Pod pod, int start) -> {
      if (MpiMakers.isWorker(pod)) {
        return Optional.empty();
      }
      var fails = start < 3 && dice.oneIn(6);
      var length = Duration.ofSeconds(dice.between(5, 300));
      var code = fails ? dice.oneOf(List.of(1, 137, 143, 255)) : 0;
      return Optional.of(new Ending(length, code));
    };
  }

  private static Pace pace(Dice dice, Storm storm) {
    return new Pace() {
      @Override
      public Duration start() {
        var usual = dice.upTo(Duration.ofSeconds(20));
        var slow = dice.upTo(Duration.ofMinutes(10));
        return dice.oneIn(20) && storm.strikes("slow image") ? slow : usual;
      }

      @Override
      public Duration stop(Pod pod) {
        var usual = dice.upTo(GRACE);
        return dice.oneIn(6) && storm.strikes("stays until killed") ? GRACE : usual;
      }
    };
  }
}
