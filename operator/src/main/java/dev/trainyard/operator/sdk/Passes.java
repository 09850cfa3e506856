package dev.trainyard.operator.sdk;

import dev.trainyard.operator.Conflict;
import dev.trainyard.operator.ObjectRefusedException;
import dev.trainyard.operator.kinds.RawResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// Runs passes for the SDK, whatever they are about: not too many at once, again when they worked
/// on old data, and with a line in the log when they failed.
public final class Passes {

  private static final Logger log = LoggerFactory.getLogger(Passes.class);

  /// The watch event of whoever changed the job normally arrives sooner and wakes us.
  private static final Duration REREAD_BY = Duration.ofSeconds(1);

  private final Semaphore room;
  private final InstantSource clock;
  private final BooleanSupplier open;

  /// @param room bounds how many jobs are looked at together, over all kinds
  /// @param open whether passes may still begin; who stops does not wait for those that have not
  public Passes(Semaphore room, InstantSource clock, BooleanSupplier open) {
    this.room = room;
    this.clock = clock;
    this.open = open;
  }

  /// One pass, which answers when to look again.
  <W extends RawResource> UpdateControl<W> run(
      W raw, Context<W> context, Supplier<Optional<Instant>> pass) throws InterruptedException {
    room.acquire();
    try {
      var control = UpdateControl.<W>noUpdate();
      if (!open.getAsBoolean()) {
        return control;
      }
      pass.get().ifPresent(at -> control.rescheduleAfter(delayUntil(at)));
      return control;
    } catch (Conflict conflict) {
      log.atDebug()
          .addKeyValue("job", name(raw))
          .addKeyValue("cause", conflict.getMessage())
          .log("Reading again");
      return UpdateControl.<W>noUpdate().rescheduleAfter(REREAD_BY);
    } catch (ObjectRefusedException | KubernetesClientException | CancellationException e) {
      tell(log.atWarn(), raw, context, e);
      throw new Setback("%s: %s".formatted(name(raw), e.getMessage()));
    } catch (RuntimeException e) {
      tell(log.atError().setCause(e), raw, context, e);
      throw new Setback("%s: %s".formatted(name(raw), e.getMessage()));
    } finally {
      room.release();
    }
  }

  /// What a cluster may answer on any day is worth a line; only what we did not foresee comes with
  /// its stack trace.
  private static <W extends RawResource> void tell(
      LoggingEventBuilder line, W raw, Context<W> context, RuntimeException cause) {
    line.addKeyValue("job", name(raw))
        .addKeyValue(
            "attempt", context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0) + 1)
        .addKeyValue("cause", cause.getMessage())
        .log("A job could not be advanced; it is tried again");
  }

  /// Rounded up to the SDK's milliseconds: a pass that comes early would only be sent to bed again.
  private Duration delayUntil(Instant at) {
    var delay = Duration.between(clock.instant(), at);
    return delay.isPositive() ? delay.plusMillis(1) : Duration.ZERO;
  }

  private static String name(RawResource raw) {
    return "%s %s/%s"
        .formatted(raw.getKind(), raw.getMetadata().getNamespace(), raw.getMetadata().getName());
  }
}
