package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import dev.trainyard.simulation.api.Refusals;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.controller.Parts;
import dev.trainyard.simulation.controller.Weather;
import dev.trainyard.simulation.controller.Weather.Fate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Disturbs a story at every single point, one point a run, and compares where each run leads with
/// where the undisturbed one is known to lead.
public final class CrashPoints {

  private static final Duration QUIET = Duration.ofHours(1);

  /// A disturbed run sends more requests than the calm one, but not so many times more.
  private static final int PATIENCE = 5;

  /// What came of a story.
  ///
  /// @param disturbed how many runs were made
  public record Result(String story, int disturbed, List<Failure> failures) {}

  public record Failure(String point, List<String> why) {}

  /// The controller dies right before each of its requests, and right after.
  public static Result crashes(Story story) {
    return disturbed(story, Parts::ours, everyCrash(story));
  }

  /// Each request is refused, or served without an answer, in turn.
  public static Result lostRequests(Story story) {
    return disturbed(story, Parts::ours, everyRequest(story, inTurn(CrashPoints::loss)));
  }

  /// Each delivery of a watch is late by ten seconds, or tells only how things stand then, in turn.
  public static Result lateNews(Story story) {
    return disturbed(story, Parts::ours, everyDelivery(story, inTurn(CrashPoints::delay)));
  }

  /// Of the two ways in which one thing goes wrong the one for this, the other for the next.
  private static LongFunction<Stream<Point>> inTurn(LongFunction<Stream<Point>> points) {
    return number -> points.apply(number).skip(number % 2).limit(1);
  }

  /// Where a story leads when nothing disturbs it.
  static Finish undisturbed(Story story) {
    return Finish.of(played(story, Weather.CALM, Parts::ours, Long.MAX_VALUE));
  }

  /// Whether a controller of these parts leads where it should as long as nothing goes wrong.
  public static boolean survivesCalm(Story story, Supplier<Parts> parts) {
    var expected = Finishes.of(story);
    try {
      return Finish.of(played(story, Weather.CALM, parts, expected.requests())).equals(expected);
    } catch (Violation _) {
      return false;
    }
  }

  /// Whether a controller of these parts leads where it should whatever single thing goes wrong.
  public static boolean survives(Story story, Supplier<Parts> parts) {
    return Stream.of(
            everyCrash(story),
            everyRequest(story, CrashPoints::loss),
            everyDelivery(story, CrashPoints::delay))
        .flatMap(points -> points)
        .allMatch(point -> failure(story, point, parts).isEmpty());
  }

  private record Point(String name, Supplier<Weather> weather) {}

  /// In calm weather nothing happens between two requests of one pass: whoever dies before the
  /// second has died after the first, and that is tried once.
  private static Stream<Point> everyCrash(Story story) {
    return Stream.concat(
        firstOfEveryPass(story)
            .map(number -> at("crash before request ", number, new Fate.Crash(false))),
        everyRequest(
            story, number -> Stream.of(at("crash after request ", number, new Fate.Crash(true)))));
  }

  private static Stream<Long> firstOfEveryPass(Story story) {
    var world = story.open(calm(story));
    var first = new TreeMap<Long, Long>();
    world.listen(deed -> first.putIfAbsent(world.agenda().steps(), deed.request().number()));
    world.run(story.until(), () -> {});
    return first.values().stream();
  }

  private static Stream<Point> loss(long number) {
    return Stream.of(
        at("server error at request ", number, new Fate.Refused(Refusals.broken())),
        at("no answer to request ", number, new Fate.Unanswered()));
  }

  private static Point at(String what, long number, Fate fate) {
    return new Point(what + number, () -> new At(number, fate));
  }

  private static Stream<Point> everyRequest(Story story, LongFunction<Stream<Point>> points) {
    return LongStream.rangeClosed(1, Finishes.of(story).requests())
        .mapToObj(points)
        .flatMap(some -> some);
  }

  private static Stream<Point> delay(long delivery) {
    return Stream.of(
        new Point("delivery %d late".formatted(delivery), () -> new Late(delivery, false)),
        new Point(
            "delivery %d late and squeezed".formatted(delivery), () -> new Late(delivery, true)));
  }

  private static Stream<Point> everyDelivery(Story story, LongFunction<Stream<Point>> points) {
    var calm = new Counting();
    played(story, calm, Parts::ours);
    return LongStream.rangeClosed(1, calm.deliveries).mapToObj(points).flatMap(some -> some);
  }

  private static Result disturbed(Story story, Supplier<Parts> parts, Stream<Point> points) {
    var all = points.toList();
    var failures =
        all.parallelStream().flatMap(point -> failure(story, point, parts).stream()).toList();
    return new Result(story.name(), all.size(), failures);
  }

  private static Optional<Failure> failure(Story story, Point point, Supplier<Parts> parts) {
    var expected = Finishes.of(story);
    try {
      var store = played(story, point.weather().get(), parts).store();
      var why = new ArrayList<>(EndState.of(store).differencesFrom(expected.end()));
      why.addAll(expected.toldTooOften(store));
      return why.isEmpty() ? Optional.empty() : Optional.of(new Failure(point.name(), why));
    } catch (Violation violation) {
      var why = List.of(String.valueOf(violation.getMessage()));
      return Optional.of(new Failure(point.name(), why));
    }
  }

  private static World played(Story story, Weather weather, Supplier<Parts> parts) {
    return played(story, weather, parts, PATIENCE * (10 + Finishes.of(story).requests()));
  }

  /// @param most after so many requests it is not worth looking on
  static World played(Story story, Weather weather, Supplier<Parts> parts, long most) {
    var world = story.open(calm(story).in(weather).with(parts));
    world.listen(Aims::check);
    world.listen(
        deed ->
            require(
                deed.request().number() <= most,
                () -> "it has sent %d requests".formatted(deed.request().number())));
    new Invariants(Sight.of(world, () -> 1)).holdThroughout(world, story.until(), QUIET);
    return world;
  }

  private static World.Setup calm(Story story) {
    return World.Setup.calm(story.program()).at(story.pace());
  }

  private static final class Counting implements Weather {
    int deliveries;

    @Override
    public Fate of(Request request) {
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
    private final long late;
    private final boolean squeezed;
    private int deliveries;

    Late(long late, boolean squeezed) {
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
