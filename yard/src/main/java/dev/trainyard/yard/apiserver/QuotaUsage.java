package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What one object takes of a quota, by the names that quotas have for it.
final class QuotaUsage {

  static final String PODS = "pods";
  static final String SERVICES = "services";
  static final String CLAIMS = "persistentvolumeclaims";
  static final String COUNT = "count/";

  /// Kinds that are also counted by their bare names.
  static final Set<String> COUNTED_BY_NAME =
      Set.of(PODS, SERVICES, CLAIMS, "configmaps", "resourcequotas", "secrets");

  private static final String OF_A_CLASS = ".storageclass.storage.k8s.io/";

  /// Requests that have a name without a prefix as well.
  private static final Set<String> PLAIN = Set.of("cpu", "memory", "ephemeral-storage");

  /// @param resource as it is stored: `jobs.batch`
  static Map<String, Amount> of(String resource, JsonNode object) {
    var usage = new TreeMap<String, Amount>();
    usage.put(COUNT + resource, Amount.ONE);
    if (COUNTED_BY_NAME.contains(resource) && !resource.equals(PODS)) {
      usage.put(resource, Amount.ONE);
    }
    switch (resource) {
      case PODS -> addPod(usage, object);
      case SERVICES -> addService(usage, object.path("spec"));
      case CLAIMS -> addClaim(usage, object);
      default -> {}
    }
    return usage;
  }

  /// A pod that has ended holds nothing but its place in the store.
  private static void addPod(Map<String, Amount> usage, JsonNode pod) {
    if (List.of("Succeeded", "Failed").contains(pod.at("/status/phase").asText(""))) {
      return;
    }
    usage.put(PODS, Amount.ONE);
    PodResources.total(pod.path("spec"), "requests")
        .forEach(
            (name, amount) -> {
              usage.put("requests." + name, amount);
              if (PLAIN.contains(name) || name.startsWith("hugepages-")) {
                usage.put(name, amount);
              }
            });
    PodResources.total(pod.path("spec"), "limits")
        .forEach((name, amount) -> usage.put("limits." + name, amount));
  }

  private static void addService(Map<String, Amount> usage, JsonNode spec) {
    var ports = Amount.of(spec.path("ports").size());
    switch (spec.path("type").asText()) {
      case "NodePort" -> usage.put("services.nodeports", ports);
      case "LoadBalancer" -> {
        usage.put("services.loadbalancers", Amount.ONE);
        if (spec.path("allocateLoadBalancerNodePorts").asBoolean(true)) {
          usage.put("services.nodeports", ports);
        }
      }
      default -> {}
    }
  }

  private static void addClaim(Map<String, Amount> usage, JsonNode claim) {
    var size = Amount.of(claim.at("/spec/resources/requests/storage"));
    usage.put("requests.storage", size);
    Json.text(claim, "spec", "storageClassName")
        .filter(name -> !name.isEmpty())
        .ifPresent(
            name -> {
              usage.put(name + OF_A_CLASS + "requests.storage", size);
              usage.put(name + OF_A_CLASS + CLAIMS, Amount.ONE);
            });
  }

  /// The resource whose objects take of this, as it is stored.
  static String resourceOf(String hard) {
    if (hard.startsWith(COUNT)) {
      return hard.substring(COUNT.length());
    }
    if (hard.equals("requests.storage") || hard.contains(OF_A_CLASS)) {
      return CLAIMS;
    }
    if (hard.startsWith("services.")) {
      return SERVICES;
    }
    return COUNTED_BY_NAME.contains(hard) ? hard : PODS;
  }

  /// Amounts under their names, as quotas keep them.
  static Map<String, Amount> read(JsonNode amounts) {
    var read = new TreeMap<String, Amount>();
    amounts.properties().forEach(it -> read.put(it.getKey(), Amount.of(it.getValue())));
    return read;
  }

  static ObjectNode written(Map<String, Amount> amounts) {
    var json = Json.object();
    amounts.forEach((name, amount) -> json.put(name, amount.toString()));
    return json;
  }

  private QuotaUsage() {}
}
