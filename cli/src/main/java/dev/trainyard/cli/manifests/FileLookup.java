package dev.trainyard.cli.manifests;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Settings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;

/// Finds what the same manifests bring. Of anything else that may be in a cluster it knows nothing.
/// A document that names no namespace is taken to be where it is looked for.
public record FileLookup(List<Document> documents, Settings settings) implements Lookup {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  public FileLookup {
    documents = List.copyOf(documents);
  }

  @Override
  public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
    return documents.stream()
        .filter(document -> document.kind().equals(kind) && isIn(document, namespace))
        .filter(document -> document.name().equals(name))
        .map(document -> resource(document, namespace))
        .findFirst();
  }

  @Override
  public List<GenericKubernetesResource> list(String kind, String namespace) {
    return documents.stream()
        .filter(document -> document.kind().equals(kind) && isIn(document, namespace))
        .map(document -> resource(document, namespace))
        .toList();
  }

  private static boolean isIn(Document document, String namespace) {
    return namespace.isEmpty() || document.namespace().orElse(namespace).equals(namespace);
  }

  private static GenericKubernetesResource resource(Document document, String namespace) {
    var json = document.json();
    json.withObjectProperty("metadata").put("namespace", namespace);
    return MAPPER.convertValue(json, GenericKubernetesResource.class);
  }
}
