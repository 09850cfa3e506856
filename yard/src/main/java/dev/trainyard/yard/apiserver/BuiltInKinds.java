package dev.trainyard.yard.apiserver;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The kinds every yard has from the start.
final class BuiltInKinds {

  // "-" is nothing. Traits: s status, n status kept at creation, g generation.
  private static final String TABLE =
      """
      -                     v1 Pod                      pods                      po     namespaced sg all
      -                     v1 Service                  services                  svc    namespaced s  all
      -                     v1 ConfigMap                configmaps                cm     namespaced -  -
      -                     v1 Secret                   secrets                   -      namespaced -  -
      -                     v1 Event                    events                    ev     namespaced -  -
      -                     v1 Namespace                namespaces                ns     cluster    s  -
      -                     v1 Node                     nodes                     no     cluster    n  -
      -                     v1 ServiceAccount           serviceaccounts           sa     namespaced -  -
      -                     v1 PersistentVolumeClaim    persistentvolumeclaims    pvc    namespaced s  -
      -                     v1 PersistentVolume         persistentvolumes         pv     cluster    s  -
      -                     v1 Endpoints                endpoints                 ep     namespaced -  -
      batch                 v1 Job                      jobs                      -      namespaced sg all
      autoscaling           v2 HorizontalPodAutoscaler  horizontalpodautoscalers  hpa    namespaced s  all
      coordination.k8s.io   v1 Lease                    leases                    -      namespaced -  -
      scheduling.k8s.io     v1 PriorityClass            priorityclasses           pc     cluster    g  -
      policy                v1 PodDisruptionBudget      poddisruptionbudgets      pdb    namespaced sg -
      networking.k8s.io     v1 Ingress                  ingresses                 ing    namespaced sg -
      discovery.k8s.io      v1 EndpointSlice            endpointslices            -      namespaced g  -
      apiextensions.k8s.io  v1 CustomResourceDefinition customresourcedefinitions crd    cluster    sg api-extensions
      """;

  private static final Map<String, Rules> RULES =
      Map.of(
          "pods", new PodRules(),
          "services", new ServiceRules(),
          "secrets", new SecretRules(),
          "namespaces", new NamespaceRules(),
          "customresourcedefinitions", new DefinitionRules());

  static List<Kind> all() {
    return TABLE.lines().map(line -> kind(line.trim().split("\\s+"))).toList();
  }

  private static Kind kind(String[] row) {
    var traits = EnumSet.noneOf(Kind.Trait.class);
    for (var letter : word(row[6]).toCharArray()) {
      traits.add(
          switch (letter) {
            case 's' -> Kind.Trait.STATUS;
            case 'n' -> Kind.Trait.STATUS_AT_CREATION;
            case 'g' -> Kind.Trait.GENERATION;
            default -> throw new IllegalArgumentException("trait " + letter + " is unknown");
          });
    }
    var names =
        new Kind.Names(
            row[2],
            row[2] + "List",
            row[3],
            row[2].toLowerCase(Locale.ROOT),
            words(row[4]),
            words(row[7]));
    return new Kind(
        word(row[0]),
        row[1],
        names,
        row[5].equals("namespaced"),
        traits,
        Optional.empty(),
        RULES.getOrDefault(row[3], Rules.NONE));
  }

  private static String word(String cell) {
    return cell.equals("-") ? "" : cell;
  }

  private static List<String> words(String cell) {
    return cell.equals("-") ? List.of() : Arrays.asList(cell.split(","));
  }

  private BuiltInKinds() {}
}
