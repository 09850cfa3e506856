package dev.trainyard.operator.cache;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Settings;
import java.util.Set;

/// The kinds of objects around the jobs of a dialect, besides pods, services and nodes.
///
/// @param attached what they bring
/// @param carriers what carries them, and through which that comes to its pods
/// @param consulted what they ask for
public record Company(
    Set<Attached.Kind> attached, Set<Attached.Kind> carriers, Set<Attached.Kind> consulted) {

  public Company {
    attached = Set.copyOf(attached);
    carriers = Set.copyOf(carriers);
    consulted = Set.copyOf(consulted);
  }

  /// Jobs that have nothing to do with anybody else.
  public static Company none() {
    return new Company(Set.of(), Set.of(), Set.of());
  }

  public static Company of(Dialect<?> dialect, Settings settings) {
    return new Company(
        dialect.attaches(settings), dialect.carriers(settings), dialect.consults(settings));
  }
}
