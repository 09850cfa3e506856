package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.pods.Names;
import java.util.List;
import java.util.regex.Pattern;

/// What runs in the container.
final class ContainerRules {

  static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");

  private static final Pattern VARIABLE = Pattern.compile("[-._a-zA-Z][-._a-zA-Z0-9]*");
  private static final Pattern SECRET = Pattern.compile("SECRET:[^,]+,.+");

  static void each(Findings findings) {
    var values = findings.values();
    findings.wordInAnyCase(
        Paths.scalar("imagePullPolicy"), values.text("imagePullPolicy"), PULL_POLICIES);
    line("command", findings);
    line("arguments", findings);
    findings.absolute(Paths.scalar("workingDir"), values.text("workingDir"));
    values.texts("environment").forEach((name, text) -> variable(name, text, findings));
    values
        .texts("labels")
        .forEach(
            (key, value) -> {
              findings.add(Names.key(Paths.item("labels", key), key));
              findings.add(Names.labelValue(Paths.itemValue("labels", key), value));
            });
    values
        .texts("annotations")
        .forEach((key, _) -> findings.add(Names.key(Paths.item("annotations", key), key)));
    for (var secret : Lists.split(values.text("imagePullSecrets").orElse(""))) {
      findings.add(Names.reference(Paths.scalar("imagePullSecrets"), secret));
    }
  }

  static void together(Findings findings) {
    var values = findings.values();
    if (values.text("image").filter(image -> !image.isBlank()).isEmpty()) {
      findings.scalar("image", "is required");
    }
    if (values.isOn("tty") && !values.isOn("stdin")) {
      findings.scalar("tty", "needs stdin; set stdin to true");
    }
  }

  private static void line(String field, Findings findings) {
    findings
        .values()
        .text(field)
        .ifPresent(
            text -> {
              if (Tokens.of(text) instanceof Tokens.Unbalanced(var why)) {
                findings.scalar(field, why);
              }
            });
  }

  private static void variable(String name, String text, Findings findings) {
    if (!VARIABLE.matcher(name).matches()) {
      findings.say(
          Paths.item("environment", name),
          "%s is no name of a variable; it consists of letters, digits, '-', '_' and '.', and does not start with a digit"
              .formatted(Problem.quoted(name)));
    }
    if (text.startsWith("SECRET:") && !SECRET.matcher(text).matches()) {
      findings.say(Paths.itemValue("environment", name), "must be SECRET:<name>,<key>");
    }
  }

  private ContainerRules() {}
}
