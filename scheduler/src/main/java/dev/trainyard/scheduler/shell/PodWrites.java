package dev.trainyard.scheduler.shell;

import dev.trainyard.scheduler.core.Placement.Binding;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Optional;

/// The two things the scheduler writes: a pod's node, and why a pod has none.
final class PodWrites {

  private static final String POD_SCHEDULED = "PodScheduled";
  private static final String UNSCHEDULABLE = "Unschedulable";

  private final KubernetesClient client;
  private final InstantSource clock;

  PodWrites(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
  }

  /// The uid makes the server refuse when another pod has taken the name.
  void bind(Binding binding) {
    var pod = binding.pod();
    var body =
        new BindingBuilder()
            .withNewMetadata()
            .withNamespace(pod.namespace())
            .withName(pod.name())
            .withUid(pod.uid())
            .endMetadata()
            .withNewTarget()
            .withApiVersion("v1")
            .withKind("Node")
            .withName(binding.node())
            .endTarget()
            .build();
    client.raw(path(pod) + "/binding", "POST", body);
  }

  static boolean saysAlready(SeenPod pod, String message) {
    return condition(pod)
        .filter(condition -> "False".equals(condition.getStatus()))
        .filter(condition -> message.equals(condition.getMessage()))
        .isPresent();
  }

  /// A merge patch replaces the whole list, hence the other conditions, and the version that makes
  /// the server refuse when they have changed since.
  void tellUnschedulable(SeenPod pod, String message) {
    var old = condition(pod);
    var conditions = new ArrayList<>(pod.conditions());
    old.ifPresent(conditions::remove);
    conditions.add(
        new PodConditionBuilder()
            .withType(POD_SCHEDULED)
            .withStatus("False")
            .withReason(UNSCHEDULABLE)
            .withMessage(message)
            .withLastTransitionTime(
                old.filter(condition -> "False".equals(condition.getStatus()))
                    .map(PodCondition::getLastTransitionTime)
                    .orElseGet(this::now))
            .build());
    var patch =
        new PodBuilder()
            .withNewMetadata()
            .withUid(pod.id().uid())
            .withResourceVersion(pod.resourceVersion())
            .endMetadata()
            .withNewStatus()
            .withConditions(conditions)
            .endStatus()
            .build();
    client
        .pods()
        .inNamespace(pod.id().namespace())
        .withName(pod.id().name())
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            client.getKubernetesSerialization().asJson(patch));
  }

  private static Optional<PodCondition> condition(SeenPod pod) {
    return pod.conditions().stream()
        .filter(condition -> POD_SCHEDULED.equals(condition.getType()))
        .findFirst();
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String path(PodId pod) {
    return "/api/v1/namespaces/%s/pods/%s".formatted(pod.namespace(), pod.name());
  }
}
