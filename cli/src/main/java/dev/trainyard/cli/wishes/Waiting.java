package dev.trainyard.cli.wishes;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.Durations;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Interrupts;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.cluster.Blindness;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobSight;
import dev.trainyard.cli.cluster.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/// Waits, by watching, until something is true of jobs. A watch that breaks is mended; a cluster
/// that stays away is given up.
public final class Waiting {

  private static final Duration LOOK_AROUND = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final Console console;
  private final Interrupts interrupts;
  private final Optional<Duration> timeout;
  private final Blindness blindness = new Blindness(Duration.ofMinutes(1));

  public Waiting(
      Cluster cluster, Console console, Interrupts interrupts, Optional<Duration> timeout) {
    this.cluster = cluster;
    this.console = console;
    this.interrupts = interrupts;
    this.timeout = timeout;
  }

  /// One job that is waited for.
  private record Awaited(Job job, JobSight sight) {}

  /// Until it is true of all of them, or can never be of one.
  public ExitStatus until(List<Jobs.Name> names, Expectation expectation)
      throws InterruptedException {
    var jobs = new Jobs(cluster);
    var deadline = timeout.map(Instant.now()::plus);
    var changed = new Semaphore(0);
    var stopped = new AtomicBoolean();
    var open = new ArrayList<Awaited>();
    try {
      for (var name : names) {
        find(jobs, name, expectation)
            .ifPresent(
                job ->
                    open.add(new Awaited(job, new JobSight(cluster, jobs, job, changed::release))));
      }
      try (var _ =
          interrupts.listen(
              _ -> {
                stopped.set(true);
                changed.release();
              })) {
        while (!settled(open, expectation)) {
          requireSight(open);
          rest(open, expectation, changed, deadline);
          if (stopped.get()) {
            throw new Refusal(ExitStatus.INTERRUPTED, List.of());
          }
        }
      }
      return ExitStatus.DONE;
    } finally {
      open.forEach(one -> one.sight().close());
    }
  }

  /// A job that is not there needs no waiting for its deletion.
  private Optional<Job> find(Jobs jobs, Jobs.Name name, Expectation expectation) {
    if (!(expectation instanceof Expectation.Gone)) {
      return Optional.of(jobs.find(name));
    }
    var job = jobs.seek(name);
    if (job.isEmpty()) {
      console.result("%s: deleted".formatted(name));
    }
    return job;
  }

  /// Tells and lets go of those of which it is true.
  private boolean settled(List<Awaited> open, Expectation expectation) {
    for (var one : List.copyOf(open)) {
      var now = one.sight().job();
      switch (expectation.of(now)) {
        case NOT_YET -> {}
        case HOLDS -> {
          console.result("%s: %s".formatted(one.job().reference(), expectation.words()));
          open.remove(one);
          one.sight().close();
        }
        case NEVER -> throw new Refusal(ExitStatus.FAILED, never(one.job(), now, expectation));
      }
    }
    return open.isEmpty();
  }

  private static String never(Job job, Optional<Job> now, Expectation expectation) {
    return now.map(
            ended ->
                "%s is %s and will never be %s%s"
                    .formatted(
                        job.reference(),
                        ended.phase(),
                        expectation.words(),
                        ended.message().map(": %s"::formatted).orElse(".")))
        .orElseGet(
            () ->
                "%s was deleted and will never be %s."
                    .formatted(job.reference(), expectation.words()));
  }

  private void rest(
      List<Awaited> open, Expectation expectation, Semaphore changed, Optional<Instant> deadline)
      throws InterruptedException {
    var left = deadline.map(end -> Duration.between(Instant.now(), end)).orElse(LOOK_AROUND);
    if (!left.isPositive()) {
      throw new Refusal(
          ExitStatus.TIMED_OUT,
          "Not %s after %s: %s."
              .formatted(
                  expectation.words(),
                  Durations.words(timeout.orElseThrow()),
                  open.stream().map(Waiting::standing).collect(Collectors.joining(", "))));
    }
    var patience = left.compareTo(LOOK_AROUND) < 0 ? left : LOOK_AROUND;
    if (changed.tryAcquire(Math.max(1, patience.toMillis()), TimeUnit.MILLISECONDS)) {
      changed.drainPermits();
    }
  }

  private static String standing(Awaited one) {
    return "%s is %s"
        .formatted(one.job().reference(), one.sight().job().map(Job::phase).orElse("gone"));
  }

  private void requireSight(List<Awaited> open) {
    if (blindness.tooLong(open.stream().allMatch(one -> one.sight().alive()))) {
      throw new Refusal(
          ExitStatus.UNREACHABLE,
          "The cluster has not answered for %s; wait again when it is back."
              .formatted(Durations.words(blindness.patience())));
    }
  }
}
