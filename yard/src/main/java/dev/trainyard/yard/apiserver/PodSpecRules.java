package dev.trainyard.yard.apiserver;

import static dev.trainyard.yard.apiserver.Findings.at;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// What Kubernetes demands of the spec of a pod, alone or in a template.
final class PodSpecRules {

  private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
  private static final List<String> DNS_POLICIES =
      List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");

  static void check(JsonNode spec, String path, Findings findings) {
    var volumes = VolumeRules.check(spec.path("volumes"), path + ".volumes", findings);
    new ContainerRules(spec, volumes, findings).check(path);
    findings.oneOf(spec.path("restartPolicy"), path + ".restartPolicy", RESTART_POLICIES);
    findings.optionalOneOf(spec.path("dnsPolicy"), path + ".dnsPolicy", DNS_POLICIES);
    if (spec.path("dnsPolicy").asText("").equals("None") && spec.path("dnsConfig").isEmpty()) {
      findings.required(path + ".dnsConfig", "must provide `dnsConfig` when `dnsPolicy` is None");
    }
    var servers = spec.at("/dnsConfig/nameservers");
    for (int i = 0; i < servers.size(); i++) {
      findings.address(servers.get(i), at(path + ".dnsConfig.nameservers", i));
    }
    findings.between(
        spec.path("activeDeadlineSeconds"), path + ".activeDeadlineSeconds", 1, Integer.MAX_VALUE);
    checkNames(spec, path, findings);
    checkSecurity(spec, path, findings);
    PlacementRules.check(spec, path, findings);
  }

  private static void checkNames(JsonNode spec, String path, Findings findings) {
    findings.optionalName(spec.path("nodeName"), path + ".nodeName", NameRule.SUBDOMAIN);
    findings.optionalName(
        spec.path("serviceAccountName"), path + ".serviceAccountName", NameRule.SUBDOMAIN);
    findings.optionalName(spec.path("hostname"), path + ".hostname", NameRule.LABEL);
    findings.optionalName(spec.path("subdomain"), path + ".subdomain", NameRule.LABEL);
    var aliases = spec.path("hostAliases");
    for (int i = 0; i < aliases.size(); i++) {
      var alias = at(path + ".hostAliases", i);
      findings.address(aliases.get(i).path("ip"), alias + ".ip");
      var names = aliases.get(i).path("hostnames");
      for (int n = 0; n < names.size(); n++) {
        findings.name(names.get(n).asText(), at(alias + ".hostnames", n), NameRule.SUBDOMAIN);
      }
    }
    var gates = spec.path("readinessGates");
    for (int i = 0; i < gates.size(); i++) {
      findings.qualifiedName(
          gates.get(i).path("conditionType").asText(""),
          at(path + ".readinessGates", i) + ".conditionType");
    }
    var unique = findings.new Unique();
    gates = spec.path("schedulingGates");
    for (int i = 0; i < gates.size(); i++) {
      var gate = at(path + ".schedulingGates", i);
      findings.qualifiedName(gates.get(i).path("name").asText(""), gate);
      unique.add(gates.get(i).path("name"), gate);
    }
  }

  private static void checkSecurity(JsonNode spec, String path, Findings findings) {
    var context = spec.path("securityContext");
    var at = path + ".securityContext";
    for (var field : List.of("fsGroup", "runAsUser", "runAsGroup")) {
      findings.between(context.path(field), at + "." + field, 0, Integer.MAX_VALUE);
    }
    for (int i = 0; i < context.path("supplementalGroups").size(); i++) {
      findings.between(
          context.path("supplementalGroups").get(i),
          at(at + ".supplementalGroups", i),
          0,
          Integer.MAX_VALUE);
    }
    ContainerRules.checkSeccomp(context, at, findings);
    if (spec.path("hostPID").asBoolean() && spec.path("shareProcessNamespace").asBoolean()) {
      findings.invalid(
          at + ".shareProcessNamespace",
          spec.path("shareProcessNamespace"),
          "ShareProcessNamespace and HostPID cannot both be enabled");
    }
  }

  private PodSpecRules() {}
}
