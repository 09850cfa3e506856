package dev.trainyard.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.cli.plan.Secrets;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Brings manifests into a cluster: creates what is missing, updates what differs.
public final class Submission {

  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  /// A job that has just been created is written to many times within a moment.
  private static final int TRIES = 20;

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Cluster cluster;

  public Submission(Cluster cluster) {
    this.cluster = cluster;
  }

  public enum Effect {
    CREATED,
    CONFIGURED,
    UNCHANGED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Plain kinds first, for jobs may need them; otherwise as written.
  public static List<ObjectNode> inOrder(List<ObjectNode> manifests) {
    var ordered = new ArrayList<ObjectNode>();
    manifests.stream().filter(manifest -> kind(manifest).isEmpty()).forEach(ordered::add);
    manifests.stream().filter(manifest -> kind(manifest).isPresent()).forEach(ordered::add);
    return ordered;
  }

  public static Optional<JobKind> kind(ObjectNode manifest) {
    return JobKind.of(manifest.path("apiVersion").asText(), manifest.path("kind").asText())
        .filter(kind -> kind.isJob(manifest));
  }

  /// `configmap/settings`
  public static String reference(ObjectNode manifest) {
    return "%s/%s"
        .formatted(
            manifest.path("kind").asText().toLowerCase(Locale.ROOT),
            manifest.at("/metadata/name").asText());
  }

  public String namespace(ObjectNode manifest) {
    return Optional.ofNullable(manifest.at("/metadata/namespace").textValue())
        .orElse(cluster.namespace());
  }

  public Effect apply(ObjectNode manifest) throws InterruptedException {
    for (var tries = 1; ; tries++) {
      try {
        return applyOnce(manifest);
      } catch (KubernetesClientException e) {
        if (e.getCode() != CONFLICT || tries == TRIES) {
          throw refusal(manifest, e);
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  private Effect applyOnce(ObjectNode manifest) {
    var resource = resource(manifest);
    var there = Optional.ofNullable(resource.get());
    if (there.isEmpty()) {
      resource.create();
      return Effect.CREATED;
    }
    var wanted = json(there.get());
    overlay(wanted, manifest);
    // Only the API knows what its defaults make of the manifest; it writes nothing for nothing new.
    var stored = resource(wanted).update();
    return version(stored).equals(version(there.get())) ? Effect.UNCHANGED : Effect.CONFIGURED;
  }

  /// The object as the API holds it now, without what a Secret keeps.
  public ObjectNode stored(ObjectNode manifest) {
    return Secrets.masked(json(resource(manifest).require()));
  }

  private static String version(GenericKubernetesResource resource) {
    return resource.getMetadata().getResourceVersion();
  }

  /// Metadata is added to, everything else that the manifest has is as the manifest has it.
  private static void overlay(ObjectNode object, ObjectNode manifest) {
    manifest
        .properties()
        .forEach(
            field -> {
              if (field.getKey().equals("metadata")) {
                merge(object.withObjectProperty("metadata"), field.getValue());
              } else if (!field.getKey().equals("status")) {
                object.set(field.getKey(), field.getValue());
              }
            });
  }

  private static void merge(ObjectNode metadata, JsonNode wanted) {
    wanted
        .properties()
        .forEach(
            field -> {
              if (field.getValue() instanceof ObjectNode entries) {
                metadata.withObjectProperty(field.getKey()).setAll(entries);
              } else {
                metadata.set(field.getKey(), field.getValue());
              }
            });
  }

  /// False when there is nothing of that name.
  public boolean delete(ObjectNode manifest) {
    try {
      return !resource(manifest).delete().isEmpty();
    } catch (KubernetesClientException e) {
      if (e.getCode() == NOT_FOUND) {
        return false;
      }
      throw refusal(manifest, e);
    }
  }

  private Resource<GenericKubernetesResource> resource(ObjectNode manifest) {
    var object =
        cluster
            .client()
            .getKubernetesSerialization()
            .convertValue(manifest, GenericKubernetesResource.class);
    try {
      var generic = cluster.client().resource(object);
      return generic.inNamespace(namespace(manifest));
    } catch (KubernetesClientException e) {
      throw unserved(manifest).orElseGet(() -> refusal(manifest, e));
    }
  }

  private Optional<Refusal> unserved(ObjectNode manifest) {
    var apiVersion = manifest.path("apiVersion").asText();
    var kind = manifest.path("kind").asText();
    return cluster.client().supports(apiVersion, kind)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                ExitStatus.INVALID,
                "%s: %s does not serve %s of \"%s\"; install its definition first."
                    .formatted(reference(manifest), cluster.description(), kind, apiVersion)));
  }

  private ObjectNode json(GenericKubernetesResource resource) {
    return cluster.client().getKubernetesSerialization().convertValue(resource, ObjectNode.class);
  }

  /// The API's own words are the best there are; the status is about whose fault it is.
  private static Refusal refusal(ObjectNode manifest, KubernetesClientException failure) {
    var why =
        Optional.ofNullable(failure.getStatus())
            .flatMap(status -> Optional.ofNullable(status.getMessage()))
            .orElse(String.valueOf(failure.getMessage()));
    var status = failure.getCode() == 0 ? ExitStatus.UNREACHABLE : ExitStatus.INVALID;
    return new Refusal(status, "%s: %s".formatted(reference(manifest), why));
  }
}
