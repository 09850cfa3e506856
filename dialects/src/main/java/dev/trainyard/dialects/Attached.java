package dev.trainyard.dialects;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.plan.Digest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;

/// Makes the objects that a job brings besides its pods and services.
public final class Attached {

  private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};

  /// One whose spec follows that of the job; what else it carries is set once.
  public static Attachment following(
      Kind kind, String name, ObjectMeta metadata, Map<String, ?> spec, Lifetime lifetime) {
    return given(kind, name, metadata, spec, lifetime, Sync.FOLLOW);
  }

  /// One that stays as it was made.
  public static Attachment once(
      Kind kind, String name, ObjectMeta metadata, Map<String, ?> spec, Lifetime lifetime) {
    return given(kind, name, metadata, spec, lifetime, Sync.CREATE_ONLY);
  }

  /// What a record says, as an object carries it.
  public static Map<String, Object> tree(Object value) {
    return Json.MAPPER.convertValue(value, TREE);
  }

  private static Attachment given(
      Kind kind,
      String name,
      ObjectMeta metadata,
      Map<String, ?> spec,
      Lifetime lifetime,
      Sync sync) {
    var tree = tree(spec);
    var object = new GenericKubernetesResource();
    object.setMetadata(metadata);
    object.setAdditionalProperty("spec", tree);
    return new Attachment(
        kind.apiVersion(),
        kind.kind(),
        name,
        new Content.Given(object, Digest.of(List.of(Json.MAPPER.valueToTree(tree).toString()))),
        lifetime,
        sync);
  }

  /// How such objects are named in the API.
  public record Kind(String group, String version, String kind, String plural) {
    public String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }
  }

  private Attached() {}
}
