package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.controller.Parts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Everything there is to prove, in one command: every crash point of every story, as many seeds as
/// were asked for, and how many of our own mistakes they find.
public final class Proof {

  private static final int SEEDS_PER_BUG = 40;
  private static final int MANY_SEEDS = 1_500;

  private final List<String> broken = new ArrayList<>();

  /// `proof [SEEDS]`, `proof for SECONDS` for as many seeds as fit into that time and nothing else,
  /// `proof seed NUMBER` to play one again, `proof mistakes` for those one could have made, or
  /// `proof mistake WORDS` for what gives that one away.
  public static void main(String[] arguments) {
    switch (List.of(arguments)) {
      case List<String> words when words.isEmpty() -> everything(1_000);
      case List<String> words when words.equals(List.of("mistakes")) ->
          Bug.all().forEach(System.out::println);
      case List<String> words when words.size() == 1 ->
          everything(Long.parseLong(words.getFirst()));
      case List<String> words when words.getFirst().equals("for") ->
          seeds(Duration.ofSeconds(Long.parseLong(words.getLast())));
      case List<String> words when words.getFirst().equals("seed") ->
          replay(Long.parseLong(words.getLast()));
      case List<String> words when words.getFirst().equals("mistake") ->
          betray(Bug.named(String.join(" ", words.subList(1, words.size()))));
      case List<String> words ->
          throw new IllegalArgumentException("what is to be proved by %s?".formatted(words));
    }
  }

  private static void everything(long seeds) {
    var proof = new Proof();
    proof.crashPoints();
    proof.edits();
    proof.seeds(Seeds.first(seeds));
    proof.bugs();
    proof.end();
  }

  private static void seeds(Duration time) {
    var proof = new Proof();
    proof.seeds(Seeds.within(time));
    proof.end();
  }

  private void end() {
    broken.forEach(System.out::println);
    System.exit(broken.isEmpty() ? 0 : 1);
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

  private void edits() {
    var result =
        Stream.of(Edits.Subject.values())
            .flatMap(
                subject ->
                    Stream.concat(
                        Stream.of(Edits.State.values())
                            .map(state -> Edits.everyField(subject, state)),
                        Stream.of(Edits.everyCorrection(subject), Edits.duringEachOther(subject))))
            .reduce(Edits.Result.of(0, List.of()), Edits.Result::and);
    broken.addAll(result.failures());
    System.out.printf(
        "Edits: %d ways to a spec, %d led elsewhere%n", result.paths(), result.failures().size());
  }

  private void seeds(Seeds.Summary summary) {
    summary.broken().stream().map(Proof::told).forEach(broken::add);
    System.out.println(inWords(summary));
  }

  public static String inWords(Seeds.Summary summary) {
    var faults = summary.faults();
    return "Seeds: %d, %d steps, %d faults, %d violations; %.0f seeds a minute, %.0f virtual seconds a second%n%s"
        .formatted(
            summary.seeds(),
            summary.steps(),
            faults.values().stream().mapToInt(Integer::intValue).sum(),
            summary.broken().size(),
            summary.seedsPerMinute(),
            summary.virtualPerRealSecond(),
            faults.entrySet().stream()
                .map(fault -> "  %-24s %d".formatted(fault.getKey(), fault.getValue()))
                .collect(Collectors.joining(System.lineSeparator())));
  }

  /// What failed, how to see it again, and as little of it as still fails.
  public static String told(SeededRun.Outcome outcome) {
    return "Play it again: simulation/run seed %d%n%s"
        .formatted(outcome.seed(), shortStory(outcome, Parts::ours));
  }

  private static String shortStory(SeededRun.Outcome outcome, Supplier<Parts> parts) {
    return ShortStory.told(SeededRun.shortest(outcome, parts));
  }

  private static void betray(Bug bug) {
    System.out.println(
        seedAgainst(bug, MANY_SEEDS)
            .map(outcome -> shortStory(outcome, bug.parts()))
            .or(() -> finder(bug).map("It is seen in "::concat))
            .orElse("Nobody finds it."));
  }

  private void bugs() {
    var bank = Bug.all();
    var survivors = survivorsOf(bank);
    System.out.println(score(bank, survivors));
  }

  static List<Bug> survivorsOf(List<Bug> bank) {
    return bank.parallelStream().filter(bug -> finder(bug).isEmpty()).toList();
  }

  static String score(List<Bug> bank, List<Bug> survivors) {
    return Stream.concat(
            Stream.of(
                "Bug bank: %d of %d found".formatted(bank.size() - survivors.size(), bank.size())),
            survivors.stream().map(bug -> "  not found: " + bug))
        .collect(Collectors.joining(System.lineSeparator()));
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
    return seedAgainst(bug, "", 1, seeds);
  }

  /// The first of these many runs that breaks a rule in words that begin like that.
  static Optional<SeededRun.Outcome> seedAgainst(Bug bug, String words, long from, int seeds) {
    // A handful at a time: whatever is played beyond the first that shows it is played in vain.
    int handful = 4 * Runtime.getRuntime().availableProcessors();
    return LongStream.iterate(from, seed -> seed < from + seeds, seed -> seed + handful)
        .mapToObj(seed -> LongStream.range(seed, Math.min(seed + handful, from + seeds)).parallel())
        .flatMap(some -> firstOf(some, bug, words).stream())
        .findFirst();
  }

  private static Optional<SeededRun.Outcome> firstOf(LongStream seeds, Bug bug, String words) {
    return seeds
        .mapToObj(seed -> SeededRun.of(seed, bug.parts()))
        .filter(outcome -> outcome.violation().filter(why -> why.startsWith(words)).isPresent())
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
