package dev.trainyard.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.Crds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TheCommittedDefinitionTest {

  private static final Path DIRECTORY = Path.of("src/main/resources/crds");

  /// `kubectl apply` keeps the manifest in an annotation, and annotations have this limit.
  private static final int ANNOTATION_LIMIT = 262_144;

  @BeforeAll
  static void rewrite_on_request() throws IOException {
    if (Boolean.getBoolean("crds.write")) {
      Files.createDirectories(DIRECTORY);
      for (var definition : CustomResourceDefinitions.all()) {
        Files.writeString(file(definition), CustomResourceDefinitions.yaml(definition));
      }
    }
  }

  static List<Named<ObjectNode>> definitions() throws IOException {
    return CustomResourceDefinitions.all().stream()
        .map(definition -> Named.of(name(definition), definition))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("definitions")
  void is_what_the_records_give(ObjectNode definition) throws IOException {
    assertThat(Files.readString(file(definition)))
        .as("the records have changed: run this test with -Dcrds.write=true and commit the file")
        .isEqualTo(CustomResourceDefinitions.yaml(definition));
  }

  @ParameterizedTest
  @MethodSource("definitions")
  void reads_back_as_the_same_definition(ObjectNode definition) throws IOException {
    assertThat(new YAMLMapper().readTree(file(definition).toFile())).isEqualTo(definition);
  }

  @ParameterizedTest
  @MethodSource("definitions")
  void fits_the_annotation_of_kubectl_apply(ObjectNode definition) throws IOException {
    assertThat(Files.size(file(definition))).isLessThan(ANNOTATION_LIMIT);
  }

  @Test
  void is_one_of_those_in_the_jar() throws IOException {
    assertThat(Crds.names())
        .isEqualTo(
            CustomResourceDefinitions.all().stream()
                .map(TheCommittedDefinitionTest::name)
                .toList());
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      assertThat(files).hasSameSizeAs(Crds.names());
    }
  }

  private static String name(ObjectNode definition) {
    return definition.at("/metadata/name").asText();
  }

  private static Path file(ObjectNode definition) {
    return DIRECTORY.resolve(
        "%s_%s.yaml"
            .formatted(
                definition.at("/spec/group").asText(),
                definition.at("/spec/names/plural").asText()));
  }
}
