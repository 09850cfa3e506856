package dev.trainyard.cli.rehearse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.cli.manifests.Trees;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.rehearsal.Moment.Author;
import dev.trainyard.simulation.rehearsal.Moment.Note;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a change to an object means to a person. Some mean nothing.
final class Telling {

  /// Of one object: what it became.
  static List<String> of(Note.Wrote wrote) {
    var item = wrote.change().item();
    return switch (wrote.change().type()) {
      case ADDED -> List.of(added(item, wrote.by()));
      case MODIFIED ->
          wrote.before().map(before -> changed(before, item, wrote.by())).orElse(List.of());
      case DELETED -> List.of(gone(item, wrote.by()));
    };
  }

  private static String added(Item item, Author by) {
    if (item.content() instanceof Content.Typed(Node node)) {
      return "new, with " + capacity(node);
    }
    return by == Author.OPERATOR || by == Author.SCRIPT ? "created" : "created" + by(by);
  }

  private static String capacity(Node node) {
    return new TreeMap<>(node.getStatus().getCapacity())
        .entrySet().stream()
            .map(entry -> "%s %s".formatted(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String gone(Item item, Author by) {
    if (item.content() instanceof Content.Typed(Pod pod)) {
      return pod.isMarkedForDeletion() && by == Author.NODE ? "gone" : "deleted" + by(by);
    }
    return item.content() instanceof Content.Typed(Node _) ? "gone" : "deleted" + by(by);
  }

  private static String by(Author author) {
    return switch (author) {
      case SCRIPT -> "";
      case OPERATOR -> " by the operator";
      case SCHEDULER -> " by the scheduler";
      case NODE -> " by its node";
      case CONTROL_PLANE -> " by the control plane";
    };
  }

  private static List<String> changed(Item before, Item now, Author by) {
    return switch (now.content()) {
      case Content.Typed(Pod pod) -> pod((Pod) before.typed(), pod, by);
      case Content.Typed(Node node) -> node((Node) before.typed(), node);
      case Content.Typed(GenericKubernetesResource object) -> {
        var told = tree(Trees.of(before.typed()), Trees.of(object), by);
        yield told.isEmpty() ? List.of("changed" + by(by)) : told;
      }
      case Content.Typed _ -> List.of("changed" + by(by));
      case Content.Raw(var tree) -> tree(before.raw(), tree, by);
    };
  }

  private static List<String> pod(Pod before, Pod now, Author by) {
    var told = new ArrayList<String>();
    Sights.node(now)
        .filter(_ -> Sights.node(before).isEmpty())
        .ifPresent(node -> told.add("placed on " + node));
    Sights.waits(now)
        .filter(why -> !Optional.of(why).equals(Sights.waits(before)))
        .ifPresent(why -> told.add("waiting: " + why));
    if (now.isMarkedForDeletion() && !before.isMarkedForDeletion()) {
      told.add("asked to go" + by(by));
    }
    if (!Sights.phase(now).equals(Sights.phase(before))) {
      told.add(Sights.phase(now) + Sights.end(now).map(end -> ": " + ended(end)).orElse(""));
    } else {
      now.getStatus()
          .getContainerStatuses()
          .forEach(status -> container(before, now, status, told));
      if (told.isEmpty() && Sights.ready(now) != Sights.ready(before)) {
        told.add(Sights.ready(now) ? "ready" : "not ready");
      }
    }
    return told;
  }

  private static void container(Pod before, Pod now, ContainerStatus status, List<String> told) {
    var old =
        before.getStatus().getContainerStatuses().stream()
            .filter(one -> one.getName().equals(status.getName()))
            .findFirst();
    var who =
        now.getSpec().getContainers().size() == 1
            ? ""
            : "container %s ".formatted(status.getName());
    if (old.isEmpty() || Objects.equals(old.get(), status)) {
      return;
    }
    if (!status.getRestartCount().equals(old.get().getRestartCount())) {
      told.add(
          Sights.lastEnd(status)
              .map(end -> "%s%s, to be started again in place".formatted(who, ended(end)))
              .orElse("%sto be started again in place".formatted(who)));
    } else if (Sights.end(status).isPresent() && Sights.end(old.get()).isEmpty()) {
      told.add("%s%s".formatted(who, ended(Sights.end(status).get())));
    } else if (status.getState().getRunning() != null
        && old.get().getState().getRunning() == null) {
      told.add("%srunning again, restart %d".formatted(who, status.getRestartCount()));
    }
  }

  static String ended(ContainerStateTerminated end) {
    var reason = end.getReason();
    return "exit code %d%s"
        .formatted(
            end.getExitCode(),
            reason == null || reason.equals("Error") || reason.equals("Completed")
                ? ""
                : " (%s)".formatted(reason));
  }

  private static List<String> node(Node before, Node now) {
    var told = new ArrayList<String>();
    if (!Sights.ready(before).equals(Sights.ready(now))) {
      told.add(
          switch (Sights.ready(now)) {
            case "True" -> "in sight again (Ready is True)";
            case "False" -> "not ready (Ready is False)";
            default -> "out of sight (Ready is Unknown)";
          });
    }
    if (Sights.cordoned(before) != Sights.cordoned(now)) {
      told.add(Sights.cordoned(now) ? "cordoned" : "uncordoned");
    }
    var labels = labels(before, now);
    if (!labels.isEmpty()) {
      told.add("labels: " + labels);
    }
    if (now.getSpec() != null
        && !now.getSpec().getTaints().isEmpty()
        && (before.getSpec() == null
            || before.getSpec().getTaints().size() != now.getSpec().getTaints().size())) {
      told.add(
          "tainted "
              + now.getSpec().getTaints().stream()
                  .map(
                      taint ->
                          "%s%s:%s"
                              .formatted(
                                  taint.getKey(),
                                  taint.getValue() == null ? "" : "=" + taint.getValue(),
                                  taint.getEffect()))
                  .collect(Collectors.joining(", ")));
    }
    return told;
  }

  private static String labels(Node before, Node now) {
    var old = labels(before);
    var fresh = labels(now);
    var changes = new TreeMap<String, String>();
    fresh.forEach(
        (key, value) -> {
          if (!value.equals(old.get(key))) {
            changes.put(key, key + "=" + value);
          }
        });
    old.keySet().stream()
        .filter(key -> !fresh.containsKey(key))
        .forEach(key -> changes.put(key, "without " + key));
    return String.join(", ", changes.values());
  }

  private static Map<String, String> labels(Node node) {
    return Optional.ofNullable(node.getMetadata().getLabels()).orElse(Map.of());
  }

  /// Of jobs: every condition that became true, or says something else. Other controllers may leave
  /// out why.
  private static String words(JsonNode condition) {
    var reason = condition.path("reason").asText();
    var message = condition.path("message").asText();
    return condition.path("type").asText()
        + (reason.isEmpty() ? "" : " (%s)".formatted(reason))
        + (message.isEmpty() ? "" : ": " + message);
  }

  /// Of AppWrappers, whose conditions do not say how far they are.
  private static List<String> phase(JsonNode before, JsonNode now) {
    var phase = now.at("/status/phase");
    if (!now.path("kind").asText().equals(AppWrapper.KIND)
        || phase.equals(before.at("/status/phase"))) {
      return List.of();
    }
    var retries = now.at("/status/resettingCount");
    return List.of(
        retries.equals(before.at("/status/resettingCount"))
            ? phase.asText()
            : "%s, retry %d".formatted(phase.asText(), retries.asInt()));
  }

  private static List<String> tree(JsonNode before, JsonNode now, Author by) {
    var told = new ArrayList<String>();
    if (leaving(now) && !leaving(before)) {
      told.add("asked to go" + by(by));
    }
    if (!before.path("spec").equals(now.path("spec"))) {
      told.add("changed: its spec is now generation " + now.at("/metadata/generation").asText());
    }
    told.addAll(phase(before, now));
    var conditions = now.at("/status/conditions");
    for (var condition : conditions) {
      if (condition.path("status").asText().equals("True")
          && !said(before.at("/status/conditions"), condition)) {
        told.add(words(condition));
      }
    }
    if (told.isEmpty()
        && conditions.isEmpty()
        && !before.path("status").equals(now.path("status"))) {
      told.add("status: " + now.path("status"));
    }
    return told;
  }

  private static boolean leaving(JsonNode object) {
    return object.path("metadata").hasNonNull("deletionTimestamp");
  }

  private static boolean said(JsonNode conditions, JsonNode one) {
    for (var condition : conditions) {
      if (List.of("type", "status", "reason", "message").stream()
          .allMatch(field -> condition.path(field).equals(one.path(field)))) {
        return true;
      }
    }
    return false;
  }

  private Telling() {}
}
