package dev.trainyard.yard.node.probes;

import dev.trainyard.yard.node.probes.Health.Doom;
import dev.trainyard.yard.node.probes.Probing.Kind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Looks after one run of a container: its postStart hook, then its probes, each on a thread of its
/// own so that a slow answer to one keeps no other waiting.
public final class Watch implements AutoCloseable {

  /// A hook has no timeout of its own; what still runs when the container ends, ends with it.
  private static final Duration A_HOOKS_TIME = Duration.ofHours(24);

  private final Checker checker;
  private final InstantSource clock;
  private final Instant since;
  private final Listener listener;
  private final List<Thread> threads = new ArrayList<>();
  private final Set<Kind> asking = new HashSet<>();
  private Vigil vigil;
  private boolean greeted;
  private Optional<Doom> rude = Optional.empty();

  public interface Listener {
    /// The container's health is not what it was.
    void changed();

    /// The postStart hook is through and need not run again.
    void greeted();

    /// A probe failed, for the first time in a row.
    void unhealthy(Kind kind, String words);

    void hookFailed(String words);
  }

  /// Looks at nothing before it begins.
  ///
  /// @param since when the container started
  public Watch(
      Checker checker, InstantSource clock, Instant since, Vigil vigil, Listener listener) {
    this.checker = checker;
    this.clock = clock;
    this.since = since;
    this.vigil = vigil;
    this.listener = listener;
  }

  /// Begins, with the hook where there is one to run.
  public synchronized void begin(Optional<Check> hook) {
    if (hook.isEmpty()) {
      greeted = true;
      wakeProbes();
      return;
    }
    start("post-start", () -> greet(hook.get()));
  }

  public synchronized Health health() {
    if (!greeted) {
      return new Health(false, false, false, rude);
    }
    return vigil.health();
  }

  private void greet(Check hook) throws InterruptedException {
    var outcome = checker.ask(hook, A_HOOKS_TIME);
    if (outcome.passed()) {
      listener.greeted();
      synchronized (this) {
        greeted = true;
        wakeProbes();
      }
    } else {
      listener.hookFailed(outcome.words());
      synchronized (this) {
        rude = Optional.of(new Doom("failed its postStart hook", Optional.empty()));
      }
    }
    listener.changed();
  }

  private synchronized void wakeProbes() {
    for (var kind : vigil.awake()) {
      if (asking.add(kind)) {
        start(kind.word(), () -> probe(kind));
      }
    }
  }

  private void probe(Kind kind) throws InterruptedException {
    for (var due = due(kind); due.isPresent(); due = due(kind)) {
      var wait = Duration.between(clock.instant(), due.get());
      if (wait.isPositive()) {
        Thread.sleep(wait);
      }
      var at = clock.instant();
      var probing = standing(kind).probing();
      learn(kind, checker.ask(probing.check(), probing.timeout()), at);
    }
  }

  private synchronized Optional<Instant> due(Kind kind) {
    return vigil.due(kind, since);
  }

  private synchronized Standing standing(Kind kind) {
    return vigil.standing(kind).orElseThrow();
  }

  private void learn(Kind kind, Outcome outcome, Instant at) {
    boolean changed;
    boolean first;
    synchronized (this) {
      var before = vigil.health();
      vigil = vigil.after(kind, outcome.passed(), at);
      changed = !before.equals(vigil.health());
      first = !outcome.passed() && standing(kind).streak() == 1;
      wakeProbes();
    }
    if (first) {
      listener.unhealthy(kind, outcome.words());
    }
    if (changed) {
      listener.changed();
    }
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  private void start(String name, Work work) {
    threads.add(
        Thread.ofVirtual()
            .name(name)
            .start(
                () -> {
                  try {
                    work.run();
                  } catch (InterruptedException _) {
                    // The run has ended, or the node closes.
                  }
                }));
  }

  @Override
  public synchronized void close() {
    threads.forEach(Thread::interrupt);
  }
}
