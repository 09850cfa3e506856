package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Attached;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// The ports of a workload, the Services before them and the URLs before those.
record Network(Workload workload) {

  static final Attached.Kind SERVICES =
      new Attached.Kind("", "v1", "Service", "services").madeOnce();

  static final String LOAD_BALANCER = "LoadBalancer";

  private static final String NODE_PORT = "NodePort";
  private static final String CLUSTER_IP = "ClusterIP";
  private static final String TCP = "TCP";
  private static final int WEB = 80;

  private static final List<String> TYPES = List.of(CLUSTER_IP, NODE_PORT, LOAD_BALANCER);

  /// What the main container listens on, each port once.
  List<ContainerPort> containerPorts() {
    return Stream.of("ports", "exposedUrls")
        .flatMap(field -> workload.values().items(field).values().stream())
        .flatMap(item -> item.number("container").stream())
        .distinct()
        .map(port -> new ContainerPortBuilder().withContainerPort(port).withProtocol(TCP).build())
        .toList();
  }

  /// They stay while the workload does, so that an address is good for longer than a pod.
  List<Attachment> attachments() {
    var attachments = new ArrayList<Attachment>();
    int n = 0;
    for (var item : workload.values().items("ports").values()) {
      attachments.add(service(item, n++));
    }
    for (var url : urls()) {
      attachments.add(url.service());
      if (!workload.inYard()) {
        attachments.add(url.ingress());
      }
    }
    return attachments;
  }

  private List<ExposedUrl> urls() {
    var items = List.copyOf(workload.values().items("exposedUrls").values());
    var urls = new ArrayList<ExposedUrl>();
    for (int n = 0; n < items.size(); n++) {
      urls.add(new ExposedUrl(this, items.get(n), n, items.size() == 1));
    }
    return urls;
  }

  /// The type of the Service before a port.
  String type(Effective item) {
    var wanted =
        item.text("serviceType").or(() -> workload.values().text("serviceType")).orElse(CLUSTER_IP);
    return TYPES.stream().filter(wanted::equalsIgnoreCase).findFirst().orElse(CLUSTER_IP);
  }

  private Attachment service(Effective item, int n) {
    var type = type(item);
    int container = item.number("container").orElse(0);
    var port = new LinkedHashMap<String, Object>();
    port.put("name", "%d-port".formatted(container));
    port.put("protocol", TCP);
    port.put("port", item.number("external").orElse(container));
    port.put("targetPort", container);
    if (type.equals(NODE_PORT)) {
      item.number("external").ifPresent(external -> port.put("nodePort", external));
    }
    var name = "tw-%s-%d-%s".formatted(workload.name(), n, type.toLowerCase(Locale.ROOT));
    return service(name, type, port);
  }

  Attachment webService(String name, int container) {
    var port = new LinkedHashMap<String, Object>();
    port.put("name", "%d-port".formatted(container));
    port.put("protocol", TCP);
    port.put("port", WEB);
    port.put("targetPort", container);
    return service(name, CLUSTER_IP, port);
  }

  private Attachment service(String name, String type, Map<String, Object> port) {
    var spec = new LinkedHashMap<String, Object>();
    spec.put("type", type);
    spec.put("selector", selector());
    spec.put("ports", List.of(port));
    return Attached.once(
        SERVICES,
        name,
        new ObjectMetaBuilder().withLabels(new Marks(workload).ofJob()).build(),
        spec,
        Lifetime.UNTIL_JOB_GONE);
  }

  private Map<String, String> selector() {
    var selector = new LinkedHashMap<String, String>();
    if (workload.isMpi()) {
      selector.put(Marks.MPI_JOB_NAME, workload.name());
      selector.put(Marks.MPI_JOB_ROLE, MpiJob.LAUNCHER);
    } else {
      selector.put(Marks.RELEASE, workload.name());
    }
    return selector;
  }
}
