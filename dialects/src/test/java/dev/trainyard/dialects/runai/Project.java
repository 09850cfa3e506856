package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.trainyard.api.runai.TrainingPolicy;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Settings;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A small cluster of workloads, policies and namespaces, and what can be seen of it.
final class Project implements Lookup {

  static final String NAMESPACE = "runai-team-a";

  private static final YAMLMapper YAML = new YAMLMapper();

  private final List<GenericKubernetesResource> objects = new ArrayList<>();
  private boolean visible = true;

  /// A workload as a user writes it; the spec is YAML.
  static TrainingWorkload workload(String spec) {
    return new TrainingWorkload(
        new ObjectMetaBuilder().withName("w1").withNamespace(NAMESPACE).withUid("U").build(),
        spec(spec),
        null);
  }

  static ObjectNode spec(String yaml) {
    return tree(yaml) instanceof ObjectNode spec ? spec : YAML.createObjectNode();
  }

  static JsonNode tree(String yaml) {
    try {
      return YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /// Whoever reads files only sees what is in them.
  Project unseen() {
    visible = false;
    return this;
  }

  Project with(String namespace, String name, String spec) {
    return add(TrainingWorkload.API_VERSION, TrainingWorkload.KIND, namespace, name, "", spec);
  }

  Project withPolicy(String namespace, String name, String created, String spec) {
    return add(TrainingPolicy.API_VERSION, TrainingPolicy.KIND, namespace, name, created, spec);
  }

  Project withPolicy(String spec) {
    return withPolicy(NAMESPACE, "policy", "2026-01-01T00:00:00Z", spec);
  }

  Project withNamespace(String name, Map<String, String> labels) {
    add("v1", "Namespace", "", name, "", "{}");
    objects.getLast().getMetadata().setLabels(labels);
    return this;
  }

  /// An object that belongs to a workload.
  Project withObject(String kind, String name, String owner) {
    add("v1", kind, NAMESPACE, name, "", "{}");
    objects
        .getLast()
        .getMetadata()
        .setOwnerReferences(List.of(new OwnerReferenceBuilder().withUid(owner).build()));
    return this;
  }

  /// Something that stands there as it is.
  Project with(GenericKubernetesResource object) {
    objects.add(object);
    return this;
  }

  private Project add(
      String apiVersion, String kind, String namespace, String name, String created, String spec) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(apiVersion);
    object.setKind(kind);
    object.setMetadata(
        new ObjectMetaBuilder()
            .withName(name)
            .withNamespace(namespace)
            .withCreationTimestamp(created)
            .build());
    object.setAdditionalProperty("spec", YAML.convertValue(tree(spec), Map.class));
    objects.add(object);
    return this;
  }

  @Override
  public Optional<GenericKubernetesResource> find(String kind, String namespace, String name) {
    return list(kind, namespace).stream()
        .filter(one -> one.getMetadata().getName().equals(name))
        .findFirst();
  }

  @Override
  public List<GenericKubernetesResource> list(String kind, String namespace) {
    return objects.stream()
        .filter(one -> one.getKind().equals(kind))
        .filter(one -> Objects.equals(one.getMetadata().getNamespace(), namespace))
        .toList();
  }

  @Override
  public boolean sees(String kind) {
    return visible;
  }

  @Override
  public Settings settings() {
    return Settings.defaults(Settings.Place.YARD);
  }
}
