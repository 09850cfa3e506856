package dev.trainyard.simulation.controller;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.controller.Controller.Surroundings;
import dev.trainyard.simulation.controller.Parts.News;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Brings news to the watches of one controller, each by itself, in whatever weather.
final class Post {

  private final Surroundings surroundings;
  private final Predicate<News> heeds;
  private final List<Round> rounds = new ArrayList<>();
  private final Consumer<Change> onChange = this::somethingHappened;
  private Predicate<String> deaf = _ -> false;
  private boolean closed;

  private static final class Round {
    final String kind;
    final Watch watch;
    boolean underWay;

    Round(String kind, Watch watch) {
      this.kind = kind;
      this.watch = watch;
    }
  }

  /// @param heeds which news wakes anybody
  Post(Surroundings surroundings, Predicate<News> heeds) {
    this.surroundings = surroundings;
    this.heeds = heeds;
  }

  /// One more watch.
  ///
  /// @param version what its first list is answered as of
  Watch watch(String kind, long version, UnaryOperator<Item> slim, Watch.Listener listener) {
    var watch = new Watch(kind, surroundings.store(), version, slim, heeded(kind, listener));
    rounds.add(new Round(kind, watch));
    return watch;
  }

  void open() {
    surroundings.store().listen(onChange);
    rounds.forEach(this::deliverSoon);
  }

  void close() {
    closed = true;
    surroundings.store().forget(onChange);
  }

  /// No news of such kinds arrives any more.
  void deafen(Predicate<String> kinds) {
    deaf = kinds;
  }

  private void somethingHappened(Change change) {
    rounds.stream()
        .filter(round -> round.kind.equals(change.key().kind()))
        .forEach(this::deliverSoon);
  }

  private void deliverSoon(Round round) {
    if (closed || deaf.test(round.kind) || !round.watch.behind() || round.underWay) {
      return;
    }
    round.underWay = true;
    var delivery = surroundings.weather().next(round.kind);
    surroundings
        .agenda()
        .in(
            delivery.late(),
            () -> {
              round.underWay = false;
              if (!closed && !deaf.test(round.kind)) {
                deliver(round.watch, delivery);
                deliverSoon(round);
              }
            });
  }

  private void deliver(Watch watch, Weather.Delivery delivery) {
    var latest = surroundings.store().latest();
    var until =
        delivery.most().isPresent()
            ? Math.min(latest, watch.position() + delivery.most().getAsInt())
            : latest;
    if (delivery.repeated()) {
      watch.repeat();
    }
    if (delivery.squeezed()) {
      watch.relist(until);
    } else {
      watch.catchUp(until);
    }
  }

  private Watch.Listener heeded(String what, Watch.Listener listener) {
    return new Watch.Listener() {
      @Override
      public void changed(Optional<Item> before, Item now) {
        if (heeds.test(new News(what, false))) {
          listener.changed(before, now);
        }
      }

      @Override
      public void gone(Item last) {
        if (heeds.test(new News(what, true))) {
          listener.gone(last);
        }
      }
    };
  }
}
