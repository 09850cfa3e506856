package dev.trainyard.dialects;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Attachment.Content;
import dev.trainyard.engine.model.Attachment.Sync;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.plan.Digest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Makes the objects that a job brings besides its pods and services.
public final class Attached {

  /// Lists of hosts. A list is compared with who is there, so its text is kept.
  public static final Kind CONFIG_MAPS =
      new Kind("", "v1", "ConfigMap", "configmaps").keeping("data");

  /// Keys and environment files. They are made once, and no cache has more of them than what their
  /// entries are called.
  public static final Kind SECRETS =
      new Kind("", "v1", "Secret", "secrets").keeping("data." + Kind.NAMES).madeOnce();

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

  /// One that stays as it was made.
  public static Attachment configMap(String name, Map<String, String> data, Lifetime lifetime) {
    var object = new GenericKubernetesResource();
    object.setMetadata(new ObjectMeta());
    object.setAdditionalProperty("data", data);
    return new Attachment(
        CONFIG_MAPS.apiVersion(),
        CONFIG_MAPS.kind(),
        name,
        new Content.Given(object, Digest.of(List.of(Json.MAPPER.valueToTree(data).toString()))),
        lifetime,
        Sync.CREATE_ONLY);
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

  /// How such objects are named in the API, and what there is to know of one.
  ///
  /// @param readiness what makes one ready; what that looks at is kept
  /// @param kept what else of a job's own object is worth a place in a cache, as `spec.queue`; with
  ///   `NAMES` in the place of a field, what the fields are called and not what they hold
  /// @param followed whether one is ever changed after it was made
  /// @param shared whether a job may use one that somebody else has made, so that a lookup finds it
  public record Kind(
      String group,
      String version,
      String kind,
      String plural,
      Readiness readiness,
      Set<String> kept,
      boolean followed,
      boolean shared) {

    /// Ends the path of something whose fields are nobody's business.
    public static final String NAMES = "*";

    public Kind {
      var all = new TreeSet<>(kept);
      all.addAll(readiness.looksAt());
      kept = Collections.unmodifiableSortedSet(all);
    }

    /// One that follows its job, is ready once it is there, and need only be known to be there.
    public Kind(String group, String version, String kind, String plural) {
      this(group, version, kind, plural, new Readiness.OnceThere(), Set.of(), true, false);
    }

    public Kind readyWhen(Readiness readiness) {
      return new Kind(group, version, kind, plural, readiness, kept, followed, shared);
    }

    public Kind keeping(String... paths) {
      return new Kind(group, version, kind, plural, readiness, Set.of(paths), followed, shared);
    }

    public Kind madeOnce() {
      return new Kind(group, version, kind, plural, readiness, kept, false, shared);
    }

    public Kind madeByOthersToo() {
      return new Kind(group, version, kind, plural, readiness, kept, followed, true);
    }

    /// What the fields of an object of this kind are called, where it keeps no more of them.
    public Optional<Set<String>> entries(GenericKubernetesResource object) {
      return kept.stream()
          .filter(path -> path.endsWith("." + NAMES))
          .map(path -> path.substring(0, path.length() - NAMES.length() - 1))
          .map(path -> object.<Object>get((Object[]) path.split("\\.")))
          .map(held -> held instanceof Map<?, ?> map ? names(map) : Set.<String>of())
          .findFirst();
    }

    private static Set<String> names(Map<?, ?> map) {
      return map.keySet().stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet());
    }

    public String apiVersion() {
      return group.isEmpty() ? version : group + "/" + version;
    }

    /// Whether an object is of this kind. Several groups may have one of the same name.
    public boolean names(String apiVersion, String kind) {
      return kind.equals(this.kind) && Attachment.group(apiVersion).equals(group);
    }
  }

  /// What makes an object ready.
  public sealed interface Readiness {

    boolean of(GenericKubernetesResource object);

    /// The fields it depends on.
    Set<String> looksAt();

    record OnceThere() implements Readiness {
      @Override
      public boolean of(GenericKubernetesResource object) {
        return true;
      }

      @Override
      public Set<String> looksAt() {
        return Set.of();
      }
    }

    /// A group of pods, which a scheduler lets in: one that is new or waits says so in its phase.
    record Admitted() implements Readiness {
      @Override
      public boolean of(GenericKubernetesResource object) {
        return object.get("status", "phase") instanceof String phase
            && !phase.isEmpty()
            && !phase.equals("Pending");
      }

      @Override
      public Set<String> looksAt() {
        return Set.of("status.phase");
      }
    }

    /// A condition of that type is `True`.
    record Condition(String type) implements Readiness {
      @Override
      public boolean of(GenericKubernetesResource object) {
        return object.get("status", "conditions") instanceof List<?> conditions
            && conditions.stream()
                .anyMatch(
                    one ->
                        one instanceof Map<?, ?> condition
                            && type.equals(condition.get("type"))
                            && "True".equals(condition.get("status")));
      }

      @Override
      public Set<String> looksAt() {
        return Set.of("status.conditions");
      }
    }
  }

  private Attached() {}
}
