package dev.trainyard.scheduler.shell;

import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// An informer's events as the three things that matter: here it is, it is gone, that was all.
public record Sight<T>(
    Consumer<T> seen, Consumer<T> gone, Runnable firstListed, AtomicBoolean listed)
    implements ResourceEventHandler<T> {

  public static <T> Sight<T> of(Consumer<T> seen, Consumer<T> gone, Runnable firstListed) {
    return new Sight<>(seen, gone, firstListed, new AtomicBoolean());
  }

  @Override
  public void onAdd(T added) {
    seen.accept(added);
  }

  @Override
  public void onUpdate(T before, T after) {
    seen.accept(after);
  }

  @Override
  public void onDelete(T deleted, boolean finalStateUnknown) {
    gone.accept(deleted);
  }

  @Override
  public void onList(String resourceVersion, boolean remainedEmpty) {
    if (listed.compareAndSet(false, true)) {
      firstListed.run();
    }
  }
}
