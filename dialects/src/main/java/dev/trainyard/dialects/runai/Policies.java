package dev.trainyard.dialects.runai;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.runai.RunAi;
import dev.trainyard.api.runai.TrainingPolicy;
import dev.trainyard.dialects.Dialect.Lookup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Comparator;
import java.util.List;

/// Which policy rules a namespace: its own, or else the one for everybody. Two are never combined;
/// where there are several, the oldest counts.
final class Policies {

  private static final Comparator<GenericKubernetesResource> AGE =
      comparing(
              (GenericKubernetesResource policy) ->
                  requireNonNullElse(policy.getMetadata().getCreationTimestamp(), ""))
          .thenComparing(policy -> policy.getMetadata().getName());

  /// The one that counts.
  ///
  /// @param passedOver the names of those that are there as well and do not count
  record Choice(Policy policy, List<String> passedOver) {
    Choice {
      passedOver = List.copyOf(passedOver);
    }
  }

  static Choice of(String namespace, Lookup lookup) {
    var own = lookup.list(TrainingPolicy.KIND, namespace);
    var all = own.isEmpty() ? lookup.list(TrainingPolicy.KIND, RunAi.NAMESPACE) : own;
    var oldestFirst = all.stream().sorted(AGE).toList();
    return oldestFirst.isEmpty()
        ? new Choice(Policy.none(), List.of())
        : new Choice(
            read(oldestFirst.getFirst()), oldestFirst.stream().skip(1).map(Policies::id).toList());
  }

  private static Policy read(GenericKubernetesResource policy) {
    return Policy.read(id(policy), Bases.spec(policy));
  }

  private static String id(GenericKubernetesResource policy) {
    return "%s/%s".formatted(policy.getMetadata().getNamespace(), policy.getMetadata().getName());
  }

  private Policies() {}
}
