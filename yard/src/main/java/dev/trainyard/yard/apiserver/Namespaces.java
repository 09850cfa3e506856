package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Key;
import java.util.Set;

/// Namespaces as the rest of the server needs them: the kind, and the ones that always exist.
final class Namespaces {

  static final Set<String> PERMANENT =
      Set.of("default", "kube-node-lease", "kube-public", "kube-system");
  static final Kind KIND =
      BuiltInKinds.all().stream()
          .filter(k -> k.plural().equals("namespaces"))
          .findFirst()
          .orElseThrow();

  static Key key(String name) {
    return new Key("namespaces", "", name);
  }

  static ObjectNode named(String name) {
    var namespace = Json.object().put("apiVersion", "v1").put("kind", "Namespace");
    namespace.putObject("metadata").put("name", name);
    return namespace;
  }

  private Namespaces() {}
}
