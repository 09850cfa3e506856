package dev.trainyard.scheduler.core;

import java.util.Optional;

/// A node's mark that keeps pods away unless they tolerate it.
public record Taint(String key, String value, String effect) {

  /// `PreferNoSchedule` only advises; the other effects, known or not, keep pods away.
  boolean keepsAway() {
    return !effect.equals("PreferNoSchedule");
  }

  @Override
  public String toString() {
    return "%s%s:%s".formatted(key, value.isEmpty() ? "" : "=" + value, effect);
  }

  /// A pod's consent to a taint. An absent key consents to all keys, an absent effect to all
  /// effects, an absent value to all values.
  public record Toleration(Optional<String> key, Optional<String> value, Optional<String> effect) {

    boolean covers(Taint taint) {
      return key.map(taint.key::equals).orElse(true)
          && value.map(taint.value::equals).orElse(true)
          && effect.map(taint.effect::equals).orElse(true);
    }
  }
}
