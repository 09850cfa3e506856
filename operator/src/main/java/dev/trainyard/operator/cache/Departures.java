package dev.trainyard.operator.cache;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What we have asked to go while the caches still show it as if nothing had happened. Entries end
/// when the caches have seen the object go.
public final class Departures {

  private final Map<String, Instant> asked = new ConcurrentHashMap<>();

  public void ask(String uid, Instant at) {
    asked.putIfAbsent(uid, at);
  }

  public void forget(String uid) {
    asked.remove(uid);
  }

  public Optional<Instant> asked(String uid) {
    return Optional.ofNullable(asked.get(uid));
  }
}
