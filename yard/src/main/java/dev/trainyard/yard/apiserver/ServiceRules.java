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
  private static final List<String> EXPOSED = List.of("NodePort", "LoadBalancer");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

  @Override
  public NameRule names() {
    return NameRule.LABEL;
  }

  @Override
  public void complete(ObjectNode service) {
    var spec = service.withObjectProperty("spec");
    Json.putIfAbsent(spec, "type", "ClusterIP");
    Json.putIfAbsent(spec, "sessionAffinity", "None");
    for (var port : spec.path("ports")) {
      if (port instanceof ObjectNode object) {
        Json.putIfAbsent(object, "protocol", "TCP");
        var target = object.path("targetPort").asText("");
        if (object.has("port") && (target.isEmpty() || target.equals("0"))) {
          object.set("targetPort", object.get("port"));
        }
      }
    }
  }

  @Override
  public List<String> advice(ObjectNode service) {
    var type = service.at("/spec/type").asText();
    return EXPOSED.contains(type)
        ? List.of(
            "%s Services have no port on this machine: pods reach them by name, you by `kubectl port-forward`"
                .formatted(type))
        : List.of();
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
    var findings = new Findings();
    findings.labels(spec.path("selector"), "spec.selector");
    checkType(spec, findings);
    violations.addAll(findings.all());
    return violations;
  }

  private static void checkType(JsonNode spec, Findings findings) {
    var type = spec.path("type").asText();
    var address = spec.path("clusterIP");
    if (address.asText("").equals("None") && EXPOSED.contains(type)) {
      findings.invalid(
          "spec.clusterIPs[0]",
          address,
          "may not be set to 'None' for %s services".formatted(type));
    } else if (!address.asText("").isEmpty() && !address.asText().equals("None")) {
      findings.address(address, "spec.clusterIPs[0]");
    }
    if (type.equals("ExternalName") && findings.requireText(spec, "externalName", "spec")) {
      findings.name(spec.path("externalName").asText(), "spec.externalName", NameRule.SUBDOMAIN);
    }
    for (int i = 0; i < spec.path("externalIPs").size(); i++) {
      findings.address(spec.path("externalIPs").get(i), Findings.at("spec.externalIPs", i));
    }
    for (int i = 0; i < spec.path("ports").size(); i++) {
      var port = spec.path("ports").get(i);
      var at = Findings.at("spec.ports", i);
      findings.port(port.path("targetPort"), at + ".targetPort");
      if (type.equals("ClusterIP") && port.path("nodePort").asInt(0) != 0) {
        findings.forbidden(at + ".nodePort", "may not be used when `type` is 'ClusterIP'");
      }
      if (!port.path("appProtocol").asText("").isEmpty()) {
        findings.qualifiedName(port.path("appProtocol").asText(), at + ".appProtocol");
      }
    }
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
