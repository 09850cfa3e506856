package dev.trainyard.yard.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.StoreException.Trouble;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// Turns texts into trees, and keeps those that were used last. A tree takes many times the memory
/// of its text.
final class Trees {

  private static final int KEPT = 4_096;

  private final ObjectMapper json = new ObjectMapper();
  private final AtomicReferenceArray<ObjectNode> recent = new AtomicReferenceArray<>(KEPT);
  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicLong parsed = new AtomicLong();

  ObjectNode parse(Key key, String text) {
    parsed.incrementAndGet();
    try {
      return (ObjectNode) json.readTree(text);
    } catch (JsonProcessingException | ClassCastException e) {
      throw damaged(key, e);
    }
  }

  /// An object of which only the tree is at hand.
  StoredObject resting(Key key, ObjectNode tree) {
    return new StoredObject(key, text(key, tree), this, tree);
  }

  String text(Key key, ObjectNode tree) {
    try {
      return json.writeValueAsString(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("%s cannot be written as JSON".formatted(key), e);
    }
  }

  /// Holds a tree until so many others were used after it.
  WeakReference<ObjectNode> remembered(ObjectNode tree) {
    recent.set(Math.floorMod(turn.getAndIncrement(), KEPT), tree);
    return new WeakReference<>(tree);
  }

  /// How many texts were read as a whole so far.
  long parsed() {
    return parsed.get();
  }

  static StoreException damaged(Key key, Exception cause) {
    return new StoreException(
        Trouble.DAMAGED,
        ("The store is damaged (%s is not an object): restore it from a copy, or move it"
                + " away to start empty.")
            .formatted(key),
        cause);
  }
}
