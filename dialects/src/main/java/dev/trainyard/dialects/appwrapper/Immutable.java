package dev.trainyard.dialects.appwrapper;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.AppWrapper.Component;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What of an AppWrapper stays as it was stored first: everything it was admitted for.
final class Immutable {

  static List<Problem> check(AppWrapper before, AppWrapper after) {
    var problems = new ArrayList<Problem>();
    var old = before.spec().components();
    var changed = after.spec().components();
    if (old.size() != changed.size()) {
      return List.of(refused("spec.components"));
    }
    for (int i = 0; i < old.size(); i++) {
      component("spec.components[%d]".formatted(i), old.get(i), changed.get(i), problems);
    }
    var fixed = new ArrayList<>(List.of(CodeFlare.USER_LABEL, CodeFlare.USER_ID_LABEL));
    if (!QueueMarks.suspended(after)) {
      // It holds its place by what this queue has let in.
      fixed.add(CodeFlare.QUEUE_LABEL);
    }
    for (var label : fixed) {
      if (!Objects.equals(labels(before).get(label), labels(after).get(label))) {
        problems.add(refused("metadata.labels[%s]".formatted(label)));
      }
    }
    if (!Objects.equals(before.spec().managedBy(), after.spec().managedBy())) {
      problems.add(refused("spec.managedBy"));
    }
    return problems;
  }

  private static void component(
      String at, Component before, Component after, List<Problem> problems) {
    if (!before.template().equals(after.template())) {
      problems.add(refused(at + ".template.raw"));
    }
    if (before.podSets().size() != after.podSets().size()) {
      problems.add(refused(at + ".podsets"));
      return;
    }
    for (int j = 0; j < before.podSets().size(); j++) {
      var here = "%s.podsets[%d]".formatted(at, j);
      var old = before.podSets().get(j);
      var set = after.podSets().get(j);
      if (PodSets.replicas(old) != PodSets.replicas(set)) {
        problems.add(refused(here + ".replicas"));
      }
      if (!old.path().equals(set.path())) {
        problems.add(refused(here + ".path"));
      }
    }
  }

  private static Map<String, String> labels(AppWrapper resource) {
    return Optional.ofNullable(resource.metadata().getLabels()).orElse(Map.of());
  }

  private static Problem refused(String at) {
    return Problem.forbidden(at, "attempt to change immutable field");
  }

  private Immutable() {}
}
