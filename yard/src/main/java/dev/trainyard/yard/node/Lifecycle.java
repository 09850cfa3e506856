package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Observed.Run;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Says which containers of a pod start now, which wait and for what. Pure.
final class Lifecycle {

  enum RestartPolicy {
    ALWAYS,
    ON_FAILURE,
    NEVER;

    static RestartPolicy of(String word) {
      return switch (word) {
        case "Never" -> NEVER;
        case "OnFailure" -> ON_FAILURE;
        default -> ALWAYS;
      };
    }

    boolean restarts(ExitRecord exit) {
      return switch (this) {
        case ALWAYS -> true;
        case ON_FAILURE -> exit.exitCode() != 0;
        case NEVER -> false;
      };
    }
  }

  /// A container that keeps ending is started again at once, then after `initial`, then after twice
  /// as long each time, up to `longest`; a run of `calm` forgives what was before.
  record Backoff(Duration initial, Duration longest, Duration calm) {
    Duration after(Observed observed, ExitRecord exit) {
      var ran = exit.startedAt().map(start -> Duration.between(start, exit.finishedAt()));
      if (observed.restarts() == 0 || ran.filter(time -> time.compareTo(calm) >= 0).isPresent()) {
        return Duration.ZERO;
      }
      var next = observed.delay().isZero() ? initial : observed.delay().multipliedBy(2);
      return next.compareTo(longest) > 0 ? longest : next;
    }
  }

  record Start(String container, int number, Duration delay) {}

  record Waiting(String reason, String message) {}

  /// @param waiting containers whose wait has a reason of its own
  /// @param finished nothing runs and nothing will
  record Plan(
      List<Start> starts,
      Map<String, Waiting> waiting,
      Optional<Instant> wakeAt,
      boolean initialized,
      boolean finished) {}

  private final RestartPolicy policy;
  private final Backoff backoff;
  private final Instant now;
  private final List<Start> starts = new ArrayList<>();
  private final Map<String, Waiting> waiting = new HashMap<>();
  private Optional<Instant> wakeAt = Optional.empty();

  static Plan plan(
      RestartPolicy policy,
      List<Observed> inits,
      List<Observed> mains,
      Backoff backoff,
      Instant now) {
    return new Lifecycle(policy, backoff, now).plan(inits, mains);
  }

  private Plan plan(List<Observed> inits, List<Observed> mains) {
    for (var init : inits) {
      if (!init.succeeded()) {
        var goesOn = advanceInit(init);
        return new Plan(starts, waiting, wakeAt, false, !goesOn);
      }
    }
    var goesOn = false;
    for (var main : mains) {
      goesOn |= advance(main, policy);
    }
    return new Plan(starts, waiting, wakeAt, true, !goesOn);
  }

  /// An init container runs until it succeeds once, so `Always` means no more than `OnFailure`.
  private boolean advanceInit(Observed init) {
    return advance(init, policy == RestartPolicy.ALWAYS ? RestartPolicy.ON_FAILURE : policy);
  }

  /// True while the container runs or will.
  private boolean advance(Observed observed, RestartPolicy rule) {
    return switch (observed.run()) {
      case Run.Never() -> {
        starts.add(new Start(observed.container(), 0, Duration.ZERO));
        yield true;
      }
      case Run.Starting _, Run.Running _ -> true;
      case Run.Ended(var number, var exit) -> {
        if (rule.restarts(exit)) {
          restart(observed, number, exit);
          yield true;
        }
        yield false;
      }
    };
  }

  private void restart(Observed observed, int number, ExitRecord exit) {
    var delay = backoff.after(observed, exit);
    var due = exit.finishedAt().plus(delay);
    if (!due.isAfter(now)) {
      starts.add(new Start(observed.container(), number + 1, delay));
      return;
    }
    waiting.put(
        observed.container(),
        new Waiting(
            "CrashLoopBackOff",
            "back-off %s restarting failed container %s, which exited with code %d"
                .formatted(words(delay), observed.container(), exit.exitCode())));
    if (wakeAt.isEmpty() || due.isBefore(wakeAt.get())) {
      wakeAt = Optional.of(due);
    }
  }

  private static String words(Duration delay) {
    var seconds = delay.toSeconds();
    return seconds < 60 ? seconds + "s" : "%dm%ds".formatted(seconds / 60, seconds % 60);
  }

  private Lifecycle(RestartPolicy policy, Backoff backoff, Instant now) {
    this.policy = policy;
    this.backoff = backoff;
    this.now = now;
  }
}
