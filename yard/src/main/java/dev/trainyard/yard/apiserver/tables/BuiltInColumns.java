package dev.trainyard.yard.apiserver.tables;

import static dev.trainyard.yard.apiserver.tables.Column.NONE;
import static dev.trainyard.yard.apiserver.tables.Column.age;
import static dev.trainyard.yard.apiserver.tables.Column.at;
import static dev.trainyard.yard.apiserver.tables.Column.name;
import static dev.trainyard.yard.apiserver.tables.Column.number;
import static dev.trainyard.yard.apiserver.tables.Column.since;
import static dev.trainyard.yard.apiserver.tables.Column.text;
import static java.util.Map.entry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/// The columns that users of kubectl know, for the kinds every yard has.
public final class BuiltInColumns {

  private static final Map<String, List<Column>> COLUMNS =
      Map.ofEntries(
          entry("pods", pods()),
          entry("services", services()),
          entry("nodes", nodes()),
          entry("events", events()),
          entry("namespaces", List.of(name("Name"), at("Status", "/status/phase", ""), age())),
          entry(
              "configmaps",
              List.of(
                  name("Name"), text("Data", o -> Cells.entries(o, "data", "binaryData")), age())),
          entry(
              "secrets",
              List.of(
                  name("Name"),
                  at("Type", "/type", ""),
                  text("Data", o -> Cells.entries(o, "data")),
                  age())),
          entry("serviceaccounts", List.of(name("Name"), age())),
          entry("persistentvolumeclaims", claims()),
          entry("persistentvolumes", volumes()),
          entry(
              "endpoints",
              List.of(name("Name"), text("Endpoints", BuiltInColumns::endpoints), age())),
          entry(
              "resourcequotas",
              List.of(
                  name("Name"),
                  text("Request", o -> QuotaCells.used(o, false)),
                  text("Limit", o -> QuotaCells.used(o, true)),
                  age())),
          entry(
              "limitranges",
              List.of(name("Name"), since("Created At", "/metadata/creationTimestamp"))),
          entry("jobs.batch", jobs()),
          entry("deployments.apps", deployments()),
          entry("horizontalpodautoscalers.autoscaling", autoscalers()),
          entry(
              "leases.coordination.k8s.io",
              List.of(name("Name"), at("Holder", "/spec/holderIdentity", ""), age())),
          entry(
              "priorityclasses.scheduling.k8s.io",
              List.of(
                  name("Name"),
                  number("Value", "/value"),
                  at("Global-Default", "/globalDefault", "false").as("boolean"),
                  age(),
                  at("PreemptionPolicy", "/preemptionPolicy", ""))),
          entry(
              "poddisruptionbudgets.policy",
              List.of(
                  name("Name"),
                  at("Min Available", "/spec/minAvailable", "N/A"),
                  at("Max Unavailable", "/spec/maxUnavailable", "N/A"),
                  number("Allowed Disruptions", "/status/disruptionsAllowed"),
                  age())),
          entry(
              "networkpolicies.networking.k8s.io",
              List.of(
                  name("Name"),
                  text("Pod-Selector", o -> Cells.labels(o.at("/spec/podSelector/matchLabels"))),
                  age())),
          entry(
              "ingresses.networking.k8s.io",
              List.of(
                  name("Name"),
                  at("Class", "/spec/ingressClassName", NONE),
                  text(
                      "Hosts",
                      o -> Cells.joined(o.at("/spec/rules"), r -> r.path("host").asText("*"))),
                  text("Address", _ -> ""),
                  text("Ports", o -> o.at("/spec/tls").isEmpty() ? "80" : "80, 443"),
                  age())),
          entry(
              "storageclasses.storage.k8s.io",
              List.of(
                  name("Name"),
                  at("Provisioner", "/provisioner", ""),
                  at("ReclaimPolicy", "/reclaimPolicy", "Delete"),
                  at("VolumeBindingMode", "/volumeBindingMode", "Immediate"),
                  at("AllowVolumeExpansion", "/allowVolumeExpansion", "false"),
                  age())),
          entry(
              "endpointslices.discovery.k8s.io",
              List.of(
                  name("Name"),
                  at("AddressType", "/addressType", ""),
                  text("Ports", o -> Cells.joined(o.path("ports"), p -> p.path("port").asText())),
                  text(
                      "Endpoints",
                      o -> Cells.joined(o.path("endpoints"), e -> e.at("/addresses/0").asText())),
                  age())),
          entry("roles.rbac.authorization.k8s.io", List.of(name("Name"), created())),
          entry("clusterroles.rbac.authorization.k8s.io", List.of(name("Name"), created())),
          entry("rolebindings.rbac.authorization.k8s.io", bindings()),
          entry("clusterrolebindings.rbac.authorization.k8s.io", bindings()),
          entry(
              "customresourcedefinitions.apiextensions.k8s.io", List.of(name("Name"), created())));

  /// Name and age for kinds that have no columns of their own.
  public static List<Column> of(String resource) {
    return COLUMNS.getOrDefault(resource, List.of(name("Name"), age()));
  }

  private static List<Column> pods() {
    return List.of(
        name("Name"),
        text("Ready", PodCells::ready),
        text("Status", PodCells::status),
        timed("Restarts", PodCells::restarts),
        age(),
        at("IP", "/status/podIP", NONE).wide(),
        at("Node", "/spec/nodeName", NONE).wide(),
        at("Nominated Node", "/status/nominatedNodeName", NONE).wide(),
        text("Readiness Gates", PodCells::gates).wide());
  }

  private static List<Column> services() {
    return List.of(
        name("Name"),
        at("Type", "/spec/type", ""),
        at("Cluster-IP", "/spec/clusterIP", NONE),
        text("External-IP", Cells::externalAddress),
        text("Port(s)", Cells::ports),
        age(),
        text("Selector", o -> Cells.labels(o.at("/spec/selector"))).wide());
  }

  private static List<Column> nodes() {
    return List.of(
        name("Name"),
        text("Status", Cells::nodeStatus),
        text("Roles", Cells::roles),
        age(),
        at("Version", "/status/nodeInfo/kubeletVersion", ""),
        text("Internal-IP", Cells.address("InternalIP")).wide(),
        text("External-IP", Cells.address("ExternalIP")).wide(),
        at("OS-Image", "/status/nodeInfo/osImage", "<unknown>").wide(),
        at("Kernel-Version", "/status/nodeInfo/kernelVersion", "<unknown>").wide(),
        at("Container-Runtime", "/status/nodeInfo/containerRuntimeVersion", "<unknown>").wide());
  }

  private static List<Column> events() {
    return List.of(
        timed("Last Seen", BuiltInColumns::lastSeen),
        at("Type", "/type", ""),
        at("Reason", "/reason", ""),
        text("Object", BuiltInColumns::involved),
        at("Subobject", "/involvedObject/fieldPath", "").wide(),
        text("Source", BuiltInColumns::source).wide(),
        text("Message", o -> o.path("message").asText("").trim()),
        since("First Seen", "/firstTimestamp").wide(),
        at("Count", "/count", "1").wide(),
        name("Name").wide());
  }

  /// Events of the newer kind tell their time and their repetitions in other fields.
  private static String lastSeen(ObjectNode event, Instant now) {
    for (var pointer :
        List.of(
            "/series/lastObservedTime",
            "/lastTimestamp",
            "/eventTime",
            "/metadata/creationTimestamp")) {
      if (event.at(pointer).isTextual()) {
        return Ages.since(event.at(pointer).asText(), now);
      }
    }
    return "<unknown>";
  }

  private static String involved(ObjectNode event) {
    var object = event.path("involvedObject");
    return object.path("kind").asText("").toLowerCase(Locale.ROOT)
        + "/"
        + object.path("name").asText("");
  }

  private static String source(ObjectNode event) {
    var component = event.at("/source/component").asText(event.path("reportingComponent").asText());
    var host = event.at("/source/host").asText("");
    return host.isEmpty() ? component : component + ", " + host;
  }

  private static List<Column> claims() {
    return List.of(
        name("Name"),
        at("Status", "/status/phase", ""),
        at("Volume", "/spec/volumeName", ""),
        at("Capacity", "/status/capacity/storage", ""),
        text("Access Modes", o -> Cells.accessModes(o.at("/status/accessModes"))),
        at("StorageClass", "/spec/storageClassName", ""),
        at("VolumeAttributesClass", "/spec/volumeAttributesClassName", "<unset>"),
        age(),
        at("VolumeMode", "/spec/volumeMode", "<unset>").wide());
  }

  private static List<Column> volumes() {
    return List.of(
        name("Name"),
        at("Capacity", "/spec/capacity/storage", ""),
        text("Access Modes", o -> Cells.accessModes(o.at("/spec/accessModes"))),
        at("Reclaim Policy", "/spec/persistentVolumeReclaimPolicy", ""),
        at("Status", "/status/phase", ""),
        text("Claim", BuiltInColumns::claim),
        at("StorageClass", "/spec/storageClassName", ""),
        at("VolumeAttributesClass", "/spec/volumeAttributesClassName", "<unset>"),
        at("Reason", "/status/reason", ""),
        age(),
        at("VolumeMode", "/spec/volumeMode", "<unset>").wide());
  }

  private static String claim(ObjectNode volume) {
    var claim = volume.at("/spec/claimRef");
    return claim.isObject()
        ? claim.path("namespace").asText() + "/" + claim.path("name").asText()
        : "";
  }

  private static String endpoints(ObjectNode endpoints) {
    return Cells.joined(
        endpoints.path("subsets"),
        subset -> Cells.joined(subset.path("addresses"), a -> a.path("ip").asText()));
  }

  private static List<Column> jobs() {
    return List.of(
        name("Name"),
        text("Status", Cells::jobStatus),
        text("Completions", Cells::completions),
        timed("Duration", Cells::duration),
        age(),
        text("Containers", o -> Cells.containers(o, "name")).wide(),
        text("Images", o -> Cells.containers(o, "image")).wide(),
        text("Selector", BuiltInColumns::selector).wide());
  }

  private static List<Column> deployments() {
    return List.of(
        name("Name"),
        text("Ready", Cells::readyReplicas),
        at("Up-to-date", "/status/updatedReplicas", "0"),
        at("Available", "/status/availableReplicas", "0"),
        age(),
        text("Containers", o -> Cells.containers(o, "name")).wide(),
        text("Images", o -> Cells.containers(o, "image")).wide(),
        text("Selector", BuiltInColumns::selector).wide());
  }

  private static String selector(ObjectNode object) {
    return Cells.labels(object.at("/spec/selector/matchLabels"));
  }

  private static List<Column> autoscalers() {
    return List.of(
        name("Name"),
        text(
            "Reference",
            o ->
                o.at("/spec/scaleTargetRef/kind").asText()
                    + "/"
                    + o.at("/spec/scaleTargetRef/name").asText()),
        text("Targets", MetricCells::targets),
        at("MinPods", "/spec/minReplicas", "<unset>"),
        at("MaxPods", "/spec/maxReplicas", ""),
        at("Replicas", "/status/currentReplicas", "0"),
        age());
  }

  private static List<Column> bindings() {
    return List.of(
        name("Name"),
        text("Role", o -> o.at("/roleRef/kind").asText() + "/" + o.at("/roleRef/name").asText()),
        age(),
        text("Users", o -> Cells.subjects(o, "User")).wide(),
        text("Groups", o -> Cells.subjects(o, "Group")).wide(),
        text("ServiceAccounts", o -> Cells.subjects(o, "ServiceAccount")).wide());
  }

  private static Column created() {
    return at("Created At", "/metadata/creationTimestamp", "");
  }

  private static Column timed(String title, BiFunction<ObjectNode, Instant, String> text) {
    return new Column(
        title, "string", "", "", 0, (object, now) -> new TextNode(text.apply(object, now)));
  }

  private BuiltInColumns() {}
}
