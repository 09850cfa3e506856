package dev.trainyard.integration.weather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.Crds;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The promises that the simulation proves, with real sockets, real threads and the real SDK. It
/// needs to see every version of every object, which only the yard shows.
@Tag("needs-the-yard")
class AnOperatorInBadWeatherTest {

  private static final int SEEDS = Integer.getInteger("weather.seeds", 50);
  private static final int AT_ONCE = Integer.getInteger("weather.atOnce", 10);

  /// Real threads do not repeat themselves, so that one seed is played more than once.
  private static final int REPLAYS = 10;

  private static final int LONGEST_STORY = Integer.getInteger("weather.lines", 40);

  private static final String[] EVERY_FAULT = {
    "409",
    "410",
    "429",
    "500",
    "500, done",
    "503",
    "job deleted",
    "job suspended",
    "late news",
    "operator crash",
    "operator restart",
    "program killed",
    "reset",
    "reset, done",
    "slow",
    "watch cut"
  };

  @Test
  void keeps_every_promise(@TempDir Path directory)
      throws IOException, InterruptedException, ExecutionException {
    var seeds =
        Optional.ofNullable(Long.getLong("weather.seed"))
            .map(seed -> LongStream.generate(() -> seed).limit(REPLAYS))
            .orElseGet(() -> LongStream.rangeClosed(1, SEEDS))
            .boxed()
            .toList();

    var outcomes = play(seeds, directory);

    var faults = new TreeMap<String, Long>();
    outcomes.forEach(one -> one.faults().forEach((kind, n) -> faults.merge(kind, n, Long::sum)));
    var broken = outcomes.stream().filter(one -> one.violation().isPresent()).toList();
    System.out.printf(
        "%d seeds, %d requests, faults %s, %d violations%n",
        outcomes.size(),
        outcomes.stream().mapToLong(StormyRun.Outcome::requests).sum(),
        faults,
        broken.size());
    assertThat(broken).as(told(broken)).isEmpty();
    if (seeds.size() >= SEEDS) {
      assertThat(faults).containsKeys(EVERY_FAULT);
    }
  }

  private static List<StormyRun.Outcome> play(List<Long> seeds, Path directory)
      throws IOException, InterruptedException, ExecutionException {
    try (var yard = WatchedYard.open(directory);
        var threads = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      furnish(yard);
      var runs = new ArrayList<Future<StormyRun.Outcome>>();
      for (int i = 0; i < seeds.size(); i++) {
        var run = new StormyRun(seeds.get(i), "run-%d".formatted(i), yard);
        runs.add(threads.submit(run::play));
      }
      var outcomes = new ArrayList<StormyRun.Outcome>();
      for (var run : runs) {
        outcomes.add(run.get());
      }
      return outcomes;
    }
  }

  private static void furnish(WatchedYard yard) {
    Crds.all().forEach(definition -> yard.client().resource(definition).create());
    yard.client()
        .resource(
            new NodeBuilder()
                .withNewMetadata()
                .withName(SmallNode.NAME)
                .endMetadata()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build())
        .create();
  }

  private static String told(List<StormyRun.Outcome> broken) {
    var text = new StringBuilder();
    for (var one : broken) {
      var story = one.story();
      text.append("%nSeed %d: %s%n".formatted(one.seed(), one.violation().orElse("")))
          .append(
              "Play it again: mvn -pl integration -am test -Dtest=AnOperatorInBadWeatherTest"
                  + " -Dsurefire.failIfNoSpecifiedTests=false -Dweather.seed=%d%n"
                      .formatted(one.seed()));
      story
          .subList(Math.max(0, story.size() - LONGEST_STORY), story.size())
          .forEach(line -> text.append("  ").append(line).append(System.lineSeparator()));
    }
    return text.toString();
  }
}
