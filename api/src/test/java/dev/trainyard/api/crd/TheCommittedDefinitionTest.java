package dev.trainyard.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TheCommittedDefinitionTest {

  private static final Path PYTORCHJOBS =
      Path.of("src/main/resources/crds/kubeflow.org_pytorchjobs.yaml");

  /// `kubectl apply` keeps the manifest in an annotation, and annotations have this limit.
  private static final int ANNOTATION_LIMIT = 262_144;

  @BeforeAll
  static void rewrite_on_request() throws IOException {
    if (Boolean.getBoolean("crds.write")) {
      Files.createDirectories(PYTORCHJOBS.getParent());
      Files.writeString(
          PYTORCHJOBS, CustomResourceDefinitions.yaml(CustomResourceDefinitions.pyTorchJob()));
    }
  }

  @Test
  void is_what_the_records_give() throws IOException {
    assertThat(Files.readString(PYTORCHJOBS))
        .as("the records have changed: run this test with -Dcrds.write=true and commit the file")
        .isEqualTo(CustomResourceDefinitions.yaml(CustomResourceDefinitions.pyTorchJob()));
  }

  @Test
  void reads_back_as_the_same_definition() throws IOException {
    assertThat(new YAMLMapper().readTree(PYTORCHJOBS.toFile()))
        .isEqualTo(CustomResourceDefinitions.pyTorchJob());
  }

  @Test
  void fits_the_annotation_of_kubectl_apply() throws IOException {
    assertThat(Files.size(PYTORCHJOBS)).isLessThan(ANNOTATION_LIMIT);
  }
}
