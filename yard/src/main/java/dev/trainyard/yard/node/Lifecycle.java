package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Observed.Run;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Says which containers of a pod start now, which end, which wait and for what. Pure.
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

    static RestartPolicy of(Pod pod) {
      return of(Optional.ofNullable(pod.getSpec().getRestartPolicy()).orElse("Always"));
    }

    boolean restarts(Observed observed) {
      return switch (this) {
        case ALWAYS -> true;
        case ON_FAILURE -> !observed.succeeded();
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

  /// The containers of a pod. A sidecar is an init container that goes on running: the next one
  /// starts once it has started, and it never keeps its pod from ending.
  record Crew(List<Observed> inits, Set<String> sidecars, List<Observed> mains) {
    Crew {
      inits = List.copyOf(inits);
      sidecars = Set.copyOf(sidecars);
      mains = List.copyOf(mains);
    }

    List<Observed> everyone() {
      return Stream.concat(inits.stream(), mains.stream()).toList();
    }

    boolean sidecar(Observed observed) {
      return sidecars.contains(observed.container());
    }
  }

  static Set<String> sidecars(Pod pod) {
    return pod.getSpec().getInitContainers().stream()
        .filter(init -> "Always".equals(init.getRestartPolicy()))
        .map(Container::getName)
        .collect(Collectors.toSet());
  }

  record Start(String container, int number, Duration delay) {}

  record Waiting(String reason, String message) {}

  /// @param stops sidecars that nobody needs any more
  /// @param waiting containers whose wait has a reason of its own
  /// @param finished nothing runs and nothing will
  record Plan(
      List<Start> starts,
      List<String> stops,
      Map<String, Waiting> waiting,
      Optional<Instant> wakeAt,
      boolean initialized,
      boolean finished) {}

  private final RestartPolicy policy;
  private final Crew crew;
  private final Backoff backoff;
  private final Instant now;
  private final List<Start> starts = new ArrayList<>();
  private final Map<String, Waiting> waiting = new HashMap<>();
  private Optional<Instant> wakeAt = Optional.empty();

  static Plan plan(RestartPolicy policy, Crew crew, Backoff backoff, Instant now) {
    return new Lifecycle(policy, crew, backoff, now).plan();
  }

  private Plan plan() {
    for (var i = 0; i < crew.inits.size(); i++) {
      var init = crew.inits.get(i);
      if (crew.sidecar(init)) {
        advance(init, RestartPolicy.ALWAYS);
        if (!init.started() && !anyBegunAfter(i)) {
          return goesOn(false);
        }
      } else if (!init.succeeded()) {
        return advanceInit(init) ? goesOn(false) : over(false);
      }
    }
    var goesOn = false;
    for (var main : crew.mains) {
      goesOn |= advance(main, policy);
    }
    return goesOn ? goesOn(true) : over(true);
  }

  /// A sidecar that was through once holds nobody up when it is started again.
  private boolean anyBegunAfter(int init) {
    return crew.inits.stream().skip(init + 1L).anyMatch(Observed::begun)
        || crew.mains.stream().anyMatch(Observed::begun);
  }

  private Plan goesOn(boolean initialized) {
    return new Plan(starts, List.of(), waiting, wakeAt, initialized, false);
  }

  /// What is left are sidecars, which end one after the other, the last one first.
  private Plan over(boolean initialized) {
    var left = crew.inits.stream().filter(crew::sidecar).filter(Observed::live).toList().reversed();
    var stops = left.stream().limit(1).map(Observed::container).toList();
    return new Plan(List.of(), stops, Map.of(), Optional.empty(), initialized, left.isEmpty());
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
        if (rule.restarts(observed)) {
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

  private Lifecycle(RestartPolicy policy, Crew crew, Backoff backoff, Instant now) {
    this.policy = policy;
    this.crew = crew;
    this.backoff = backoff;
    this.now = now;
  }
}
