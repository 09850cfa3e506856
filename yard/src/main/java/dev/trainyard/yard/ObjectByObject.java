package dev.trainyard.yard;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// Reads lists and watches object by object: one that its type cannot hold is one [Unreadable]
/// object, and neither fails the list it is in nor ends the watch that brings it. Whoever asks for
/// that one object alone is told that it cannot be read.
final class ObjectByObject extends KubernetesSerialization {

  private final ObjectMapper mapper;
  private final StandIns standIns;

  ObjectByObject(ObjectMapper mapper) {
    super(mapper, true);
    this.mapper = mapper;
    this.standIns = new StandIns(mapper);
  }

  /// An object that the type of its kind cannot hold, as it came. Whoever asks without a type reads
  /// it like any other; for whoever has one it becomes unreadable once that type is known.
  static final class Untyped extends GenericKubernetesResource {
    private static final long serialVersionUID = 1;
  }

  @Override
  public <T> T unmarshal(InputStream in, TypeReference<T> type) {
    try {
      var answer = in.readAllBytes();
      var wanted = mapper.constructType(type);
      try {
        // Most answers are as they should be, and reading those must cost nothing more.
        var read = super.unmarshal(new ByteArrayInputStream(answer), type);
        return isComplete(read) ? read : this.<T>mended(answer, wanted).orElse(read);
      } catch (KubernetesClientException failure) {
        if (!Unreadable.isCauseOf(failure)) {
          throw failure;
        }
        return this.<T>mended(answer, wanted).orElseThrow(() -> told(failure, answer));
      }
    } catch (IOException e) {
      throw KubernetesClientException.launderThrowable(e);
    }
  }

  private KubernetesClientException told(KubernetesClientException failure, byte[] answer) {
    try {
      var object = mapper.readTree(answer);
      var metadata = object.path("metadata");
      var namespace = metadata.path("namespace").asText();
      return new KubernetesClientException(
          "%s %s%s cannot be read: %s"
              .formatted(
                  object.path("kind").asText("The object"),
                  namespace.isEmpty() ? "" : namespace + "/",
                  metadata.path("name").asText(),
                  Unreadable.problem(failure)),
          failure);
    } catch (IOException _) {
      return failure;
    }
  }

  private static boolean isComplete(Object read) {
    return switch (read) {
      case KubernetesResourceList<?> list ->
          list.getItems().stream().allMatch(item -> Lacking.of(item).isEmpty());
      case WatchEvent event -> event.getObject() == null || Lacking.of(event.getObject()).isEmpty();
      default -> true;
    };
  }

  /// A list, an event of a watch, or the object that a server answers a deletion with; nothing
  /// where somebody has asked for this one object.
  @SuppressWarnings("unchecked")
  private <T> Optional<T> mended(byte[] answer, JavaType wanted) throws IOException {
    if (!(mapper.readTree(answer) instanceof ObjectNode object)) {
      return Optional.empty();
    }
    if (wanted.hasRawClass(KubernetesResource.class)) {
      return (Optional<T>) untyped(object);
    }
    if (wanted.hasRawClass(WatchEvent.class)) {
      return object.get("object") instanceof ObjectNode brought
          ? (Optional<T>)
              untyped(brought).map(it -> new WatchEvent(it, object.path("type").asText()))
          : Optional.empty();
    }
    return wanted.isTypeOrSubTypeOf(KubernetesResourceList.class)
            && object.get("items") instanceof ArrayNode items
        ? Optional.of(mapper.convertValue(mended(object, items, wanted), wanted))
        : Optional.empty();
  }

  private Optional<Untyped> untyped(ObjectNode object) {
    return standIns
        .withReadableMetadata(object)
        .map(readable -> mapper.convertValue(readable, Untyped.class));
  }

  private ObjectNode mended(ObjectNode list, ArrayNode items, JavaType wanted) {
    var kind = list.path("kind").asText().replaceFirst("List$", "");
    var type = wanted.findTypeParameters(KubernetesResourceList.class)[0];
    var readable = list.deepCopy();
    var kept = readable.putArray("items");
    for (var item : items) {
      problem(item, type)
          .ifPresentOrElse(
              why -> standIns.of(item, kind, why).ifPresent(kept::add), () -> kept.add(item));
    }
    return readable;
  }

  private Optional<String> problem(Object object, JavaType type) {
    try {
      return Lacking.of(mapper.convertValue(object, type));
    } catch (IllegalArgumentException e) {
      return Optional.of(Unreadable.problem(e));
    }
  }

  @Override
  public <T> T convertValue(Object value, Class<T> type) {
    if (!(value instanceof Untyped object) || !HasMetadata.class.isAssignableFrom(type)) {
      return super.convertValue(value, type);
    }
    return super.convertValue(
        problem(object, mapper.constructType(type))
            .flatMap(why -> standIns.of(mapper.valueToTree(object), object.getKind(), why))
            .<Object>map(standIn -> standIn)
            .orElse(object),
        type);
  }

  /// What could not be read must not be written over what is there.
  @Override
  public <T> String asJson(T object) {
    if (object instanceof HasMetadata resource) {
      Unreadable.why(resource)
          .ifPresent(
              why -> {
                throw new KubernetesClientException(
                    "%s %s could not be read, so it is not written: %s"
                        .formatted(resource.getKind(), resource.getMetadata().getName(), why));
              });
    }
    return super.asJson(object);
  }
}
