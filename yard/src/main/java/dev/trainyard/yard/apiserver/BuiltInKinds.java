package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trainyard.yard.apiserver.tables.BuiltInColumns;
import dev.trainyard.yard.apiserver.types.BuiltInFields;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The kinds every yard has from the start.
final class BuiltInKinds {

  // Group, version, kind, plural, short names, scope, traits, categories; "-" is nothing.
  // Scope: n namespaced, c cluster. Traits: s status, k status kept at creation, g generation,
  // r replicas.
  private static final String TABLE =
      """
      -                    v1 Pod                      pods                      po  n sg all
      -                    v1 Service                  services                  svc n s  all
      -                    v1 ConfigMap                configmaps                cm  n -  -
      -                    v1 Secret                   secrets                   -   n -  -
      -                    v1 Event                    events                    ev  n -  -
      -                    v1 Namespace                namespaces                ns  c s  -
      -                    v1 Node                     nodes                     no  c k  -
      -                    v1 ServiceAccount           serviceaccounts           sa  n -  -
      -                    v1 PersistentVolumeClaim    persistentvolumeclaims    pvc n s  -
      -                    v1 PersistentVolume         persistentvolumes         pv  c s  -
      -                    v1 ResourceQuota            resourcequotas            quota n s -
      -                    v1 LimitRange               limitranges               limits n - -
      -                    v1 Endpoints                endpoints                 ep  n -  -
      apps                 v1 Deployment               deployments               deploy n sgr all
      rbac.authorization.k8s.io v1 Role                roles                     -   n -  -
      rbac.authorization.k8s.io v1 ClusterRole         clusterroles              -   c -  -
      rbac.authorization.k8s.io v1 RoleBinding         rolebindings              -   n -  -
      rbac.authorization.k8s.io v1 ClusterRoleBinding  clusterrolebindings       -   c -  -
      storage.k8s.io       v1 StorageClass             storageclasses            sc  c -  -
      batch                v1 Job                      jobs                      -   n sg all
      autoscaling          v2 HorizontalPodAutoscaler  horizontalpodautoscalers  hpa n s  all
      coordination.k8s.io  v1 Lease                    leases                    -   n -  -
      scheduling.k8s.io    v1 PriorityClass            priorityclasses           pc  c g  -
      policy               v1 PodDisruptionBudget      poddisruptionbudgets      pdb n sg -
      networking.k8s.io    v1 NetworkPolicy            networkpolicies           netpol n g -
      networking.k8s.io    v1 Ingress                  ingresses                 ing n sg -
      discovery.k8s.io     v1 EndpointSlice            endpointslices            -   n g  -
      admissionregistration.k8s.io v1 MutatingWebhookConfiguration mutatingwebhookconfigurations - c g api-extensions
      admissionregistration.k8s.io v1 ValidatingWebhookConfiguration validatingwebhookconfigurations - c g api-extensions
      apiextensions.k8s.io v1 CustomResourceDefinition customresourcedefinitions crd c sg api-extensions
      """;

  private static final Kind.ScalePaths REPLICAS =
      new Kind.ScalePaths(".spec.replicas", ".status.replicas", Optional.empty());

  private static final Map<String, Rules> RULES =
      Map.ofEntries(
          Map.entry("pods", new PodRules()),
          Map.entry("services", new ServiceRules()),
          Map.entry("configmaps", new ConfigMapRules()),
          Map.entry("secrets", new SecretRules()),
          Map.entry("namespaces", new NamespaceRules()),
          Map.entry("nodes", new NodeRules()),
          Map.entry("persistentvolumeclaims", new ClaimRules()),
          Map.entry("persistentvolumes", new PersistentVolumeRules()),
          Map.entry("resourcequotas", new QuotaRules()),
          Map.entry("limitranges", new LimitRangeRules()),
          Map.entry("deployments", new DeploymentRules()),
          Map.entry("jobs", new JobRules()),
          Map.entry("horizontalpodautoscalers", new AutoscalerRules()),
          Map.entry("leases", new LeaseRules()),
          Map.entry("priorityclasses", new PriorityClassRules()),
          Map.entry("poddisruptionbudgets", new DisruptionBudgetRules()),
          Map.entry("roles", new RoleRules(false)),
          Map.entry("clusterroles", new RoleRules(true)),
          Map.entry("rolebindings", new RoleBindingRules(List.of("Role", "ClusterRole"))),
          Map.entry("clusterrolebindings", new RoleBindingRules(List.of("ClusterRole"))),
          Map.entry("customresourcedefinitions", new DefinitionRules()));

  /// Kinds that are kept here and nothing more, and what to do instead. Whoever writes one is told.
  private static final Map<String, String> ONLY_KEPT =
      Map.of(
          "deployments",
          "no controller of Deployments runs in a yard, so it gets no pods; write a Job or a Pod",
          "networkpolicies",
          "nothing in a yard enforces NetworkPolicies: pods reach each other as before",
          "ingresses",
          "no controller of Ingresses runs in a yard; use `kubectl port-forward`",
          "poddisruptionbudgets",
          "nothing in a yard evicts pods, so PodDisruptionBudgets hold nobody back",
          "storageclasses",
          "a yard makes every volume a directory of this machine; no StorageClass is asked",
          "mutatingwebhookconfigurations",
          "a yard calls no webhooks: objects are stored without its changes",
          "validatingwebhookconfigurations",
          "a yard calls no webhooks: it refuses nothing");

  static List<Kind> all() {
    return TABLE.lines().map(line -> kind(line.trim().split("\\s+"))).toList();
  }

  private static Kind kind(String[] row) {
    var traits = EnumSet.noneOf(Kind.Trait.class);
    for (var letter : word(row[6]).toCharArray()) {
      traits.add(
          switch (letter) {
            case 's' -> Kind.Trait.STATUS;
            case 'k' -> Kind.Trait.STATUS_AT_CREATION;
            case 'g' -> Kind.Trait.GENERATION;
            case 'r' -> Kind.Trait.REPLICAS;
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
    var resource = row[0].equals("-") ? row[3] : row[3] + "." + row[0];
    return new Kind(
        word(row[0]),
        row[1],
        names,
        row[5].equals("n"),
        traits,
        traits.contains(Kind.Trait.REPLICAS) ? Optional.of(REPLICAS) : Optional.empty(),
        () -> BuiltInColumns.of(resource),
        new BuiltInRules(
            () ->
                StructuralSchema.builtIn(word(row[0]), row[1], row[2])
                    .orElseGet(() -> StructuralSchema.of(MissingNode.getInstance())),
            () -> BuiltInFields.of(word(row[0]), row[1], row[2]),
            RULES.getOrDefault(row[3], Rules.NONE),
            Optional.ofNullable(ONLY_KEPT.get(row[3]))));
  }

  private static String word(String cell) {
    return cell.equals("-") ? "" : cell;
  }

  private static List<String> words(String cell) {
    return cell.equals("-") ? List.of() : Arrays.asList(cell.split(","));
  }

  private BuiltInKinds() {}
}
