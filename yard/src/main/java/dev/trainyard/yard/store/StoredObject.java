package dev.trainyard.yard.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/// An object as it rests in memory: its text. What is read of it is read when somebody asks, so
/// that thousands of objects that nobody looks at cost neither time nor trees.
public final class StoredObject {

  private final Key key;
  private final String text;
  private final Trees trees;
  private volatile WeakReference<ObjectNode> tree;
  private volatile @Nullable ObjectNode sketch;

  StoredObject(Key key, String text, Trees trees) {
    this.key = key;
    this.text = text;
    this.trees = trees;
    this.tree = new WeakReference<>(null);
  }

  /// One whose tree is at hand.
  StoredObject(Key key, String text, Trees trees, ObjectNode tree) {
    this(key, text, trees);
    this.tree = trees.remembered(tree);
  }

  public Key key() {
    return key;
  }

  /// All of it, as it rests.
  public String text() {
    return text;
  }

  /// All of it; shared and never modified.
  public ObjectNode json() {
    var known = tree.get();
    if (known == null) {
      known = trees.parse(key, text);
      tree = trees.remembered(known);
    }
    return known;
  }

  /// What most lists are chosen by, in the object's own shape: its name and labels, and of a pod
  /// where it runs and how far it is. It stays once it was asked for: who chooses, chooses again.
  public ObjectNode sketch() {
    var known = sketch;
    if (known == null) {
      known = Skim.sketch(key, text);
      sketch = known;
    }
    return known;
  }

  /// Nothing but its metadata, in the object's own shape.
  public ObjectNode metadata() {
    return Skim.metadata(key, text);
  }
}
