package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Manifests that are right, for [Mutant] to spoil.
public final class ManifestFiles {

  private static final KubernetesSerialization YAML = new KubernetesSerialization();

  private static final Pattern BETWEEN_DOCUMENTS = Pattern.compile("^---$", Pattern.MULTILINE);

  /// The objects of that kind in the files of these directories.
  public static List<ObjectNode> of(String kind, Path... directories) {
    return Stream.of(directories)
        .flatMap(ManifestFiles::files)
        .flatMap(ManifestFiles::read)
        .filter(object -> kind.equals(object.getKind()))
        .map(object -> YAML.convertValue(object, ObjectNode.class))
        .toList();
  }

  private static Stream<Path> files(Path directory) {
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<GenericKubernetesResource> read(Path file) {
    try {
      return BETWEEN_DOCUMENTS
          .splitAsStream(Files.readString(file))
          .map(document -> YAML.unmarshal(document, GenericKubernetesResource.class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ManifestFiles() {}
}
