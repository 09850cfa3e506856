package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import java.util.regex.Pattern;

/// What the job of a workload may be called. Services, pods and claims are named after it.
final class NameRules {

  private static final int MOST = 49;

  /// A prefix is followed by `-` and a number.
  private static final int MOST_OF_PREFIX = MOST - 2;

  private static final Pattern LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

  static void each(Findings findings) {
    check("name", MOST, findings);
    check("namePrefix", MOST_OF_PREFIX, findings);
  }

  static void together(Findings findings) {
    findings.sayIf(
        !findings.values().has("name") && !findings.values().has("namePrefix"),
        Paths.field("name"),
        "either name or namePrefix must be provided");
  }

  private static void check(String field, int most, Findings findings) {
    findings
        .values()
        .text(field)
        .filter(name -> name.length() > most || !LABEL.matcher(name).matches())
        .ifPresent(
            name ->
                findings.scalar(
                    field,
                    ("%s must be no more than %d lower case letters, digits and '-', start with a"
                            + " letter and end with a letter or digit")
                        .formatted(Problem.quoted(name), most)));
  }

  private NameRules() {}
}
