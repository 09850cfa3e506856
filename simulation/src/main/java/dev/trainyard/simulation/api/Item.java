package dev.trainyard.simulation.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.Optional;

/// One version of one object. Nobody changes what it holds.
public record Item(Key key, String uid, long version, Content content) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /// Jobs, those that other jobs made included, and what a script brings stay as they were written,
  /// since nobody has parsed them yet; the rest is typed.
  public sealed interface Content {
    record Typed(HasMetadata object) implements Content {}

    record Raw(ObjectNode tree) implements Content {}
  }

  public HasMetadata typed() {
    return switch (content) {
      case Content.Typed(var object) -> object;
      case Content.Raw(var tree) -> MAPPER.convertValue(tree, GenericKubernetesResource.class);
    };
  }

  public ObjectNode raw() {
    return switch (content) {
      case Content.Raw(var tree) -> tree;
      case Content.Typed _ -> throw new IllegalStateException(key + " is typed");
    };
  }

  /// The uid of the job that controls it.
  public Optional<String> controller() {
    return switch (content) {
      case Content.Raw(var tree) ->
          tree.at("/metadata/ownerReferences")
              .valueStream()
              .filter(owner -> owner.path("controller").asBoolean())
              .map(owner -> owner.path("uid").asText())
              .findFirst();
      case Content.Typed(var object) ->
          object.getMetadata().getOwnerReferences().stream()
              .filter(owner -> Boolean.TRUE.equals(owner.getController()))
              .map(OwnerReference::getUid)
              .findFirst();
    };
  }

  /// Whether it has been asked to go.
  public boolean leaving() {
    return switch (content) {
      case Content.Raw(var tree) -> tree.path("metadata").hasNonNull("deletionTimestamp");
      case Content.Typed(var object) -> object.isMarkedForDeletion();
    };
  }

  /// Whether somebody has to let go of it before it can go.
  boolean held() {
    return switch (content) {
      case Content.Raw(var tree) -> !tree.at("/metadata/finalizers").isEmpty();
      case Content.Typed(var object) -> !object.getMetadata().getFinalizers().isEmpty();
    };
  }
}
