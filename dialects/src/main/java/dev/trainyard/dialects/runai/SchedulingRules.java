package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where pods may run, and for how long.
final class SchedulingRules {

  private static final Pattern POOL = Pattern.compile("[a-z][-a-z0-9]*");
  private static final String EQUAL = "Equal";
  private static final String EXISTS = "Exists";
  private static final String NO_EXECUTE = "NoExecute";
  private static final List<String> EFFECTS =
      List.of("NoSchedule", NO_EXECUTE, "PreferNoSchedule", "Any");

  /// The second of each is what later versions call it.
  static final List<String> AFFINITIES = List.of("hard", "soft", "Required", "Preferred");

  static void each(Findings findings) {
    var values = findings.values();
    findings.add(Names.labelValue(Paths.scalar("nodeType"), values.text("nodeType").orElse("")));
    pools(findings);
    findings.eachItem("tolerations", (key, item) -> toleration(key, item, findings));
    findings.wordInAnyCase(
        Paths.scalar("podAffinitySchedulingRule"),
        values.text("podAffinitySchedulingRule"),
        AFFINITIES);
    values
        .text("podAffinityTopology")
        .ifPresent(key -> findings.add(Names.key(Paths.scalar("podAffinityTopology"), key)));
    findings.atLeast("preemptionLimit", 0);
  }

  static void together(Findings findings) {
    var values = findings.values();
    if (values.isOn("podAffinity")) {
      findings.sayIf(
          !values.has("podAffinityTopology"),
          Paths.scalar("podAffinityTopology"),
          "is required with podAffinity");
      return;
    }
    for (var detail : List.of("podAffinitySchedulingRule", "podAffinityTopology")) {
      findings.sayIf(
          values.has(detail), Paths.scalar(detail), "needs podAffinity; set podAffinity to true");
    }
  }

  private static void pools(Findings findings) {
    var values = findings.values();
    var seen = new HashSet<String>();
    for (var pool : Lists.split(values.text("nodePools").orElse(""))) {
      pool("nodePools", pool, findings);
      findings.sayIf(
          !seen.add(pool),
          Paths.scalar("nodePools"),
          "%s is named twice".formatted(Problem.quoted(pool)));
    }
    values.text("nodePool").ifPresent(pool -> pool("nodePool", pool, findings));
  }

  private static void pool(String field, String pool, Findings findings) {
    findings.sayIf(
        !POOL.matcher(pool).matches(),
        Paths.scalar(field),
        "%s is no node pool; it consists of lower case letters, digits and '-', and starts with a letter"
            .formatted(Problem.quoted(pool)));
  }

  private static void toleration(String key, Effective item, Findings findings) {
    var operator = item.text("operator");
    findings.word(
        at(key, "operator"), operator.filter(one -> !one.isEmpty()), List.of(EQUAL, EXISTS));
    findings.word(at(key, "effect"), item.text("effect"), EFFECTS);
    boolean exists = operator.filter(EXISTS::equals).isPresent();
    findings.sayIf(
        item.text("key").filter(String::isEmpty).isPresent() && !exists,
        at(key, "key"),
        "is required unless the operator is Exists");
    findings.sayIf(
        operator.filter(EQUAL::equals).isPresent() && !item.has("value"),
        at(key, "value"),
        "is required with the operator Equal");
    findings.sayIf(
        exists && item.has("value"), at(key, "value"), "must be left out with the operator Exists");
    item.number("seconds").ifPresent(seconds -> findings.atLeast(at(key, "seconds"), seconds, 1));
    findings.sayIf(
        item.has("seconds") && !item.text("effect").equals(Optional.of(NO_EXECUTE)),
        at(key, "seconds"),
        "needs the effect NoExecute");
  }

  private static String at(String key, String member) {
    return Paths.member("tolerations", key, member);
  }

  private SchedulingRules() {}
}
