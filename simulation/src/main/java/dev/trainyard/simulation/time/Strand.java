package dev.trainyard.simulation.time;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Work that can stop in the middle while other things happen. One strand runs at a time, and only
/// while `resume` waits for it, so a run stays repeatable.
public final class Strand {

  private static final ScopedValue<Strand> CURRENT = ScopedValue.newInstance();

  private final Semaphore go = new Semaphore(0);
  private final Semaphore rests = new Semaphore(0);
  private volatile boolean ended;
  private volatile boolean cut;
  private volatile @Nullable Throwable failure;

  /// The work of a strand that will never go on.
  public static final class Cut extends Error {
    Cut() {
      super("cut", null, false, false);
    }
  }

  public static Strand of(Runnable work) {
    var strand = new Strand();
    var _ =
        Thread.startVirtualThread(
            () -> {
              strand.go.acquireUninterruptibly();
              try {
                ScopedValue.where(CURRENT, strand).run(strand.cut ? () -> {} : work);
              } catch (Cut _) {
                // Nobody waits for its result.
              } catch (RuntimeException | Error e) {
                strand.failure = e;
              } finally {
                strand.ended = true;
                strand.rests.release();
              }
            });
    return strand;
  }

  /// Lets it run until it pauses or ends; answers whether it has ended.
  public boolean resume() {
    if (ended) {
      return true;
    }
    go.release();
    rests.acquireUninterruptibly();
    if (failure instanceof RuntimeException unexpected) {
      throw unexpected;
    }
    if (failure instanceof Error unexpected) {
      throw unexpected;
    }
    return ended;
  }

  public boolean ended() {
    return ended;
  }

  /// Ends it where it stands.
  public void cut() {
    cut = true;
    resume();
  }

  /// The strand this is called from, if any.
  public static Optional<Strand> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /// Rests until it is resumed.
  public void pause() {
    rests.release();
    go.acquireUninterruptibly();
    if (cut) {
      throw new Cut();
    }
  }
}
