package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;

/// ConfigMaps: keys that can be files, 1 MiB at most, and immutable if they say so.
final class ConfigMapRules implements Rules {

  @Override
  public List<Violation> check(ObjectNode map) {
    var findings = new Findings();
    var data = map.path("data");
    var binary = map.path("binaryData");
    KeyedDataRules.checkKeys(data, "data", findings);
    KeyedDataRules.checkKeys(binary, "binaryData", findings);
    for (var entry : data.properties()) {
      if (binary.has(entry.getKey())) {
        findings.invalid(
            "data[%s]".formatted(entry.getKey()),
            TextNode.valueOf(entry.getKey()),
            "duplicate of key present in binaryData");
      }
    }
    if (KeyedDataRules.size(data) + KeyedDataRules.decodedSize(binary) > KeyedDataRules.MAX_BYTES) {
      // The path is Kubernetes' own.
      findings.add(Violation.tooLong("[]", TextNode.valueOf(""), KeyedDataRules.MAX_BYTES));
    }
    return findings.all();
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    return KeyedDataRules.checkImmutable(before, after, List.of("data", "binaryData"));
  }
}
