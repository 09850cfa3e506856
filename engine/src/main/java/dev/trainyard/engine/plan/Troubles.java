package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.Observed.Trouble;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a pod that has not ended complains about: its containers, or before there are any its init
/// containers, or before there are any its latest condition.
final class Troubles {

  static List<Trouble> of(ObjectMeta meta, PodStatus status) {
    var phase = text(status.getPhase());
    if (meta.getDeletionTimestamp() != null
        || phase.equals("Succeeded")
        || phase.equals("Failed")) {
      return List.of();
    }
    var containers =
        status.getContainerStatuses().isEmpty()
            ? status.getInitContainerStatuses()
            : status.getContainerStatuses();
    return containers.isEmpty()
        ? lacks(status).stream().toList()
        : containers.stream().flatMap(Troubles::of).toList();
  }

  private static Stream<Trouble> of(ContainerStatus container) {
    var state = container.getState();
    if (state == null) {
      return Stream.empty();
    }
    var ended =
        Optional.ofNullable(state.getTerminated())
            .filter(end -> end.getExitCode() != null && end.getExitCode() != 0)
            .<Trouble>map(
                end ->
                    new Trouble.Ended(
                        container.getName(),
                        text(end.getReason()),
                        end.getExitCode(),
                        text(end.getMessage())));
    var waits =
        Optional.ofNullable(state.getWaiting())
            .filter(waiting -> !text(waiting.getMessage()).isEmpty())
            .<Trouble>map(
                waiting ->
                    new Trouble.Waits(
                        container.getName(), text(waiting.getReason()), waiting.getMessage()));
    return Stream.concat(ended.stream(), waits.stream());
  }

  private static Optional<Trouble> lacks(PodStatus status) {
    return status.getConditions().stream()
        .max(Comparator.comparing(condition -> text(condition.getLastTransitionTime())))
        .filter(condition -> !"True".equals(condition.getStatus()))
        .filter(condition -> !text(condition.getReason()).isEmpty())
        .map(Troubles::lacks);
  }

  private static Trouble lacks(PodCondition condition) {
    return new Trouble.Lacks(text(condition.getReason()), text(condition.getMessage()));
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }

  private Troubles() {}
}
