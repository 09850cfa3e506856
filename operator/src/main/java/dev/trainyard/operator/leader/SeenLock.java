package dev.trainyard.operator.leader;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaderElectionRecord;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.Lock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A lock whose age is told by our own clock: it counts from the moment we saw it change, as
/// Kubernetes' own controllers count. Two machines whose clocks disagree then still agree on who
/// leads. It also knows when we last renewed it ourselves.
final class SeenLock implements Lock {

  private record Seen(LeaderElectionRecord stored, Instant at) {}

  private final Lock lock;
  private final InstantSource clock;
  private volatile Optional<Seen> last = Optional.empty();
  private volatile Optional<Instant> renewed = Optional.empty();

  SeenLock(Lock lock, InstantSource clock) {
    this.lock = lock;
    this.clock = clock;
  }

  /// When the renewal that counts was sent; later it was acknowledged.
  Optional<Instant> renewed() {
    return renewed;
  }

  @Override
  public @Nullable LeaderElectionRecord get(KubernetesClient client) {
    var stored = lock.get(client);
    if (stored == null) {
      return null;
    }
    var seen =
        last.filter(one -> one.stored().equals(stored))
            .orElseGet(() -> new Seen(stored, clock.instant()));
    last = Optional.of(seen);
    return new LeaderElectionRecord(
        stored.getHolderIdentity(),
        stored.getLeaseDuration(),
        stored.getAcquireTime(),
        seen.at().atZone(ZoneOffset.UTC),
        stored.getLeaderTransitions());
  }

  @Override
  public void create(KubernetesClient client, LeaderElectionRecord wanted) {
    write(wanted, () -> lock.create(client, wanted));
  }

  @Override
  public void update(KubernetesClient client, LeaderElectionRecord wanted) {
    write(wanted, () -> lock.update(client, wanted));
  }

  private void write(LeaderElectionRecord wanted, Runnable write) {
    var now = clock.instant();
    write.run();
    boolean ours = identity().equals(wanted.getHolderIdentity());
    renewed = ours ? Optional.of(now) : Optional.empty();
  }

  @Override
  public String identity() {
    return lock.identity();
  }

  @Override
  public String describe() {
    return lock.describe();
  }
}
