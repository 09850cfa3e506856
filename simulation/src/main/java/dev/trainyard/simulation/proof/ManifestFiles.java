package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Manifests that are right, for [Mutant] to spoil.
public final class ManifestFiles {

  private static final KubernetesSerialization YAML = new KubernetesSerialization();

  /// The files of these directories that hold one object of that kind.
  public static List<ObjectNode> of(String kind, Path... directories) {
    return Stream.of(directories)
        .flatMap(ManifestFiles::files)
        .map(ManifestFiles::read)
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

  private static GenericKubernetesResource read(Path file) {
    try {
      return YAML.unmarshal(Files.readString(file), GenericKubernetesResource.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ManifestFiles() {}
}
