package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.controller.Parts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;

/// Everything there is to prove, in one command: every crash point of every story, as many seeds as
/// were asked for, and how many of our own mistakes they find.
public final class Proof {

  private static final int LONGEST_STORY = 40;
  private static final int SEEDS_PER_BUG = 60;

  private final List<String> broken = new ArrayList<>();

  /// `proof SEEDS`, or `proof seed NUMBER` to play one again.
  public static void main(String[] arguments) {
    if (arguments.length == 2 && arguments[0].equals("seed")) {
      replay(Long.parseLong(arguments[1]));
      return;
    }
    var proof = new Proof();
    proof.crashPoints();
    proof.seeds(arguments.length == 0 ? 1_000 : Integer.parseInt(arguments[0]));
    proof.bugs();
    proof.broken.forEach(System.out::println);
    System.exit(proof.broken.isEmpty() ? 0 : 1);
  }

  private void crashPoints() {
    int runs = 0;
    int failures = 0;
    for (var story : Stories.all()) {
      for (var result : everyPointOf(story)) {
        runs += result.disturbed();
        failures += result.failures().size();
        result.failures().stream()
            .map(failure -> "%s, %s: %s".formatted(story, failure.point(), failure.why()))
            .forEach(broken::add);
      }
    }
    System.out.printf(
        "Crash points: %d stories disturbed at every point, %d runs, %d led elsewhere%n",
        Stories.all().size(), runs, failures);
  }

  private static List<CrashPoints.Result> everyPointOf(Story story) {
    return List.of(
        CrashPoints.crashes(story), CrashPoints.lostRequests(story), CrashPoints.lateNews(story));
  }

  private void seeds(int count) {
    var clock = InstantSource.system();
    var began = clock.instant();
    var faults = new TreeMap<String, Integer>();
    var virtual = Duration.ZERO;
    long steps = 0;
    int violations = 0;
    for (long seed = 1; seed <= count; seed++) {
      var outcome = SeededRun.of(seed);
      steps += outcome.steps();
      virtual = virtual.plus(outcome.virtual());
      outcome.faults().forEach((kind, times) -> faults.merge(kind, times, Integer::sum));
      if (outcome.violation().isPresent()) {
        violations++;
        broken.add(told(outcome));
      }
    }
    var took = Duration.between(began, clock.instant());
    System.out.printf(
        "Seeds: %d, %d steps, %d violations; %.0f virtual seconds a second, %.0f seeds a minute%n",
        count,
        steps,
        violations,
        virtual.toMillis() / (double) Math.max(1, took.toMillis()),
        count * 60_000.0 / Math.max(1, took.toMillis()));
    faults.forEach((kind, times) -> System.out.printf("  %-24s %d%n", kind, times));
  }

  /// What failed, how to see it again, and as little of it as still fails.
  public static String told(SeededRun.Outcome outcome) {
    var shortest = SeededRun.shortest(outcome, Parts::ours);
    var story = shortest.story();
    var lines =
        story.subList(Math.max(0, story.size() - LONGEST_STORY), story.size()).stream()
            .map(line -> "  " + line)
            .toList();
    return "Seed %d: %s%nPlay it again: simulation/run seed %d%nWith the fewest faults (%s):%n%s"
        .formatted(
            outcome.seed(),
            outcome.violation().orElse(""),
            outcome.seed(),
            shortest.faults(),
            String.join(System.lineSeparator(), lines));
  }

  private void bugs() {
    var bank = Bug.all();
    var survivors = bank.stream().filter(bug -> !isFound(bug)).toList();
    System.out.printf(
        "Bug bank: %d of %d mistakes found%n", bank.size() - survivors.size(), bank.size());
    survivors.forEach(bug -> System.out.printf("  not found: %s%n", bug.words()));
  }

  /// By a crash point of some story, or by a seed.
  public static boolean isFound(Bug bug) {
    return Stories.all().stream().anyMatch(story -> !CrashPoints.survives(story, bug.parts()))
        || seedAgainst(bug).isPresent();
  }

  /// The first run that shows it.
  public static Optional<SeededRun.Outcome> seedAgainst(Bug bug) {
    return LongStream.rangeClosed(1, SEEDS_PER_BUG)
        .mapToObj(seed -> SeededRun.of(seed, Integer.MAX_VALUE, bug.parts()))
        .filter(outcome -> outcome.violation().isPresent())
        .findFirst();
  }

  private static void replay(long seed) {
    var outcome = SeededRun.of(seed);
    outcome.story().forEach(System.out::println);
    System.out.printf(
        "Seed %d: %d steps, trace %s, %s%n",
        seed, outcome.steps(), outcome.hash(), outcome.violation().orElse("nothing violated"));
  }
}
