package dev.trainyard.integration.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/// The writes that an API server's audit log tells of.
final class AuditedWrites {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MARKERS = "audit-marker-";
  private static final Set<String> VERBS = Set.of("create", "update", "patch", "delete");

  private final Path log;

  AuditedWrites(Path log) {
    this.log = log;
  }

  /// A write is logged just after it is answered, so a last one of our own tells when all earlier
  /// ones are there.
  Map<String, Long> count(KubernetesClient client, String namespace) {
    var marker = mark(client);
    while (true) {
      var lines = lines();
      if (lines.stream().anyMatch(line -> line.contains(marker))) {
        return count(lines, namespace);
      }
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }

  private static String mark(KubernetesClient client) {
    var marker = MARKERS + UUID.randomUUID();
    client
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(marker)
                .endMetadata()
                .build())
        .create();
    return marker;
  }

  private static Map<String, Long> count(List<String> lines, String namespace) {
    var counts = new TreeMap<String, Long>();
    lines.stream()
        .map(AuditedWrites::parse)
        .filter(AuditedWrites::isAWriteOfAClient)
        .filter(event -> event.at("/objectRef/namespace").asText().equals(namespace))
        .forEach(event -> counts.merge(write(event), 1L, Long::sum));
    return counts;
  }

  private static boolean isAWriteOfAClient(JsonNode event) {
    var user = event.at("/user/username").asText();
    return VERBS.contains(event.path("verb").asText())
        && event.at("/responseStatus/code").asInt() < 300
        && !user.startsWith("system:serviceaccount:kube-system:")
        && !user.startsWith("system:kube-")
        && !user.equals("system:apiserver")
        && !event.path("requestURI").asText().contains("dryRun=")
        && !event.at("/objectRef/name").asText().startsWith(MARKERS);
  }

  private static String write(JsonNode event) {
    var target = event.path("objectRef");
    var group = target.path("apiGroup").asText();
    var part = target.path("subresource").asText();
    return "%s %s%s%s"
        .formatted(
            event.path("verb").asText(),
            target.path("resource").asText(),
            group.isEmpty() ? "" : "." + group,
            part.isEmpty() ? "" : "/" + part);
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The last line may still be on its way.
  private List<String> lines() {
    try {
      var text = Files.readString(log);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
