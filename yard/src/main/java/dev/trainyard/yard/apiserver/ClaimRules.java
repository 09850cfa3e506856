package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/// PersistentVolumeClaims: how much, for whom, and neither changes later.
final class ClaimRules implements Rules {

  static final List<String> ACCESS_MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  private static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");

  @Override
  public void complete(ObjectNode claim) {
    Json.putIfAbsent(claim.withObjectProperty("spec"), "volumeMode", "Filesystem");
  }

  @Override
  public void begin(ObjectNode claim, Instant now) {
    claim.putObject("status").put("phase", "Pending");
  }

  @Override
  public List<Violation> check(ObjectNode claim) {
    var findings = new Findings();
    checkSpec(claim.path("spec"), "spec", findings);
    return findings.all();
  }

  static void checkSpec(JsonNode spec, String path, Findings findings) {
    SelectorRules.check(spec.path("selector"), path + ".selector", findings);
    checkModes(spec.path("accessModes"), path, "at least 1 access mode is required", findings);
    var storage = spec.at("/resources/requests/storage");
    var at = path + ".resources[storage]";
    if (storage.isMissingNode()) {
      findings.required(at);
    } else if (Quantities.amount(storage).filter(amount -> amount.signum() > 0).isEmpty()) {
      findings.invalid(at, ResourceRules.shown(storage), "must be greater than zero");
    }
    findings.optionalName(
        spec.path("storageClassName"), path + ".storageClassName", NameRule.SUBDOMAIN);
    findings.optionalOneOf(spec.path("volumeMode"), path + ".volumeMode", VOLUME_MODES);
  }

  static void checkModes(JsonNode modes, String path, String ifNone, Findings findings) {
    if (modes.isEmpty()) {
      findings.required(path + ".accessModes", ifNone);
    }
    modes.forEach(mode -> findings.oneOf(mode, path + ".accessModes", ACCESS_MODES));
    if (modes.size() > 1 && Json.texts(modes).contains("ReadWriteOncePod")) {
      findings.forbidden(
          path + ".accessModes", "may not use ReadWriteOncePod with other access modes");
    }
  }
}
