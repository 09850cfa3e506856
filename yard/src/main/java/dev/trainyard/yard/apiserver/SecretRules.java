package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// Secrets: plain text that is written becomes data, the type says which keys there are, and stays.
final class SecretRules implements Rules {

  private static final Map<String, List<String>> NEEDED =
      Map.of(
          "kubernetes.io/dockerconfigjson", List.of(".dockerconfigjson"),
          "kubernetes.io/dockercfg", List.of(".dockercfg"),
          "kubernetes.io/tls", List.of("tls.crt", "tls.key"),
          "kubernetes.io/ssh-auth", List.of("ssh-privatekey"));

  @Override
  public void complete(ObjectNode secret) {
    Json.putIfAbsent(secret, "type", "Opaque");
    if (secret.remove("stringData") instanceof ObjectNode texts && !texts.isEmpty()) {
      var data = secret.withObjectProperty("data");
      for (var text : texts.properties()) {
        var bytes = text.getValue().asText().getBytes(StandardCharsets.UTF_8);
        data.put(text.getKey(), Base64.getEncoder().encodeToString(bytes));
      }
    }
  }

  @Override
  public List<Violation> check(ObjectNode secret) {
    var findings = new Findings();
    var data = secret.path("data");
    KeyedDataRules.checkKeys(data, "data", findings);
    if (KeyedDataRules.decodedSize(data) > KeyedDataRules.MAX_BYTES) {
      findings.add(Violation.tooLong("data", TextNode.valueOf(""), KeyedDataRules.MAX_BYTES));
    }
    var type = secret.path("type").asText();
    for (var key : NEEDED.getOrDefault(type, List.of())) {
      if (!data.has(key)) {
        findings.required("data[%s]".formatted(key));
      }
    }
    if (type.equals("kubernetes.io/basic-auth") && !data.has("username") && !data.has("password")) {
      findings.required("data[username]");
      findings.required("data[password]");
    }
    return findings.all();
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    var violations = new ArrayList<>(KeyedDataRules.checkImmutable(before, after, List.of("data")));
    if (!before.path("type").equals(after.path("type"))) {
      violations.add(Violation.invalid("type", after.path("type"), "field is immutable"));
    }
    return violations;
  }
}
