package dev.trainyard.dialects.runai;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where the pods of a workload may be placed.
record Placement(Workload workload) {

  private static final String NODE_TYPE = "run.ai/type";
  private static final String ANY_EFFECT = "Any";
  private static final int STRONG_WISH = 100;
  private static final Set<String> HARD = Set.of("hard", "required");

  Map<String, String> nodeSelector() {
    return workload.values().text("nodeType").map(type -> Map.of(NODE_TYPE, type)).orElse(Map.of());
  }

  List<Toleration> tolerations() {
    return workload.values().items("tolerations").values().stream()
        .map(Placement::toleration)
        .toList();
  }

  private static Toleration toleration(Effective item) {
    return new TolerationBuilder()
        .withOperator(item.text("operator").orElse(null))
        .withKey(item.text("key").filter(key -> !key.isEmpty()).orElse(null))
        .withValue(item.text("value").orElse(null))
        .withEffect(item.text("effect").filter(effect -> !effect.equals(ANY_EFFECT)).orElse(null))
        .withTolerationSeconds(item.number("seconds").map(Integer::longValue).orElse(null))
        .build();
  }

  /// Pods of the job are drawn to one another.
  Optional<Affinity> affinity() {
    if (!workload.values().isOn("podAffinity")) {
      return Optional.empty();
    }
    var rule = workload.values().text("podAffinitySchedulingRule").orElse("soft");
    return Optional.of(
        HARD.contains(rule.toLowerCase(Locale.ROOT))
            ? new AffinityBuilder()
                .withNewPodAffinity()
                .withRequiredDuringSchedulingIgnoredDuringExecution(together())
                .endPodAffinity()
                .build()
            : new AffinityBuilder()
                .withNewPodAffinity()
                .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                .withWeight(STRONG_WISH)
                .withPodAffinityTerm(together())
                .endPreferredDuringSchedulingIgnoredDuringExecution()
                .endPodAffinity()
                .build());
  }

  private PodAffinityTerm together() {
    return new PodAffinityTermBuilder()
        .withTopologyKey(workload.values().text("podAffinityTopology").orElse(null))
        .withNewLabelSelector()
        .addToMatchLabels(workload.isMpi() ? Marks.MPI_JOB_NAME : Marks.RELEASE, workload.name())
        .endLabelSelector()
        .build();
  }
}
