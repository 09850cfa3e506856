package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// Secrets: plain text that is written becomes data; what is not Base64 is refused, unseen.
final class SecretRules implements Rules {

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
    var violations = new ArrayList<Violation>();
    for (var field : secret.path("data").properties()) {
      if (!Formats.accepts("byte", field.getValue().asText())) {
        var path = "data[%s]".formatted(field.getKey());
        violations.add(Violation.invalid(path, "<secret>", "must be Base64"));
      }
    }
    return violations;
  }

  @Override
  public List<Violation> checkChange(ObjectNode before, ObjectNode after) {
    return before.path("type").equals(after.path("type"))
        ? List.of()
        : List.of(Violation.invalid("type", after.path("type"), "field is immutable"));
  }
}
