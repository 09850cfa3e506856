package dev.trainyard.dialects.runai;

import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Shape;
import dev.trainyard.dialects.Problem;
import java.util.List;

/// What values must be for a job to be made of them.
final class EffectiveRules {

  /// Every problem of a complete set of values.
  static List<Problem> check(Effective values) {
    var findings = new Findings(values);
    each(findings);
    NameRules.together(findings);
    ContainerRules.together(findings);
    SecurityRules.together(findings);
    ComputeRules.together(findings);
    SchedulingRules.together(findings);
    LifecycleRules.together(findings);
    StorageRules.together(findings);
    NetworkRules.together(findings);
    return findings.problems();
  }

  /// What is wrong with each value, whatever the others are: for values that others complete.
  static List<Problem> checkEach(Effective values) {
    var findings = new Findings(values);
    each(findings);
    return findings.problems();
  }

  private static void each(Findings findings) {
    mandatory(findings);
    NameRules.each(findings);
    ContainerRules.each(findings);
    SecurityRules.each(findings);
    ComputeRules.each(findings);
    SchedulingRules.each(findings);
    LifecycleRules.each(findings);
    StorageRules.each(findings);
    NetworkRules.each(findings);
  }

  /// An item is always complete: members are never taken from another.
  private static void mandatory(Findings findings) {
    for (var field : Catalogue.fields()) {
      if (field.shape() instanceof Shape.Items(var members)) {
        for (var member : members) {
          findings.eachItem(
              field.name(),
              (key, item) ->
                  findings.sayIf(
                      member.mandatory() && lacking(field.name(), member.name(), item),
                      Paths.member(field.name(), key, member.name()),
                      "is required"));
        }
      }
    }
  }

  /// The key of a toleration may be empty, and then its own rules speak.
  private static boolean lacking(String field, String member, Effective item) {
    var text = item.text(member);
    return (field.equals("tolerations") && member.equals("key"))
        ? text.isEmpty()
        : text.filter(one -> !one.isBlank()).isEmpty();
  }

  private EffectiveRules() {}
}
