package dev.trainyard.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Locale;

/// The forms in which a result can be asked for.
enum Output {
  JSON,
  YAML,
  WIDE,
  NAME;

  private static final ObjectMapper AS_JSON = new ObjectMapper();
  private static final YAMLMapper AS_YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .build();

  /// As it is written on the command line.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// As JSON, or in any other form as YAML.
  String text(JsonNode node) {
    try {
      return this == JSON
          ? AS_JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node)
          : AS_YAML.writeValueAsString(node).stripTrailing();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }
}
