package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Ledger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// All kinds there are now: the built-in ones and those that definitions in the ledger add.
final class Kinds {

  static final String DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";

  private final Ledger ledger;
  private final List<Kind> builtIn = BuiltInKinds.all();
  private final ConcurrentHashMap<String, Compiled> compiled = new ConcurrentHashMap<>();

  /// A definition turned into kinds, kept until the definition is another one.
  private record Compiled(String resourceVersion, List<Kind> kinds) {}

  Kinds(Ledger ledger) {
    this.ledger = ledger;
  }

  Optional<Kind> find(String group, String version, String plural) {
    return of(group, plural).stream().filter(kind -> kind.version().equals(version)).findFirst();
  }

  /// Any version of the kind whose objects are stored under this name.
  Optional<Kind> ofResource(String resource) {
    var dot = resource.indexOf('.');
    return dot < 0
        ? of("", resource).stream().findFirst()
        : of(resource.substring(dot + 1), resource.substring(0, dot)).stream().findFirst();
  }

  private List<Kind> of(String group, String plural) {
    var known =
        builtIn.stream()
            .filter(kind -> kind.group().equals(group) && kind.plural().equals(plural))
            .toList();
    return known.isEmpty()
        ? ledger
            .find(new Key(DEFINITIONS, "", plural + "." + group))
            .map(this::kinds)
            .orElse(List.of())
        : known;
  }

  List<Kind> all() {
    var all = new ArrayList<>(builtIn);
    ledger.list(DEFINITIONS, Optional.empty()).objects().forEach(d -> all.addAll(kinds(d)));
    return all;
  }

  private List<Kind> kinds(ObjectNode definition) {
    var object = new ApiObject(definition);
    var version = object.resourceVersion();
    var known = compiled.get(object.name());
    if (known == null || !known.resourceVersion().equals(version)) {
      known = new Compiled(version, Definitions.kinds(definition));
      compiled.put(object.name(), known);
    }
    return known.kinds();
  }
}
