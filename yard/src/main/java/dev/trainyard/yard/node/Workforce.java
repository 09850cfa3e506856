package dev.trainyard.yard.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// The workers of a node, one for each pod that is bound to it or has left something here.
final class Workforce {

  private final Predicate<String> needed;
  private final Function<String, PodWorker> hire;
  private final Map<String, Employed> workers = new HashMap<>();
  private volatile boolean draining;
  private boolean closed;

  private record Employed(PodWorker worker, Thread thread) {}

  /// @param needed whether there is anything to do for the pod of this uid
  Workforce(Predicate<String> needed, Function<String, PodWorker> hire) {
    this.needed = needed;
    this.hire = hire;
  }

  /// Wakes the pod's worker, or hires one.
  synchronized void employ(String uid) {
    var known = Optional.ofNullable(workers.get(uid));
    if (known.isPresent()) {
      known.get().worker.signal();
    } else if (!closed && needed.test(uid)) {
      var worker = hire.apply(uid);
      var thread = Thread.ofVirtual().name("pod-" + uid).unstarted(worker);
      workers.put(uid, new Employed(worker, thread));
      thread.start();
    }
  }

  /// Wakes those that a change of another pod may let go on.
  synchronized void wakeWaiting() {
    workers.values().stream()
        .map(Employed::worker)
        .filter(PodWorker::waitsForOthers)
        .forEach(PodWorker::signal);
  }

  synchronized void dismiss(String uid) {
    workers.remove(uid);
  }

  /// True once everything is to end and nothing may start.
  boolean draining() {
    return draining;
  }

  /// Ends every process and waits until they are gone.
  void drain() throws InterruptedException {
    draining = true;
    List<PodWorker> all;
    synchronized (this) {
      all = workers.values().stream().map(Employed::worker).toList();
    }
    all.forEach(PodWorker::signal);
    for (var worker : all) {
      worker.awaitDrained();
    }
  }

  /// Sends the workers home and waits for the last of them. Processes go on.
  void close() {
    List<Thread> threads;
    synchronized (this) {
      closed = true;
      threads = workers.values().stream().map(Employed::thread).toList();
    }
    threads.forEach(Thread::interrupt);
    try {
      for (var thread : threads) {
        thread.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
