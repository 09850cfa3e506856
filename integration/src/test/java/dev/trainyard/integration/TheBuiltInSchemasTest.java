package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.integration.cluster.YardCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Beyond the suite: the documents are Kubernetes' own. With `-Dschemas.write=true` the yard's copy
/// is written anew.
@Tag("needs-rights")
@OnACluster
class TheBuiltInSchemasTest {

  private static final Path KEPT =
      Path.of("../yard/src/main/resources/dev/trainyard/yard/apiserver/types");
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void are_what_kubernetes_says_of_every_kind_a_yard_serves(Site site, @TempDir Path home)
      throws IOException {
    var kept = new KeptSchemas();
    try (var yard = YardCluster.start(home);
        var client = yard.client()) {
      keepAll(client, site.client(), kept);
    }

    if (Boolean.getBoolean("schemas.write")) {
      Files.writeString(KEPT.resolve("schemas.json"), kept.types());
      Files.writeString(KEPT.resolve("descriptions.json"), kept.descriptions());
    }

    var advice = "a kind or Kubernetes has changed: run this with -Dschemas.write=true and commit";
    assertThat(KEPT.resolve("schemas.json")).as(advice).hasContent(kept.types());
    assertThat(KEPT.resolve("descriptions.json")).as(advice).hasContent(kept.descriptions());
  }

  private static void keepAll(KubernetesClient yard, KubernetesClient cluster, KeptSchemas kept) {
    for (var place : get(yard, "/openapi/v3").path("paths").properties()) {
      var document = get(cluster, "/openapi/v3/" + place.getKey());
      var list = get(yard, "/" + place.getKey());
      var served = list.path("groupVersion").asText();
      for (var resource : list.path("resources")) {
        // Options are parameters of a request, and the documents have no type for them.
        if (resource.path("kind").asText().endsWith("Options")) {
          continue;
        }
        kept.keep(
            document,
            resource.path("group").asText(group(served)),
            resource.path("version").asText(version(served)),
            resource.path("kind").asText());
      }
    }
  }

  private static String group(String groupVersion) {
    return groupVersion.contains("/") ? groupVersion.substring(0, groupVersion.indexOf('/')) : "";
  }

  private static String version(String groupVersion) {
    return groupVersion.substring(groupVersion.indexOf('/') + 1);
  }

  private static JsonNode get(KubernetesClient client, String path) {
    try {
      return JSON.readTree(client.raw(path));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
