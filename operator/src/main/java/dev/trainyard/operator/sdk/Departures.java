package dev.trainyard.operator.sdk;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// What we have asked to go while the caches still show it as if nothing had happened. Entries end
/// when the caches have seen the object go.
final class Departures {

  private final Map<String, Instant> asked = new ConcurrentHashMap<>();

  void ask(String uid, Instant at) {
    asked.putIfAbsent(uid, at);
  }

  void forget(String uid) {
    asked.remove(uid);
  }

  Optional<Instant> asked(String uid) {
    return Optional.ofNullable(asked.get(uid));
  }
}
