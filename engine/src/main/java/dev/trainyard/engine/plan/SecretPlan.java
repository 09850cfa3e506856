package dev.trainyard.engine.plan;

import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.TrainingJob;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/// The Secrets of a job around what whoever makes them puts in.
public final class SecretPlan {

  /// Under which names a key pair is found, beside what never changes.
  public static Map<String, String> entries(
      Content.KeyPair keys, String privateKey, String publicKey) {
    var entries = new TreeMap<>(keys.fixed());
    entries.put(keys.privateKey(), privateKey);
    keys.publicKeys().forEach(name -> entries.put(name, publicKey));
    return entries;
  }

  public static Map<String, String> entries(Content.EnvFile file, String text) {
    return Map.of(file.key(), text);
  }

  public static GenericKubernetesResource secret(
      TrainingJob job, Attachment attachment, Map<String, String> entries) {
    var data = new TreeMap<String, String>();
    entries.forEach((name, text) -> data.put(name, encoded(text)));
    var secret = Plan.bare(job, attachment);
    secret.setAdditionalProperty("type", type(attachment.content()));
    secret.setAdditionalProperty("data", data);
    return secret;
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String type(Content content) {
    return content instanceof Content.KeyPair keys ? keys.secretType() : Content.OPAQUE;
  }

  private SecretPlan() {}
}
