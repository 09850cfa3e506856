package dev.trainyard.yard.node;

import dev.trainyard.yard.node.probes.Health;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// One container of a pod, as the files of its runs and its own answers tell.
///
/// @param previous how the run before the newest one ended
/// @param delay how long the newest run was held back before it started
/// @param condemned the newest run was ended by the node, so it failed whatever its exit code says
/// @param health what hooks and probes say while the newest run runs
record Observed(
    String container,
    Run run,
    Optional<ExitRecord> previous,
    Duration delay,
    boolean condemned,
    Health health) {

  /// The newest run of a container. Runs are numbered from 0, so the number counts restarts.
  sealed interface Run {
    record Never() implements Run {}

    record Starting(int number) implements Run {}

    record Running(int number, Instant since) implements Run {}

    record Ended(int number, ExitRecord exit) implements Run {}
  }

  Observed(String container, Run run, Optional<ExitRecord> previous, Duration delay) {
    this(container, run, previous, delay, false, Health.UNASKED);
  }

  static Observed never(String container) {
    return new Observed(container, new Run.Never(), Optional.empty(), Duration.ZERO);
  }

  Observed with(Health told) {
    return new Observed(container, run, previous, delay, condemned, told);
  }

  int restarts() {
    return switch (run) {
      case Run.Never() -> 0;
      case Run.Starting(var number) -> number;
      case Run.Running(var number, _) -> number;
      case Run.Ended(var number, _) -> number;
    };
  }

  boolean begun() {
    return !(run instanceof Run.Never);
  }

  boolean live() {
    return switch (run) {
      case Run.Starting _, Run.Running _ -> true;
      case Run.Never _, Run.Ended _ -> false;
    };
  }

  /// Runs, and its startup is through.
  boolean started() {
    return run instanceof Run.Running && health.started();
  }

  boolean ready() {
    return run instanceof Run.Running && health.ready();
  }

  boolean ended() {
    return run instanceof Run.Ended;
  }

  boolean succeeded() {
    return run instanceof Run.Ended(_, var exit) && exit.exitCode() == 0 && !condemned;
  }
}
