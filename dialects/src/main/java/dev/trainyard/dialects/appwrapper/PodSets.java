package dev.trainyard.dialects.appwrapper;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.codeflare.AppWrapper.Component;
import dev.trainyard.api.codeflare.AppWrapper.PodSet;
import dev.trainyard.dialects.appwrapper.KnownKind.Inferred;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Which pods a component makes: those it declares, otherwise those that its kind is known for.
final class PodSets {

  static int replicas(PodSet set) {
    return requireNonNullElse(set.replicas(), 1);
  }

  static Inferred inferred(Component component) {
    return KnownKind.of(component.template())
        .map(known -> known.podSets(component.template()))
        .orElseGet(() -> new Inferred.Sets(List.of()));
  }

  static Inferred effective(Component component) {
    return component.podSets().isEmpty()
        ? inferred(component)
        : new Inferred.Sets(component.podSets());
  }

  /// Why what is declared cannot be, if so. Of kinds that are not known anything is believed.
  static Optional<String> contradiction(Component component, List<PodSet> inferred) {
    var declared = component.podSets();
    var paths = new HashSet<String>();
    for (var set : declared) {
      if (!paths.add(set.path())) {
        return Optional.of("multiple DeclaredPodSets with path '%s'".formatted(set.path()));
      }
    }
    if (declared.isEmpty() || KnownKind.of(component.template()).isEmpty()) {
      return Optional.empty();
    }
    if (declared.size() != inferred.size()) {
      return Optional.of(
          "DeclaredPodSet count %d differs from inferred count %d"
              .formatted(declared.size(), inferred.size()));
    }
    return difference(declared, inferred);
  }

  private static Optional<String> difference(List<PodSet> declared, List<PodSet> inferred) {
    var byPath = new LinkedHashMap<String, PodSet>();
    declared.forEach(set -> byPath.put(set.path(), set));
    for (var set : inferred) {
      var match = byPath.get(set.path());
      if (match == null) {
        return Optional.of("PodSet with path '%s' is missing".formatted(set.path()));
      }
      if (replicas(match) != replicas(set)) {
        return Optional.of(
            "replica count %d differs from inferred count %d for PodSet at path position '%s'"
                .formatted(replicas(match), replicas(set), set.path()));
      }
    }
    return Optional.empty();
  }

  private PodSets() {}
}
