package dev.trainyard.yard.autoscaler;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.yard.Unreadable;
import dev.trainyard.yard.autoscaler.Sighting.Readiness;
import dev.trainyard.yard.autoscaler.Sighting.Usage;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Asks the API for what autoscalers scale: scales, pods and what those use.
final class Targets {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final KubernetesClient client;

  Targets(KubernetesClient client) {
    this.client = client;
  }

  Scale scale(HorizontalPodAutoscaler autoscaler) {
    return Optional.ofNullable(target(autoscaler).scale())
        .orElseThrow(
            () ->
                new KubernetesClientException(
                    "%s \"%s\" not found"
                        .formatted(
                            autoscaler.getSpec().getScaleTargetRef().getKind(),
                            autoscaler.getSpec().getScaleTargetRef().getName())));
  }

  /// Only if the target is still what was looked at.
  void scale(HorizontalPodAutoscaler autoscaler, Scale seen, int replicas) {
    seen.getSpec().setReplicas(replicas);
    target(autoscaler).scale(seen);
  }

  private Resource<GenericKubernetesResource> target(HorizontalPodAutoscaler autoscaler) {
    var target = autoscaler.getSpec().getScaleTargetRef();
    return client
        .genericKubernetesResources(target.getApiVersion(), target.getKind())
        .inNamespace(autoscaler.getMetadata().getNamespace())
        .withName(target.getName());
  }

  List<Sighting> pods(String namespace, String selector) {
    var usages = usages(namespace, selector);
    return client
        .pods()
        .inNamespace(namespace)
        .withLabelSelector(selector)
        .list()
        .getItems()
        .stream()
        .filter(pod -> Unreadable.why(pod).isEmpty())
        .map(pod -> sighting(pod, Optional.ofNullable(usages.get(pod.getMetadata().getName()))))
        .toList();
  }

  private static Sighting sighting(Pod pod, Optional<Usage> usage) {
    var status = pod.getStatus();
    return new Sighting(
        pod.getMetadata().getName(),
        pod.isMarkedForDeletion(),
        status.getPhase(),
        Optional.ofNullable(status.getStartTime()).map(Instant::parse),
        status.getConditions().stream()
            .filter(condition -> condition.getType().equals("Ready"))
            .findFirst()
            .map(
                condition ->
                    new Readiness(
                        condition.getStatus().equals("True"),
                        Optional.ofNullable(condition.getLastTransitionTime())
                            .map(Instant::parse)
                            .orElse(Instant.EPOCH))),
        requests(pod),
        usage);
  }

  private static Map<String, Map<String, BigDecimal>> requests(Pod pod) {
    var sidecars =
        pod.getSpec().getInitContainers().stream()
            .filter(container -> "Always".equals(container.getRestartPolicy()));
    var requests = new HashMap<String, Map<String, BigDecimal>>();
    Stream.concat(pod.getSpec().getContainers().stream(), sidecars)
        .forEach(container -> requests.put(container.getName(), requests(container)));
    return requests;
  }

  private static Map<String, BigDecimal> requests(Container container) {
    var requests = new HashMap<String, BigDecimal>();
    Optional.ofNullable(container.getResources())
        .flatMap(it -> Optional.ofNullable(it.getRequests()))
        .ifPresent(
            given ->
                given.forEach((name, amount) -> requests.put(name, amount.getNumericalAmount())));
    return requests;
  }

  private Map<String, Usage> usages(String namespace, String selector) {
    var path =
        "/apis/metrics.k8s.io/v1beta1/namespaces/%s/pods?labelSelector=%s"
            .formatted(namespace, URLEncoder.encode(selector, StandardCharsets.UTF_8));
    try {
      var usages = new HashMap<String, Usage>();
      var answer = Optional.ofNullable(client.raw(path)).orElse("{}");
      for (var item : JSON.readTree(answer).path("items")) {
        usages.put(item.at("/metadata/name").asText(), usage(item));
      }
      return usages;
    } catch (JsonProcessingException e) {
      throw new KubernetesClientException("Metrics cannot be read: " + e.getOriginalMessage(), e);
    }
  }

  private static Usage usage(JsonNode metrics) {
    var containers = new HashMap<String, Map<String, BigDecimal>>();
    for (var container : metrics.path("containers")) {
      var used = new HashMap<String, BigDecimal>();
      for (var entry : container.path("usage").properties()) {
        used.put(entry.getKey(), new Quantity(entry.getValue().asText()).getNumericalAmount());
      }
      containers.put(container.path("name").asText(), used);
    }
    return new Usage(
        Instant.parse(metrics.path("timestamp").asText()),
        Duration.parse("PT" + metrics.path("window").asText().toUpperCase(Locale.ROOT)),
        containers);
  }
}
