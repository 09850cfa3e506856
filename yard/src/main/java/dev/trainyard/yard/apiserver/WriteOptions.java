package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.trainyard.yard.http.Call;
import java.util.ArrayList;
import java.util.List;

/// What the query of a write says about how it is to be done.
record WriteOptions(boolean dryRun) {

  private static final List<String> VALIDATIONS = List.of("Ignore", "Strict", "Warn");

  /// Reads them, or refuses them as those of this name.
  static WriteOptions of(Call call, String name) {
    var violations =
        new ArrayList<>(FieldManager.problems(call.query().text("fieldManager").orElse("")));
    checkDryRun(call.query().all("dryRun"), violations);
    var validation = call.query().text("fieldValidation");
    if (validation.isPresent() && !VALIDATIONS.contains(validation.get())) {
      violations.add(
          Violation.notSupported(
              "fieldValidation", TextNode.valueOf(validation.get()), VALIDATIONS));
    }
    FieldManager.require(name, violations);
    return new WriteOptions(!call.query().all("dryRun").isEmpty());
  }

  /// A patch that is no apply cannot be forced.
  static WriteOptions ofPatch(Call call) {
    if (!call.query().all("force").isEmpty()) {
      FieldManager.require(
          "PatchOptions",
          List.of(Violation.forbidden("force", "may not be specified for non-apply patch")));
    }
    return of(call, "PatchOptions");
  }

  static void checkDryRun(List<String> given, List<Violation> violations) {
    if (!List.of("All").containsAll(given)) {
      violations.add(Violation.notSupported("dryRun", Json.array(given), List.of("All")));
    }
  }
}
