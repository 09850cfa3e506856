package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Problem;
import java.util.List;

/// What becomes of settings: an AppWrapper, or every reason why there is none.
public sealed interface Generated {

  record Made(ObjectNode wrapper, List<Problem> warnings) implements Generated {
    public Made {
      warnings = List.copyOf(warnings);
    }
  }

  record Refused(List<Problem> problems) implements Generated {
    public Refused {
      problems = List.copyOf(problems);
    }
  }
}
