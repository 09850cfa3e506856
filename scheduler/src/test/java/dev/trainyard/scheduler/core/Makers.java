package dev.trainyard.scheduler.core;

import dev.trainyard.scheduler.core.Snapshot.Node;
import dev.trainyard.scheduler.core.Snapshot.Pod;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import dev.trainyard.scheduler.core.Taint.Toleration;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Pods and nodes with sensible defaults, so that a test names only what it is about.
final class Makers {

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  static Resources resources(String... namesAndQuantities) {
    var quantities = new TreeMap<String, Quantity>();
    for (int i = 0; i < namesAndQuantities.length; i += 2) {
      quantities.put(namesAndQuantities[i], new Quantity(namesAndQuantities[i + 1]));
    }
    return Resources.of(quantities);
  }

  static PodMaker pod(String name) {
    return new PodMaker(name);
  }

  static NodeMaker node(String name) {
    return new NodeMaker(name);
  }

  static final class PodMaker {
    private final String name;
    private final TreeMap<String, String> selector = new TreeMap<>();
    private final List<Toleration> tolerations = new ArrayList<>();
    private Resources requests = resources("pods", "1");
    private Instant created = START;

    private PodMaker(String name) {
      this.name = name;
    }

    PodMaker wants(String resource, String quantity) {
      requests = requests.plus(resources(resource, quantity));
      return this;
    }

    PodMaker createdAfter(int seconds) {
      created = START.plusSeconds(seconds);
      return this;
    }

    PodMaker onNodesWith(String label, String value) {
      selector.put(label, value);
      return this;
    }

    PodMaker tolerates(String key) {
      tolerations.add(new Toleration(Optional.of(key), Optional.empty(), Optional.empty()));
      return this;
    }

    Pod make() {
      var id = new PodId("team", name, name + "-uid");
      return new Pod(id, created, requests, selector, tolerations);
    }
  }

  static final class NodeMaker {
    private final String name;
    private final TreeMap<String, String> labels = new TreeMap<>();
    private final List<Taint> taints = new ArrayList<>();
    private Resources allocatable = resources("pods", "110");
    private Resources held = Resources.NONE;
    private boolean ready = true;
    private boolean unschedulable;

    private NodeMaker(String name) {
      this.name = name;
    }

    NodeMaker has(String resource, String quantity) {
      allocatable = allocatable.overriddenBy(resources(resource, quantity));
      return this;
    }

    NodeMaker holds(String resource, String quantity) {
      held = held.plus(resources(resource, quantity));
      return this;
    }

    NodeMaker notReady() {
      ready = false;
      return this;
    }

    NodeMaker cordoned() {
      unschedulable = true;
      return this;
    }

    NodeMaker tainted(String key, String value, String effect) {
      taints.add(new Taint(key, value, effect));
      return this;
    }

    NodeMaker labelled(String key, String value) {
      labels.put(key, value);
      return this;
    }

    Node make() {
      return new Node(name, allocatable, held, ready, unschedulable, taints, labels);
    }
  }

  private Makers() {}
}
