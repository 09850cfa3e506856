package dev.trainyard.simulation.controller;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.operator.wrapper.CapacityQueue.Cluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What the queue asks for, as it stands: nobody keeps a cache of it.
record StandingCluster(Line line) implements Cluster {

  @Override
  public List<AppWrapper> wrappers() {
    return line.glance(AppWrapper.KIND).stream()
        .map(item -> AppWrappers.CODEC.parse(item.raw()))
        .flatMap(
            parsed ->
                parsed instanceof Parsed.Understood<AppWrapper>(var wrapper)
                    ? Stream.of(wrapper)
                    : Stream.<AppWrapper>empty())
        .toList();
  }

  @Override
  public List<Node> nodes() {
    return line.glance("Node").stream().map(item -> (Node) item.typed()).toList();
  }

  @Override
  public List<Pod> pods() {
    return line.glance("Pod").stream().map(item -> (Pod) item.typed()).toList();
  }

  /// As somebody has written them down; nobody here has a type for them.
  @Override
  public Map<String, Integer> priorities() {
    var priorities = new HashMap<String, Integer>();
    for (var item : line.glance("PriorityClass")) {
      var level = (GenericKubernetesResource) item.typed();
      int value = number(level);
      priorities.put(item.key().name(), value);
      if (Boolean.TRUE.equals(level.get("globalDefault"))) {
        priorities.merge("", value, Math::min);
      }
    }
    return priorities;
  }

  private static int number(GenericKubernetesResource level) {
    return level.get("value") instanceof Number number ? number.intValue() : 0;
  }
}
