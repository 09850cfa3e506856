package dev.trainyard.api.crd;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapperStatus;
import dev.trainyard.api.kubeflow.JobCondition;
import dev.trainyard.api.kubeflow.JobStatus;
import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.api.tensorstack.PodGroup;
import dev.trainyard.api.tensorstack.TensorBoard;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Completes a generated schema by walking it along the Java types it was generated from: the width
/// of integers, and what Kubernetes requires, defaults and merges by key in its own types.
final class SchemaRefinement {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final Map<Class<?>, List<String>> REQUIRED =
      Map.of(
          PodSpec.class, List.of("containers"),
          Container.class, List.of("name"),
          EphemeralContainer.class, List.of("name"),
          EnvVar.class, List.of("name"),
          ContainerPort.class, List.of("containerPort"),
          AppWrapperStatus.Condition.class,
              List.of("type", "status", "lastTransitionTime", "reason", "message"),
          AppWrapperStatus.ComponentStatus.class, List.of("name", "kind", "apiVersion", "podSets"),
          TrainingWorkloadStatus.Condition.class, List.of("type", "status"));

  private static final Map<Class<?>, List<String>> LIST_KEYS =
      Map.of(
          Container.class, List.of("name"),
          EphemeralContainer.class, List.of("name"),
          EnvVar.class, List.of("name"),
          ContainerPort.class, List.of("containerPort", "protocol"),
          AppWrapperStatus.Condition.class, List.of("type"),
          TrainingWorkloadStatus.Condition.class, List.of("type"));

  /// Of the metadata of a template only these reach the pod; the API server prunes the rest.
  private static final Set<String> TEMPLATE_METADATA =
      Set.of("name", "namespace", "labels", "annotations", "finalizers");

  /// The types whose strings named `…Time` are times.
  private static final Set<Class<?>> TIMED =
      Set.of(
          JobStatus.class,
          JobCondition.class,
          dev.trainyard.api.tensorstack.JobCondition.class,
          TensorBoard.Condition.class,
          PodGroup.Condition.class,
          AppWrapperStatus.Condition.class,
          TrainingWorkloadStatus.class,
          TrainingWorkloadStatus.Condition.class);

  /// What Kubernetes accepts as a quantity: a signed decimal, then a suffix or an exponent.
  private static final String QUANTITY =
      "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))"
          + "(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

  static void refine(Class<?> type, ObjectNode schema) {
    refine(MAPPER.constructType(type), schema);
  }

  private static void refine(JavaType type, ObjectNode schema) {
    var raw = type.getRawClass();
    withoutRepeatedRules(schema);
    if (raw == Quantity.class) {
      schema.put("pattern", QUANTITY);
    } else if (raw == Integer.class || raw == int.class) {
      schema.put("format", "int32");
    } else if (raw == Long.class || raw == long.class) {
      schema.put("format", "int64");
    } else if (type.isMapLikeType()) {
      refine(type.getContentType(), (ObjectNode) schema.get("additionalProperties"));
    } else if (type.isCollectionLikeType()) {
      refineList(type.getContentType(), schema);
    } else if (schema.get("properties") instanceof ObjectNode properties) {
      refineObject(type, schema, properties);
    }
  }

  private static void refineList(JavaType element, ObjectNode schema) {
    refine(element, (ObjectNode) schema.get("items"));
    var keys = LIST_KEYS.get(element.getRawClass());
    if (keys != null) {
      schema.set("x-kubernetes-list-map-keys", MAPPER.valueToTree(keys));
      schema.put("x-kubernetes-list-type", "map");
    }
  }

  private static void refineObject(JavaType type, ObjectNode schema, ObjectNode properties) {
    var raw = type.getRawClass();
    if (raw == ObjectMeta.class) {
      properties.retain(TEMPLATE_METADATA);
    }
    for (var property : MAPPER.getSerializationConfig().introspect(type).findProperties()) {
      if (properties.get(property.getName()) instanceof ObjectNode child) {
        refine(property.getPrimaryType(), child);
        if (TIMED.contains(raw) && property.getName().endsWith("Time")) {
          child.put("format", "date-time");
        }
      }
    }
    var required = REQUIRED.get(raw);
    if (required != null) {
      schema.set("required", MAPPER.valueToTree(required));
    }
    if (raw == ContainerPort.class) {
      // Half of the key of the list, so it must always be there.
      properties.withObject("protocol").put("default", "TCP");
    }
  }

  /// The generator finds the annotation of a record component on its field and on its accessor.
  private static void withoutRepeatedRules(ObjectNode schema) {
    if (schema.get("x-kubernetes-validations") instanceof ArrayNode rules) {
      var distinct = new LinkedHashSet<JsonNode>();
      rules.forEach(distinct::add);
      rules.removeAll().addAll(distinct);
    }
  }

  private SchemaRefinement() {}
}
