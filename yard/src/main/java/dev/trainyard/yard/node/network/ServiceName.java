package dev.trainyard.yard.node.network;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A Service that a word may name, seen from one namespace: `svc`, `svc.ns`, `svc.ns.svc` or
/// `svc.ns.svc.cluster.local`.
public record ServiceName(String namespace, String name) {

  static final String DOMAIN = "cluster.local";

  /// The Service that is the API itself.
  public static final ServiceName API = new ServiceName("default", "kubernetes");

  /// Every way to write this name inside `from`.
  List<String> spellings(String from) {
    var qualified = name + "." + namespace;
    var anywhere = List.of(qualified, qualified + ".svc", qualified + ".svc." + DOMAIN);
    return namespace.equals(from)
        ? List.of(name, anywhere.get(0), anywhere.get(1), anywhere.get(2))
        : anywhere;
  }

  /// The Service among `known` that `host` names inside `from`.
  static Optional<ServiceName> find(String host, String from, Set<ServiceName> known) {
    return known.stream().filter(service -> service.spellings(from).contains(host)).findFirst();
  }
}
