package dev.trainyard.operator;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The door through which every write leaves. It bounds how many one operator has under way, since
/// the client library does not, and is shut to an operator that may no longer act. What it
/// throttles is a metric.
public final class InFlight {

  private final int limit;
  private final BooleanSupplier mayAct;
  private final Semaphore permits;
  private final AtomicInteger waiting = new AtomicInteger();

  public InFlight(int limit) {
    this(limit, () -> true);
  }

  /// Asked anew for every request: a process may have been stopped for any time between two of
  /// them.
  public InFlight(int limit, BooleanSupplier mayAct) {
    if (limit < 1) {
      throw new IllegalArgumentException("%d requests in flight are too few".formatted(limit));
    }
    this.limit = limit;
    this.mayAct = mayAct;
    this.permits = new Semaphore(limit);
  }

  public <T> T call(Supplier<T> request) {
    enter();
    try {
      return request.get();
    } finally {
      permits.release();
    }
  }

  public void run(Runnable request) {
    enter();
    try {
      request.run();
    } finally {
      permits.release();
    }
  }

  /// Sends all of them at once, as far as the bound allows, and returns when all are answered. One
  /// that fails stops none of the others; the first failure is thrown at the end.
  public void all(List<Runnable> requests) {
    var failures = limit == 1 || requests.size() == 1 ? inOrder(requests) : together(requests);
    if (!failures.isEmpty()) {
      var first = failures.getFirst();
      failures.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }

  /// A limit of one keeps the order of the list, which makes a run repeatable.
  private List<RuntimeException> inOrder(List<Runnable> requests) {
    var failures = new ArrayList<RuntimeException>();
    for (var request : requests) {
      try {
        run(request);
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
    return failures;
  }

  private List<RuntimeException> together(List<Runnable> requests) {
    var failures = new ArrayList<RuntimeException>();
    var answers = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      requests.forEach(request -> answers.add(threads.submit(() -> run(request))));
    }
    for (var answer : answers) {
      switch (answer.state()) {
        case SUCCESS -> {}
        case FAILED -> failures.add(unchecked(answer.exceptionNow()));
        case CANCELLED, RUNNING -> failures.add(new CancellationException("stopped"));
      }
    }
    return failures;
  }

  private static RuntimeException unchecked(Throwable failure) {
    return failure instanceof RuntimeException known
        ? known
        : new IllegalStateException(new ExecutionException(failure));
  }

  private void enter() {
    waiting.incrementAndGet();
    try {
      permits.acquire();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new CancellationException("stopped before the request was sent");
    } finally {
      waiting.decrementAndGet();
    }
    if (!mayAct.getAsBoolean()) {
      permits.release();
      throw new CancellationException("this operator is not the leader any more");
    }
  }

  public void measure(MeterRegistry registry) {
    Gauge.builder("trainyard_requests_in_flight", permits, free -> limit - free.availablePermits())
        .description("Writes to the API server under way")
        .register(registry);
    Gauge.builder("trainyard_requests_waiting", waiting, AtomicInteger::get)
        .description("Writes that wait because the bound on requests in flight is reached")
        .register(registry);
  }
}
