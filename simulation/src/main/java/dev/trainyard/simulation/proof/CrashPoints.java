package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.api.Refusals;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.controller.Parts;
import dev.trainyard.simulation.controller.Weather;
import dev.trainyard.simulation.controller.Weather.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;

/// Disturbs a story at every single point, one point a run, and compares where each run leads with
/// the undisturbed one.
public final class CrashPoints {

  /// What came of a story.
  ///
  /// @param disturbed how many runs were made
  public record Result(String story, int disturbed, List<Failure> failures) {}

  public record Failure(String point, List<String> why) {}

  /// The controller dies right before each of its requests, and right after.
  public static Result crashes(Story story) {
    return everyRequest(
        story,
        number ->
            List.of(
                new Point("crash before request " + number, new At(number, new Fate.Crash(false))),
                new Point("crash after request " + number, new At(number, new Fate.Crash(true)))));
  }

  /// Each request gets lost, is refused, or is served without an answer.
  public static Result lostRequests(Story story) {
    return everyRequest(
        story,
        number ->
            List.of(
                new Point(
                    "server error at request " + number,
                    new At(number, new Fate.Refused(Refusals.broken()))),
                new Point(
                    "no answer to request " + number, new At(number, new Fate.Unanswered()))));
  }

  /// Each delivery of a watch is late by ten seconds, or tells only how things stand then.
  public static Result lateNews(Story story) {
    var calm = new Counting();
    var expected = end(story, calm);
    var failures = new ArrayList<Failure>();
    int runs = 0;
    for (int delivery = 1; delivery <= calm.deliveries; delivery++) {
      for (var squeezed : List.of(false, true)) {
        runs++;
        compare(
            story,
            new Point(
                "delivery %d late%s".formatted(delivery, squeezed ? " and squeezed" : ""),
                new Late(delivery, squeezed)),
            expected,
            failures);
      }
    }
    return new Result(story.name(), runs, failures);
  }

  /// Whether a controller of these parts leads where ours does, crashed or not, at least where the
  /// story is calm and after each request.
  public static boolean survives(Story story, Supplier<Parts> parts) {
    var calm = new Counting();
    var expected = end(story, calm, Parts::ours);
    try {
      var world = played(story, Weather.CALM, parts);
      if (!EndState.of(world.store()).differencesFrom(expected).isEmpty()
          || !EndState.told(world.store()).equals(told(story))) {
        return false;
      }
      for (long number = 1; number <= calm.requests; number++) {
        var crash = new At(number, new Fate.Crash(true));
        if (!end(story, crash, parts).differencesFrom(expected).isEmpty()) {
          return false;
        }
      }
      return true;
    } catch (Violation _) {
      return false;
    }
  }

  private record Point(String name, Weather weather) {}

  private static Result everyRequest(Story story, Function<Long, List<Point>> points) {
    var calm = new Counting();
    var expected = end(story, calm);
    var failures = new ArrayList<Failure>();
    int runs = 0;
    for (long number = 1; number <= calm.requests; number++) {
      for (var point : points.apply(number)) {
        runs++;
        compare(story, point, expected, failures);
      }
    }
    return new Result(story.name(), runs, failures);
  }

  private static void compare(Story story, Point point, EndState expected, List<Failure> failures) {
    try {
      var differences = end(story, point.weather()).differencesFrom(expected);
      if (!differences.isEmpty()) {
        failures.add(new Failure(point.name(), differences));
      }
    } catch (Violation violation) {
      failures.add(new Failure(point.name(), List.of(String.valueOf(violation.getMessage()))));
    }
  }

  private static EndState end(Story story, Weather weather) {
    return end(story, weather, Parts::ours);
  }

  private static List<String> told(Story story) {
    return EndState.told(played(story, Weather.CALM, Parts::ours).store());
  }

  private static EndState end(Story story, Weather weather, Supplier<Parts> parts) {
    return EndState.of(played(story, weather, parts).store());
  }

  private static World played(Story story, Weather weather, Supplier<Parts> parts) {
    var setup = World.Setup.calm(story.program()).at(story.pace()).in(weather);
    var world = story.open(setup.with(parts));
    var invariants = new Invariants(world);
    world.run(story.until(), invariants::check);
    invariants.checkTheEnd();
    return world;
  }

  private static final class Counting implements Weather {
    long requests;
    int deliveries;

    @Override
    public Fate of(Request request) {
      requests = request.number();
      return CALM.of(request);
    }

    @Override
    public Delivery next(String kind) {
      deliveries++;
      return CALM.next(kind);
    }
  }

  private record At(long number, Fate fate) implements Weather {
    @Override
    public Fate of(Request request) {
      return request.number() == number ? fate : CALM.of(request);
    }

    @Override
    public Delivery next(String kind) {
      return CALM.next(kind);
    }
  }

  private static final class Late implements Weather {
    private final int late;
    private final boolean squeezed;
    private int deliveries;

    Late(int late, boolean squeezed) {
      this.late = late;
      this.squeezed = squeezed;
    }

    @Override
    public Fate of(Request request) {
      return CALM.of(request);
    }

    @Override
    public Delivery next(String kind) {
      return ++deliveries == late
          ? new Delivery(Duration.ofSeconds(10), OptionalInt.empty(), squeezed, false)
          : CALM.next(kind);
    }
  }

  private CrashPoints() {}
}
