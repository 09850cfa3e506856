package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Services: ports in full, and no two of them alike.
final class ServiceRules implements Rules {

  private static final List<String> TYPES =
      List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

  @Override
  public NameRule names() {
    return NameRule.SERVICE;
  }

  @Override
  public void complete(ObjectNode service) {
    var spec = service.withObjectProperty("spec");
    Json.putIfAbsent(spec, "type", "ClusterIP");
    Json.putIfAbsent(spec, "sessionAffinity", "None");
    for (var port : spec.path("ports")) {
      if (port instanceof ObjectNode object) {
        Json.putIfAbsent(object, "protocol", "TCP");
        if (object.has("port") && object.path("targetPort").asText("").isEmpty()) {
          object.set("targetPort", object.get("port"));
        }
      }
    }
  }

  @Override
  public List<Violation> check(ObjectNode service) {
    var violations = new ArrayList<Violation>();
    var spec = service.path("spec");
    if (!TYPES.contains(spec.path("type").asText())) {
      violations.add(Violation.notSupported("spec.type", spec.path("type"), TYPES));
    }
    var ports = spec.path("ports");
    var headless = spec.path("clusterIP").asText("").equals("None");
    if (ports.isEmpty() && !headless && !spec.path("type").asText().equals("ExternalName")) {
      violations.add(Violation.required("spec.ports", ""));
    }
    var names = new HashSet<String>();
    var numbers = new HashSet<String>();
    for (int i = 0; i < ports.size(); i++) {
      var path = "spec.ports[%d]".formatted(i);
      checkPort(ports.get(i), path, ports.size() > 1, violations);
      if (!names.add(ports.get(i).path("name").asText("")) && ports.get(i).has("name")) {
        violations.add(Violation.duplicate(path + ".name", ports.get(i).path("name")));
      }
      var identity = Json.object();
      identity.set("port", ports.get(i).path("port").deepCopy());
      identity.set("protocol", ports.get(i).path("protocol").deepCopy());
      if (!numbers.add(identity.toString())) {
        violations.add(Violation.duplicate(path, identity));
      }
    }
    return violations;
  }

  private static void checkPort(
      JsonNode port, String path, boolean needsName, List<Violation> violations) {
    var name = port.path("name").asText("");
    if (needsName && name.isEmpty()) {
      violations.add(Violation.required(path + ".name", ""));
    }
    if (!name.isEmpty()) {
      NameRule.LABEL
          .problems(name)
          .forEach(problem -> violations.add(Violation.invalid(path + ".name", name, problem)));
    }
    var number = port.path("port").asInt(0);
    if (number < 1 || number > 65535) {
      violations.add(
          Violation.invalid(
              path + ".port", IntNode.valueOf(number), "must be between 1 and 65535, inclusive"));
    }
    if (!PROTOCOLS.contains(port.path("protocol").asText())) {
      violations.add(Violation.notSupported(path + ".protocol", port.path("protocol"), PROTOCOLS));
    }
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    var old = before.at("/spec/clusterIP").asText("");
    var now = after.at("/spec/clusterIP").asText("");
    return old.isEmpty() || old.equals(now)
        ? List.of()
        : List.of(Violation.invalid("spec.clusterIPs[0]", now, "may not change once set"));
  }
}
