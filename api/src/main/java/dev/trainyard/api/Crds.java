package dev.trainyard.api;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The definitions a cluster needs before it can hold our custom resources, from this jar.
public final class Crds {

  private static final List<String> FILES = List.of("crds/kubeflow.org_pytorchjobs.yaml");

  /// Every definition as a fresh value, ready to be created through a client as it is.
  public static List<GenericKubernetesResource> all() {
    return FILES.stream().map(Crds::load).toList();
  }

  private static GenericKubernetesResource load(String file) {
    try (var in = Crds.class.getClassLoader().getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("%s is missing from the api jar".formatted(file));
      }
      return new YAMLMapper().readValue(in, GenericKubernetesResource.class);
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read as YAML".formatted(file), e);
    }
  }

  private Crds() {}
}
