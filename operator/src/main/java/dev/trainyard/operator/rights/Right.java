package dev.trainyard.operator.rights;

import java.util.List;
import java.util.Optional;

/// Some things the operator does to one resource.
///
/// @param group the API group; empty for the core
/// @param resource in the plural, with a subresource behind a slash
/// @param name the only object it does them to, where there is only one
public record Right(
    Where where, String group, String resource, List<String> verbs, Optional<String> name) {

  public enum Where {
    /// Wherever jobs are looked after.
    JOBS,
    /// Things that are in no namespace.
    CLUSTER,
    /// The namespace of the operator itself.
    HOME
  }

  public Right {
    verbs = List.copyOf(verbs);
  }

  static Right of(Where where, String group, String resource, String... verbs) {
    return new Right(where, group, resource, List.of(verbs), Optional.empty());
  }

  Right to(List<String> verbs) {
    return new Right(where, group, resource, verbs, name);
  }

  Right onlyOn(String one) {
    return new Right(where, group, resource, verbs, Optional.of(one));
  }

  /// As `kubectl auth can-i` writes it.
  public String qualified() {
    var parts = resource.split("/", 2);
    var kind = group.isEmpty() ? parts[0] : parts[0] + "." + group;
    return parts.length == 1 ? kind : kind + "/" + parts[1];
  }
}
