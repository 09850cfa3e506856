package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What one workload says by itself, before anybody else is asked.
///
/// @param values in the form of `Effective`
/// @param deleted the keys of inherited items that it takes out, by field
record Layer(
    Optional<String> usage,
    Optional<String> baseWorkload,
    ObjectNode values,
    Map<String, Set<String>> deleted) {

  static final String SUBMIT = "Submit";
  static final String TEMPLATE = "Template";

  boolean template() {
    return usage.filter(TEMPLATE::equals).isPresent();
  }

  /// A spec as far as it could be understood, and why not further.
  record Reading(Layer layer, List<Problem> problems) {
    Reading {
      problems = List.copyOf(problems);
    }
  }
}
