package dev.trainyard.operator.sdk;

import dev.trainyard.scheduler.shell.Sight;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks whenever something has changed that it watches, once all of it has been read. Whatever
/// changes during a look is part of the next; where nothing changes, nothing is asked. A look that
/// failed is repeated, ever later, but never not at all.
final class Lookout {

  private static final Logger log = LoggerFactory.getLogger(Lookout.class);

  private static final Duration FIRST_RETRY = Duration.ofMillis(200);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);

  private final String what;
  private final Runnable look;
  private final List<SharedIndexInformer<?>> informers = new ArrayList<>();
  private final Semaphore listed = new Semaphore(0);
  private final Semaphore changed = new Semaphore(0);
  private final Thread loop;

  /// @param what it is about, for whoever reads the log
  Lookout(String what, Runnable look) {
    this.what = what;
    this.look = look;
    this.loop = Thread.ofVirtual().name(what).unstarted(this::run);
  }

  /// Each of them answers whether it is worth a look.
  <T extends HasMetadata> void watch(Informable<T> where, Predicate<T> seen, Predicate<T> gone) {
    informers.add(informer(where, seen, gone));
  }

  /// The informer keeps of an object only what the store keeps.
  <T extends HasMetadata> void watch(
      Informable<T> where, ItemStore<T> store, Predicate<T> seen, Predicate<T> gone) {
    informers.add(informer(where, seen, gone).itemStore(store));
  }

  private <T extends HasMetadata> SharedIndexInformer<T> informer(
      Informable<T> where, Predicate<T> seen, Predicate<T> gone) {
    return where
        .withLimit(ControllerSettings.LISTED_AT_ONCE)
        .runnableInformer(0)
        .exceptionHandler((_, _) -> true)
        .addEventHandler(
            Sight.of(object -> note(object, seen), object -> note(object, gone), listed::release));
  }

  /// Returns at once.
  void start() {
    informers.forEach(SharedIndexInformer::start);
    loop.start();
  }

  void stop() {
    loop.interrupt();
    informers.forEach(SharedIndexInformer::close);
  }

  private void run() {
    try {
      listed.acquire(informers.size());
      var retry = FIRST_RETRY;
      while (true) {
        changed.drainPermits();
        if (looked()) {
          retry = FIRST_RETRY;
          changed.acquire();
        } else {
          var _ = changed.tryAcquire(retry.toMillis(), TimeUnit.MILLISECONDS);
          var later = retry.multipliedBy(2);
          retry = later.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : later;
        }
      }
    } catch (InterruptedException _) {
      log.atDebug().addKeyValue("about", what).log("Looking no more");
    }
  }

  private boolean looked() {
    try {
      look.run();
      return true;
    } catch (RuntimeException e) {
      log.atWarn()
          .addKeyValue("about", what)
          .addKeyValue("cause", e.getMessage())
          .log("What has changed could not be heeded; it is tried again");
      log.atDebug().setCause(e).log("That is why");
      return false;
    }
  }

  /// One object that cannot be read must not stop the others.
  private <T extends HasMetadata> void note(T object, Predicate<T> how) {
    try {
      if (how.test(object)) {
        changed.release();
      }
    } catch (RuntimeException e) {
      log.atWarn()
          .addKeyValue("about", what)
          .addKeyValue("kind", object.getKind())
          .addKeyValue("name", object.getMetadata().getName())
          .setCause(e)
          .log("An object cannot be read; it is left out until it changes");
    }
  }
}
