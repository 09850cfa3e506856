package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.TrainingPolicy;
import dev.trainyard.dialects.Companion;
import dev.trainyard.dialects.Dialect.Kind;
import dev.trainyard.dialects.JsonWords;
import dev.trainyard.dialects.Problem;
import java.util.List;

/// Run:ai's `TrainingPolicy` at the door. One that means nothing would let nobody in.
public final class TrainingPolicies implements Companion {

  private static final Kind KIND =
      new Kind(
          TrainingPolicy.GROUP,
          TrainingPolicy.VERSION,
          TrainingPolicy.KIND,
          TrainingPolicy.PLURAL,
          List.of(),
          TrainingPolicy.class);

  @Override
  public Kind kind() {
    return KIND;
  }

  @Override
  public List<Problem> problems(JsonNode object) {
    return switch (object.path("spec")) {
      case ObjectNode spec -> PolicyReading.problems(spec);
      case JsonNode none when none.isMissingNode() || none.isNull() -> List.of();
      case JsonNode other ->
          List.of(
              Problem.error("spec", "must be an object, found %s".formatted(JsonWords.of(other))));
    };
  }
}
