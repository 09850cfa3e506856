package dev.trainyard.yard.apiserver.types;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/// How a strategic patch treats a field. Facts of Kubernetes 1.36 (`patchStrategy` and
/// `patchMergeKey` in k8s.io/api).
sealed interface MergeRule {

  /// What the patch says stands; maps still merge.
  record Replace() implements MergeRule {}

  /// A list of objects that are told apart by one of their fields.
  record ByKey(String key) implements MergeRule {}

  /// A list of plain values, each at most once.
  record AsSet() implements MergeRule {}

  /// Type, field and key; a set where the key is "-".
  String TABLE =
      """
      Container ports containerPort
      Container env name
      Container volumeMounts mountPath
      Container volumeDevices devicePath
      ContainerStatus volumeMounts mountPath
      ContainerStatus allocatedResourcesStatus name
      EphemeralContainer ports containerPort
      EphemeralContainer env name
      EphemeralContainer volumeMounts mountPath
      EphemeralContainer volumeDevices devicePath
      PodSpec volumes name
      PodSpec initContainers name
      PodSpec containers name
      PodSpec ephemeralContainers name
      PodSpec imagePullSecrets name
      PodSpec hostAliases ip
      PodSpec topologySpreadConstraints topologyKey
      PodSpec schedulingGates name
      PodSpec resourceClaims name
      PodStatus conditions type
      PodStatus hostIPs ip
      PodStatus podIPs ip
      PodStatus resourceClaimStatuses name
      ServiceStatus conditions type
      ServiceSpec ports port
      ServiceAccount secrets name
      MutatingWebhookConfiguration webhooks name
      ValidatingWebhookConfiguration webhooks name
      NodeSpec podCIDRs -
      NodeStatus conditions type
      NodeStatus addresses type
      NamespaceStatus conditions type
      PersistentVolumeClaimStatus conditions type
      DeploymentStatus conditions type
      JobStatus conditions type
      HorizontalPodAutoscalerStatus conditions type
      PodDisruptionBudgetStatus conditions type
      ObjectMeta ownerReferences uid
      ObjectMeta finalizers -
      """;

  Map<String, MergeRule> RULES =
      TABLE
          .lines()
          .map(line -> line.split(" ", -1))
          .collect(
              Collectors.toUnmodifiableMap(
                  row -> String.join(".", Arrays.asList(row).subList(0, 2)),
                  row -> row[2].equals("-") ? new AsSet() : new ByKey(row[2])));

  static MergeRule of(String type, String field) {
    return RULES.getOrDefault(type + "." + field, new Replace());
  }
}
