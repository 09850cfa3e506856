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

  private static final int SEEDS_PER_BUG = 40;

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
    for (var story : Stories.ofOneLeader()) {
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
        Stories.ofOneLeader().size(), runs, failures);
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
    return "Play it again: simulation/run seed %d%n%s"
        .formatted(outcome.seed(), ShortStory.told(SeededRun.shortest(outcome, Parts::ours)));
  }

  private void bugs() {
    var bank = Bug.all();
    var survivors = survivorsOf(bank);
    System.out.println(score(bank, survivors));
    survivors.forEach(bug -> System.out.printf("  not found: %s%n", bug.words()));
  }

  static List<Bug> survivorsOf(List<Bug> bank) {
    return bank.parallelStream().filter(bug -> finder(bug).isEmpty()).toList();
  }

  static String score(List<Bug> bank, List<Bug> survivors) {
    return "Bug bank: %d of %d found".formatted(bank.size() - survivors.size(), bank.size());
  }

  /// Who finds a mistake; the cheapest are asked first.
  static Optional<String> finder(Bug bug) {
    return Stories.all().stream()
        .filter(story -> !CrashPoints.survivesCalm(story, bug.parts()))
        .findFirst()
        .map("the story \"%s\""::formatted)
        .or(() -> disturbed(Stories.telling(), bug))
        .or(() -> seedAgainst(bug).map(outcome -> "seed " + outcome.seed()));
  }

  private static Optional<String> disturbed(List<Story> stories, Bug bug) {
    return stories.stream()
        .filter(story -> !CrashPoints.survives(story, bug.parts()))
        .findFirst()
        .map("the story \"%s\", disturbed"::formatted);
  }

  /// The first run that shows it.
  public static Optional<SeededRun.Outcome> seedAgainst(Bug bug) {
    return seedAgainst(bug, SEEDS_PER_BUG);
  }

  static Optional<SeededRun.Outcome> seedAgainst(Bug bug, int seeds) {
    return LongStream.rangeClosed(1, seeds)
        .parallel()
        .mapToObj(seed -> SeededRun.of(seed, bug.parts()))
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
