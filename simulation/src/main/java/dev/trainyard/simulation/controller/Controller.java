package dev.trainyard.simulation.controller;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.Conflict;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.simulation.api.Api;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.time.Agenda;
import dev.trainyard.simulation.time.Strand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// One controller for one kind of job: the operator's own passes, woken, serialised, retried and
/// rescheduled by the rules of the SDK.
public final class Controller {

  /// What every private key begins with.
  public static final String KEY = "private key of ";

  /// As `DialectController` has it.
  private static final Duration REREAD_BY = Duration.ofSeconds(1);

  private static final Duration FIRST_RETRY = Duration.ofMillis(500);
  private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);

  private final Surroundings surroundings;
  private final String kind;
  private final Line line;
  private final Duty duty;
  private final Map<Key, Slot> slots = new TreeMap<>();
  private final List<Strand> underWay = new ArrayList<>();
  private boolean dead;

  /// What a controller finds in its world.
  ///
  /// @param interleaved whether passes may stop in the middle
  /// @param crashed told when a request was this controller's last
  public record Surroundings(
      Api api,
      Store store,
      Agenda agenda,
      Weather weather,
      Ledger ledger,
      Settings settings,
      boolean interleaved,
      Consumer<Controller> crashed) {}

  private static final class Slot {
    boolean busy;
    boolean marked;
    int failures;
    long timer;
  }

  /// Begins to watch and to work.
  ///
  /// @param version what its first lists are answered as of
  public static <R> Controller start(
      Registration<?, R> kind, Parts parts, Surroundings surroundings, long version) {
    return started(
        new Controller(
            kind.dialect().kind().kind(),
            surroundings,
            (line, wakes) ->
                JobDuty.of(
                    kind, parts, surroundings, parts.requests().apply(line), wakes, version)));
  }

  /// The same for AppWrappers, which are no jobs.
  public static Controller ofWrappers(Parts parts, Surroundings surroundings, long version) {
    return started(
        new Controller(
            AppWrapper.KIND,
            surroundings,
            (line, wakes) -> new WrapperDuty(parts, surroundings, line, wakes, version)));
  }

  private static Controller started(Controller controller) {
    controller.duty.begin();
    controller.duty.post().open();
    return controller;
  }

  private interface Hiring {
    Duty duty(Line line, Wakes wakes);
  }

  private Controller(String kind, Surroundings surroundings, Hiring hiring) {
    this.kind = kind;
    this.surroundings = surroundings;
    this.line =
        new Line(
            surroundings.api(),
            surroundings.store(),
            surroundings.agenda(),
            surroundings.weather(),
            surroundings.ledger(),
            this::wrote);
    this.duty = hiring.duty(line, woken());
  }

  private void wrote(Item job) {
    duty.wrote(job);
  }

  private Wakes woken() {
    return new Wakes() {
      @Override
      public void wake(Key job) {
        Controller.this.wake(job);
      }

      @Override
      public void gone(Key job) {
        slots.remove(job);
      }
    };
  }

  /// Nothing is finished; nobody is told.
  public void crash() {
    dead = true;
    line.die();
    duty.post().close();
    var others = new ArrayList<>(underWay);
    underWay.clear();
    Strand.current().ifPresent(others::remove);
    others.forEach(Strand::cut);
  }

  /// No news of such kinds reaches it any more, and it goes on with what it knows.
  public void deafen(Predicate<String> kinds) {
    duty.post().deafen(kinds);
  }

  /// The kind of its jobs.
  public String kind() {
    return kind;
  }

  public boolean alive() {
    return !dead;
  }

  private void wake(Key job) {
    if (dead) {
      return;
    }
    var slot = slots.computeIfAbsent(job, _ -> new Slot());
    if (!slot.marked) {
      slot.marked = true;
      if (!slot.busy) {
        surroundings.agenda().in(Duration.ZERO, () -> begin(job, slot));
      }
    }
  }

  private void begin(Key key, Slot slot) {
    if (dead || slot.busy || !slot.marked) {
      return;
    }
    slot.marked = false;
    var job = duty.job(key);
    if (job.isEmpty()) {
      slots.remove(key);
      return;
    }
    slot.busy = true;
    if (surroundings.interleaved()) {
      var strand = Strand.of(() -> pass(job.get(), slot));
      underWay.removeIf(Strand::ended);
      underWay.add(strand);
      strand.resume();
    } else {
      pass(job.get(), slot);
    }
  }

  private void pass(Item job, Slot slot) {
    try {
      ended(job.key(), slot, duty.pass(job).map(this::delayUntil));
    } catch (Conflict _) {
      ended(job.key(), slot, Optional.of(REREAD_BY));
    } catch (Line.Crashed _) {
      crash();
      surroundings.crashed().accept(this);
    } catch (RuntimeException _) {
      failed(job.key(), slot);
    }
  }

  private Duration delayUntil(Instant at) {
    var delay = Duration.between(surroundings.agenda().instant(), at);
    return delay.isPositive() ? delay.plusMillis(1) : Duration.ZERO;
  }

  private void ended(Key job, Slot slot, Optional<Duration> again) {
    slot.busy = false;
    slot.failures = 0;
    again.ifPresent(delay -> setTimer(job, slot, delay));
    rerunIfMarked(job, slot);
  }

  private void failed(Key job, Slot slot) {
    slot.busy = false;
    slot.failures++;
    if (slot.marked) {
      rerunIfMarked(job, slot);
      return;
    }
    var delay = FIRST_RETRY.multipliedBy(1L << Math.min(slot.failures - 1, 10));
    setTimer(job, slot, delay.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : delay);
  }

  private void rerunIfMarked(Key job, Slot slot) {
    if (slot.marked) {
      surroundings.agenda().in(Duration.ZERO, () -> begin(job, slot));
    }
  }

  /// One timer a job: the next replaces the last.
  private void setTimer(Key job, Slot slot, Duration delay) {
    var number = ++slot.timer;
    surroundings
        .agenda()
        .in(
            delay,
            () -> {
              if (slot.timer == number && slots.get(job) == slot) {
                wake(job);
              }
            });
  }
}
