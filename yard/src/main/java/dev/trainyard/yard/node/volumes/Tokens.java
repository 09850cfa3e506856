package dev.trainyard.yard.node.volumes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The tokens that pods have in their volumes. Each is used for most of its time and asked for anew
/// before it expires; none is ever written down but in its volume.
final class Tokens {

  /// Asks the cluster for a token; nothing where it issues none.
  interface Issuer {
    Optional<Issued> issue(Pod pod, ServiceAccountTokenProjection wanted);
  }

  record Issued(String token, Instant expires) {
    @Override
    public String toString() {
      return "Issued[until %s]".formatted(expires);
    }
  }

  /// As kubelets do it: after four fifths of its time.
  private static final int USED_PERCENT = 80;

  private record Wanted(String uid, String path, Optional<String> audience) {}

  private record Held(String token, Instant renewAt) {}

  private final Issuer issuer;
  private final InstantSource clock;
  private final Map<Wanted, Held> held = new ConcurrentHashMap<>();

  Tokens(Issuer issuer, InstantSource clock) {
    this.issuer = issuer;
    this.clock = clock;
  }

  Optional<String> of(Pod pod, ServiceAccountTokenProjection projection) {
    var wanted =
        new Wanted(
            pod.getMetadata().getUid(),
            projection.getPath(),
            Optional.ofNullable(projection.getAudience()));
    var now = clock.instant();
    var known = Optional.ofNullable(held.get(wanted)).filter(it -> now.isBefore(it.renewAt));
    if (known.isPresent()) {
      return known.map(Held::token);
    }
    var issued = issuer.issue(pod, projection);
    issued.ifPresent(
        it -> {
          var used = Duration.between(now, it.expires).multipliedBy(USED_PERCENT).dividedBy(100);
          held.put(wanted, new Held(it.token, now.plus(used)));
        });
    return issued.map(Issued::token);
  }

  void forget(String uid) {
    held.keySet().removeIf(wanted -> wanted.uid.equals(uid));
  }
}
