package dev.trainyard.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.cli.manifests.Trees;
import java.util.Locale;

/// The forms in which a result can be asked for.
public enum Output {
  JSON,
  YAML,
  WIDE,
  NAME;

  /// As it is written on the command line.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// As JSON, or in any other form as YAML.
  public String text(JsonNode node) {
    return this == JSON ? Trees.json(node) : Trees.yaml(node).stripTrailing();
  }
}
