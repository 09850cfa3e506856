package dev.trainyard.yard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Key;
import java.util.UUID;
import java.util.function.Consumer;

/// Puts into a running yard's store what its API would refuse.
public final class BehindTheApi {

  private static final ObjectMapper JSON = new ObjectMapper();

  /// Stores an object.
  ///
  /// @param resource as in `pods` or `services`
  /// @param namespace empty where objects of this kind have none
  /// @param rest the object without its metadata
  public static void put(Yard yard, String resource, String namespace, String name, String rest) {
    var object = object(namespace, name, rest);
    yard.ledger().write(all -> all.put(new Key(resource, namespace, name), object));
  }

  /// Changes what is stored into something else.
  public static void change(
      Yard yard, String resource, String namespace, String name, Consumer<ObjectNode> change) {
    var key = new Key(resource, namespace, name);
    yard.ledger()
        .write(
            transaction -> {
              var object = transaction.find(key).orElseThrow().deepCopy();
              change.accept(object);
              return transaction.put(key, object);
            });
  }

  private static ObjectNode object(String namespace, String name, String rest) {
    try {
      var object = (ObjectNode) JSON.readTree(rest);
      var metadata = object.withObjectProperty("metadata");
      metadata.put("name", name).put("uid", UUID.randomUUID().toString());
      metadata.put("creationTimestamp", "2026-01-01T00:00:00Z");
      if (!namespace.isEmpty()) {
        metadata.put("namespace", namespace);
      }
      return object;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(rest, e);
    }
  }

  private BehindTheApi() {}
}
