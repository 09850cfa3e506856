package dev.trainyard.operator.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.operator.kinds.RawPyTorchJob;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import java.lang.reflect.Proxy;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AnOperatorThatStopsTest {

  private final Semaphore room = new Semaphore(0);
  private final AtomicBoolean open = new AtomicBoolean(true);
  private final AtomicInteger begun = new AtomicInteger();

  /// Nothing of it is asked here.
  @SuppressWarnings("unchecked")
  private static Context<RawPyTorchJob> context() {
    return (Context<RawPyTorchJob>)
        Proxy.newProxyInstance(
            Context.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (_, method, _) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }

  @Test
  void lets_go_of_passes_that_wait_for_room() throws Exception {
    var passes = new Passes(room, InstantSource.system(), open::get);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting =
          threads.submit(
              () ->
                  passes.run(
                      new RawPyTorchJob(),
                      context(),
                      () -> {
                        begun.incrementAndGet();
                        return Optional.empty();
                      }));

      open.set(false);
      room.release();

      assertThat(waiting.get().isNoUpdate()).isTrue();
      assertThat(begun).hasValue(0);
      assertThat(room.availablePermits()).isOne();
    }
  }
}
