package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;

/// What is legal and has no effect, or another than it seems.
final class Advice {

  static List<Problem> of(Effective values, Policies.Choice policies) {
    var advice = new ArrayList<Problem>();
    if (values.has("nodePool")) {
      advice.add(
          Problem.warning(
              Paths.scalar("nodePool"),
              values.has("nodePools")
                  ? "is ignored: nodePools is set"
                  : "is deprecated; use nodePools"));
    }
    for (var id : List.of("runAsUid", "runAsGid")) {
      if (values.has(id) && !values.isOn("runAsUser")) {
        advice.add(Problem.warning(Paths.scalar(id), "is ignored: runAsUser is not true"));
      }
    }
    values
        .items("gitSync")
        .forEach(
            (key, item) -> {
              if (item.has("rev") && item.has("branch")) {
                advice.add(
                    Problem.warning(
                        Paths.member("gitSync", key, "branch"), "is ignored: rev is set"));
              }
            });
    if (!policies.passedOver().isEmpty()) {
      advice.add(
          Problem.warning(
              "spec",
              "the policy %s counts, as the oldest; %s does not"
                  .formatted(policies.policy().id(), String.join(", ", policies.passedOver()))));
    }
    return advice;
  }

  private Advice() {}
}
