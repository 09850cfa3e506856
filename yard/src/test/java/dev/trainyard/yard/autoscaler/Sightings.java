package dev.trainyard.yard.autoscaler;

import dev.trainyard.yard.autoscaler.Sighting.Readiness;
import dev.trainyard.yard.autoscaler.Sighting.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Pods for autoscalers to look at. Each asks for one CPU; `60` has used 60 % of it for an hour.
final class Sightings {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant LONG_AGO = NOW.minus(Duration.ofHours(1));

  /// Words apart by blanks: a percentage of a pod that has long been ready, `missing` (not
  /// measured), `pending`, `young` (started a moment ago, busy), `failed` or `leaving`.
  static List<Sighting> of(String words) {
    var all = Stream.of(words.split(" ")).filter(word -> !word.isEmpty()).toList();
    return IntStream.range(0, all.size()).mapToObj(i -> one("p" + i, all.get(i))).toList();
  }

  /// As many that use so much, at a later time.
  static List<Sighting> using(int percent, int pods) {
    return of((percent + " ").repeat(pods).strip());
  }

  private static Sighting one(String name, String word) {
    return switch (word) {
      case "missing" -> sighting(name, false, "Running", LONG_AGO, Optional.empty());
      case "pending" -> sighting(name, false, "Pending", NOW, Optional.empty());
      case "young" -> sighting(name, false, "Running", NOW.minusSeconds(10), usage(100));
      case "failed" -> sighting(name, false, "Failed", LONG_AGO, usage(100));
      case "leaving" -> sighting(name, true, "Running", LONG_AGO, usage(100));
      default -> sighting(name, false, "Running", LONG_AGO, usage(Integer.parseInt(word)));
    };
  }

  private static Optional<Usage> usage(int percent) {
    return Optional.of(
        new Usage(
            NOW,
            Duration.ofSeconds(30),
            Map.of(
                "main",
                Map.of("cpu", BigDecimal.valueOf(percent, 2), "memory", new BigDecimal(percent)))));
  }

  private static Sighting sighting(
      String name, boolean leaving, String phase, Instant since, Optional<Usage> usage) {
    return new Sighting(
        name,
        leaving,
        phase,
        Optional.of(since),
        Optional.of(new Readiness(true, since)),
        Map.of("main", Map.of("cpu", BigDecimal.ONE)),
        usage);
  }

  private Sightings() {}
}
