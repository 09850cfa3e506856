package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.tables.Column;
import dev.trainyard.yard.store.Key;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// One kind of object in one version of its API: everything the server knows about it, as data.
record Kind(
    String group,
    String version,
    Names names,
    boolean namespaced,
    Set<Trait> traits,
    Optional<ScalePaths> scale,
    Supplier<List<Column>> shownColumns,
    Rules rules) {

  /// The words for a kind, as discovery lists them.
  record Names(
      String kind,
      String list,
      String plural,
      String singular,
      List<String> shortNames,
      List<String> categories) {
    Names {
      shortNames = List.copyOf(shortNames);
      categories = List.copyOf(categories);
    }
  }

  enum Trait {
    /// Status is written through its own subresource only.
    STATUS,
    /// Like STATUS, but a status that is there at creation stays: nodes register with theirs.
    STATUS_AT_CREATION,
    /// `metadata.generation` counts the changes a controller has to react to.
    GENERATION,
    /// Has as many replicas as its spec says, and a scale to change that.
    REPLICAS,
    /// Defined by a CustomResourceDefinition.
    CUSTOM
  }

  /// Where a kind keeps what its scale subresource shows.
  record ScalePaths(String specReplicas, String statusReplicas, Optional<String> selector) {}

  Kind {
    traits = Set.copyOf(traits);
  }

  /// Found when they are shown: a yard that nobody looks at with kubectl never loads them.
  List<Column> columns() {
    return shownColumns.get();
  }

  String name() {
    return names.kind();
  }

  String plural() {
    return names.plural();
  }

  String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /// The same for all versions: where objects are stored and what messages call them.
  String resource() {
    return group.isEmpty() ? plural() : plural() + "." + group;
  }

  String qualifiedName() {
    return group.isEmpty() ? name() : name() + "." + group;
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  boolean hasStatus() {
    return has(Trait.STATUS) || has(Trait.STATUS_AT_CREATION);
  }

  Key key(String namespace, String name) {
    return new Key(resource(), namespaced ? namespace : "", name);
  }

  /// A stored object as this version shows it. Versions differ in nothing but their name.
  ObjectNode shown(ObjectNode stored) {
    if (stored.path("apiVersion").asText("").equals(apiVersion())) {
      return stored;
    }
    return Json.shallowCopy(stored).put("apiVersion", apiVersion()).put("kind", name());
  }
}
