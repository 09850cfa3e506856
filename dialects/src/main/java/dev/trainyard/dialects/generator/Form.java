package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Problem;
import java.util.List;

/// What a setting may be.
sealed interface Form permits ScalarForm, ListForm, ObjectForm {

  /// What it takes, as a message or a page says it.
  String words();

  /// Adds everything that is wrong with a value that is there.
  void check(String at, JsonNode value, Chart chart, List<Problem> found);

  static Problem mismatch(String at, String expected, JsonNode value) {
    return Problem.error(at, "expected %s, got %s".formatted(expected, Texts.shown(value)));
  }

  static Problem missing(String at) {
    return Problem.error(at, "required, but not set");
  }
}
