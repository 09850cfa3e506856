package dev.trainyard.operator;

import java.util.Set;
import java.util.function.Predicate;

/// Which jobs an operator cares for.
///
/// @param namespaces where it looks; none named are all there are
/// @param kinds tells by a kind's name, such as `pytorchjobs.kubeflow.org`, whether it is ours
public record Scope(Set<String> namespaces, Predicate<String> kinds) {

  public Scope {
    namespaces = Set.copyOf(namespaces);
  }

  public static Scope everything() {
    return new Scope(Set.of(), _ -> true);
  }
}
