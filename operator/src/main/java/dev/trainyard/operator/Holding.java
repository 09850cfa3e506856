package dev.trainyard.operator;

import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// Has the child of a job wait, or go on as the job now wants it.
record Holding(Carrier.Child child) {

  private static final String SPEC = "spec";
  private static final String STATUS = "status";
  private static final String STARTED = "startTime";

  void apply(Target target, boolean held, ClusterWriter writer) {
    var refreshed = held ? List.<List<String>>of() : child.signs().refreshed();
    if (!refreshed.isEmpty()) {
      // Kubernetes lets the template of a Job change only as if it had never started.
      writer.editStatus(target, object -> isBehind(object, refreshed) ? unstarted(object) : object);
    }
    writer.edit(
        target,
        object -> {
          var next = Serialization.clone(object);
          refreshed.forEach(path -> put(next, path, get(child.desired(), path)));
          put(next, child.signs().hold(), Optional.of(held));
          return next;
        });
  }

  private boolean isBehind(GenericKubernetesResource object, List<List<String>> refreshed) {
    return refreshed.stream()
        .anyMatch(path -> !Objects.equals(get(object, path), get(child.desired(), path)));
  }

  private static GenericKubernetesResource unstarted(GenericKubernetesResource object) {
    var next = Serialization.clone(object);
    if (next.get(STATUS) instanceof Map<?, ?> status) {
      status.remove(STARTED);
    }
    return next;
  }

  private static Optional<Object> get(GenericKubernetesResource object, List<String> path) {
    return Optional.ofNullable(
            object.get(Stream.concat(Stream.of(SPEC), path.stream()).toArray()))
        .filter(value -> !(value instanceof Map<?, ?> map && map.isEmpty()))
        .filter(value -> !(value instanceof List<?> list && list.isEmpty()));
  }

  @SuppressWarnings("unchecked")
  private static void put(
      GenericKubernetesResource object, List<String> path, Optional<?> value) {
    var parent = object.getAdditionalProperties();
    for (var part :
        Stream.concat(Stream.of(SPEC), path.subList(0, path.size() - 1).stream()).toList()) {
      parent =
          (Map<String, Object>)
              parent.computeIfAbsent(part, _ -> new LinkedHashMap<String, Object>());
    }
    if (value.isPresent()) {
      parent.put(path.getLast(), value.get());
    } else {
      parent.remove(path.getLast());
    }
  }
}
