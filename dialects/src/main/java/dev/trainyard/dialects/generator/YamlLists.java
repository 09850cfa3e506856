package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.Optional;

/// Reads text as YAML. The chart does so with a command that is written as the text of a list.
public interface YamlLists {

  /// Nothing where the text is no list.
  Optional<ArrayNode> list(String text);
}
