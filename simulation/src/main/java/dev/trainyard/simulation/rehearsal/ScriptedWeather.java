package dev.trainyard.simulation.rehearsal;

import dev.trainyard.simulation.api.Refusals;
import dev.trainyard.simulation.controller.Weather;
import dev.trainyard.simulation.rehearsal.Act.Trouble.Kind;
import dev.trainyard.simulation.time.Agenda;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// Calm, until the script says otherwise.
final class ScriptedWeather implements Weather {

  private static final Duration SLOWNESS = Duration.ofSeconds(1);
  private static final Duration BETWEEN_THROTTLED = Duration.ofSeconds(1);

  /// The requests that can meet a conflict.
  private static final Set<String> CHANGES = Set.of("patch", "status", "update");

  private final Agenda agenda;
  private final Recording recording;
  private final Map<Kind, Duration> until = new EnumMap<>(Kind.class);
  private Duration nextServed = Duration.ZERO;

  ScriptedWeather(Agenda agenda, Recording recording) {
    this.agenda = agenda;
    this.recording = recording;
  }

  void begin(Kind trouble, Duration time) {
    until.merge(
        trouble,
        agenda.elapsed().plus(time),
        (one, other) -> one.compareTo(other) > 0 ? one : other);
  }

  @Override
  public Fate of(Request request) {
    if (on(Kind.UNAVAILABLE)) {
      return refused(request, Refusals.silence());
    }
    if (on(Kind.THROTTLE)) {
      if (agenda.elapsed().compareTo(nextServed) < 0) {
        return refused(request, Refusals.throttled());
      }
      nextServed = agenda.elapsed().plus(BETWEEN_THROTTLED);
    }
    if (on(Kind.CONFLICT) && CHANGES.contains(request.verb())) {
      return refused(request, Refusals.conflict(request.key()));
    }
    var way = on(Kind.SLOW) ? SLOWNESS : Duration.ZERO;
    recording.expect(request, way);
    return new Fate.Served(way, way);
  }

  private Fate refused(Request request, RuntimeException answer) {
    recording.refused(request, answer);
    return new Fate.Refused(answer);
  }

  /// After an outage a watch lists anew; after a standstill it hears everything it missed.
  @Override
  public Delivery next(String kind) {
    var late = on(Kind.SLOW) ? SLOWNESS : Duration.ZERO;
    for (var trouble : List.of(Kind.UNAVAILABLE, Kind.STALE_CACHE)) {
      late = left(trouble).compareTo(late) > 0 ? left(trouble) : late;
    }
    return new Delivery(late, OptionalInt.empty(), on(Kind.UNAVAILABLE), false);
  }

  private boolean on(Kind trouble) {
    return left(trouble).isPositive();
  }

  private Duration left(Kind trouble) {
    return until.getOrDefault(trouble, Duration.ZERO).minus(agenda.elapsed());
  }
}
