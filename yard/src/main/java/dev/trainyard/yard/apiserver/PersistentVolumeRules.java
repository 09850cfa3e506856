package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// PersistentVolumes: one place, of a size, for somebody.
final class PersistentVolumeRules implements Rules {

  private static final Set<String> NOT_SOURCES = Set.of("capacity", "claimRef", "nodeAffinity");
  private static final List<String> RECLAIMS = List.of("Delete", "Recycle", "Retain");

  @Override
  public void complete(ObjectNode volume) {
    var spec = volume.withObjectProperty("spec");
    Json.putIfAbsent(spec, "persistentVolumeReclaimPolicy", "Retain");
    Json.putIfAbsent(spec, "volumeMode", "Filesystem");
  }

  @Override
  public List<Violation> check(ObjectNode volume) {
    var findings = new Findings();
    var spec = volume.path("spec");
    ClaimRules.checkModes(spec.path("accessModes"), "spec", "", findings);
    var capacity = spec.path("capacity");
    if (capacity.isEmpty()) {
      findings.required("spec.capacity");
    }
    if (!capacity.has("storage") || capacity.size() > 1) {
      findings.add(
          Violation.notSupported(
              "spec.capacity",
              capacity.isMissingNode() ? Json.MAPPER.nullNode() : capacity,
              List.of("storage")));
    }
    findings.optionalOneOf(
        spec.path("persistentVolumeReclaimPolicy"), "spec.persistentVolumeReclaimPolicy", RECLAIMS);
    findings.optionalName(
        spec.path("storageClassName"), "spec.storageClassName", NameRule.SUBDOMAIN);
    checkSources(spec, findings);
    return findings.all();
  }

  private static void checkSources(JsonNode spec, Findings findings) {
    var sources = new ArrayList<String>();
    for (var field : spec.properties()) {
      if (field.getValue().isObject() && !NOT_SOURCES.contains(field.getKey())) {
        sources.add(field.getKey());
      }
    }
    if (sources.isEmpty()) {
      findings.required("spec", "must specify a volume type");
    }
    sources.stream()
        .skip(1)
        .forEach(
            more -> findings.forbidden("spec." + more, "may not specify more than 1 volume type"));
    if (spec.path("hostPath").isObject()) {
      VolumeRules.checkHostPath(spec.path("hostPath"), "spec.hostPath", findings);
    }
    if (spec.path("nfs").isObject()) {
      VolumeRules.checkNfs(spec.path("nfs"), "spec.nfs", findings);
    }
    if (spec.path("local").isObject() && !spec.path("nodeAffinity").isObject()) {
      findings.required("spec.nodeAffinity", "Local volume requires node affinity");
    }
  }
}
