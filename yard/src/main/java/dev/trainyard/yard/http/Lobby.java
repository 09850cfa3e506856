package dev.trainyard.yard.http;

import java.io.InterruptedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connections whose client has not shown yet that it may come in. There is room for so many: when
/// one more comes, the one that has waited longest goes, and each goes that waits too long. But
/// whoever comes has time to show a key: where all have only just come, the next one is accepted a
/// little later. Those that were let in have left the lobby, so nobody without a key can take their
/// place.
final class Lobby {

  private static final Logger log = LoggerFactory.getLogger(Lobby.class);

  private final WebServer.Limits limits;
  private final Map<EndPoint, Guest> waiting = new LinkedHashMap<>();
  private boolean crowded;

  private record Guest(long came, Scheduler.Task end) {}

  Lobby(WebServer.Limits limits) {
    this.limits = limits;
  }

  /// Called before another one is accepted.
  synchronized void awaitRoom() throws InterruptedIOException {
    try {
      for (var left = timeToWait(); left > 0; left = timeToWait()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("nobody is accepted any more");
    }
  }

  private long timeToWait() {
    return waiting.size() < limits.strangers() ? 0 : leftToStay();
  }

  /// How much longer the one that has waited longest may stay at least.
  private long leftToStay() {
    return waiting.values().iterator().next().came() + limits.stay().toNanos() - System.nanoTime();
  }

  void enter(EndPoint connection, Scheduler scheduler) {
    enter(
            connection,
            scheduler.schedule(
                () -> dismiss(connection), limits.knock().toMillis(), TimeUnit.MILLISECONDS))
        .ifPresent(Lobby::close);
  }

  /// Answers who has to go for it. Some may be accepted before the one before them is seen here;
  /// for these few nobody has to go early.
  private synchronized Optional<EndPoint> enter(EndPoint connection, Scheduler.Task end) {
    waiting.put(connection, new Guest(System.nanoTime(), end));
    if (waiting.size() <= limits.strangers() || leftToStay() > 0) {
      return Optional.empty();
    }
    if (!crowded) {
      crowded = true;
      log.atWarn()
          .addKeyValue("connections", limits.strangers())
          .log("Too many connections without a key: the oldest are closed");
    }
    var oldest = waiting.keySet().iterator().next();
    leave(oldest);
    return Optional.of(oldest);
  }

  /// It was let in, or is gone.
  synchronized void leave(EndPoint connection) {
    var guest = waiting.remove(connection);
    if (guest != null) {
      guest.end().cancel();
      notifyAll();
    }
    crowded &= !waiting.isEmpty();
  }

  private void dismiss(EndPoint connection) {
    boolean still;
    synchronized (this) {
      still = waiting.remove(connection) != null;
      notifyAll();
    }
    if (still) {
      close(connection);
    }
  }

  private static void close(EndPoint connection) {
    connection.close(new TimeoutException("nothing came that opens the door"));
  }
}
