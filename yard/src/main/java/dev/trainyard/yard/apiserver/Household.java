package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.rights.BuiltInRoles;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Transaction;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// What a cluster always has without anybody making it: permanent namespaces, the account and the
/// authority of each namespace, the roles of Kubernetes' own, the Service of the API.
///
/// @param authority the certificate by which pods know the API; empty where it speaks no TLS
record Household(String authority, InstantSource clock) {

  static final String ACCOUNT = "default";
  static final String AUTHORITY = "kube-root-ca.crt";
  static final Key SERVICE = new Key("services", "default", "kubernetes");

  /// Makes whatever is missing, of all that there should be. What is there stays as it is, but for
  /// the authority.
  void complete(Transaction transaction) {
    for (var name : Namespaces.PERMANENT.stream().sorted().toList()) {
      if (transaction.find(Namespaces.key(name)).isEmpty()) {
        var namespace = Namespaces.named(name);
        Namespaces.KIND.rules().complete(namespace);
        Namespaces.KIND.rules().begin(namespace, clock.instant());
        put(transaction, Namespaces.key(name), namespace);
      }
    }
    for (var namespace : transaction.list("namespaces").values()) {
      furnish(transaction, new ApiObject(namespace).name());
    }
    for (var role : BuiltInRoles.all()) {
      putIfAbsent(transaction, keyOf(role), role);
    }
    putIfAbsent(transaction, SERVICE, service());
  }

  private static Key keyOf(ObjectNode right) {
    var plural = right.path("kind").asText().equals("ClusterRole") ? "roles" : "rolebindings";
    return new Key(
        "cluster%s.%s".formatted(plural, right.path("apiVersion").asText().split("/", 2)[0]),
        "",
        new ApiObject(right).name());
  }

  /// What every namespace has, unless it is on its way out.
  void furnish(Transaction transaction, String namespace) {
    var living =
        transaction
            .find(Namespaces.key(namespace))
            .map(ApiObject::new)
            .filter(found -> !found.deleting());
    if (living.isEmpty()) {
      return;
    }
    putIfAbsent(
        transaction,
        new Key(Accounts.RESOURCE, namespace, ACCOUNT),
        object("ServiceAccount", namespace, ACCOUNT));
    tellAuthority(transaction, new Key("configmaps", namespace, AUTHORITY));
  }

  private void tellAuthority(Transaction transaction, Key key) {
    var found = transaction.find(key);
    var told = found.map(map -> map.at("/data/" + "ca.crt").asText("")).orElse("");
    if (found.isPresent() && told.equals(authority)) {
      return;
    }
    var map =
        found
            .map(ObjectNode::deepCopy)
            .orElseGet(() -> object("ConfigMap", key.namespace(), key.name()));
    map.putObject("data").put("ca.crt", authority);
    if (found.isPresent()) {
      transaction.put(key, map);
      return;
    }
    map.withObjectProperty("metadata")
        .putObject("annotations")
        .put(
            "kubernetes.io/description",
            "Contains a CA bundle that can be used to verify the kube-apiserver when using internal"
                + " endpoints such as the internal service IP or kubernetes.default.svc. No other"
                + " usage is guaranteed across distributions of Kubernetes clusters.");
    put(transaction, key, map);
  }

  private static ObjectNode service() {
    var service = object("Service", SERVICE.namespace(), SERVICE.name());
    service
        .withObjectProperty("metadata")
        .putObject("labels")
        .put("component", "apiserver")
        .put("provider", "kubernetes");
    var spec = service.putObject("spec").put("type", "ClusterIP").put("sessionAffinity", "None");
    spec.putArray("ports")
        .addObject()
        .put("name", "https")
        .put("port", 443)
        .put("protocol", "TCP")
        .put("targetPort", 443);
    return service;
  }

  private static ObjectNode object(String kind, String namespace, String name) {
    var object = Json.object().put("apiVersion", "v1").put("kind", kind);
    object.putObject("metadata").put("name", name).put("namespace", namespace);
    return object;
  }

  private void putIfAbsent(Transaction transaction, Key key, ObjectNode object) {
    if (transaction.find(key).isEmpty()) {
      put(transaction, key, object);
    }
  }

  private void put(Transaction transaction, Key key, ObjectNode object) {
    object
        .withObjectProperty("metadata")
        .put("uid", UUID.randomUUID().toString())
        .put("creationTimestamp", Json.time(clock.instant()));
    transaction.put(key, object);
  }

  /// The namespace whose furniture this is.
  static Optional<String> furnished(Key key) {
    return List.of(
                new Key(Accounts.RESOURCE, key.namespace(), ACCOUNT),
                new Key("configmaps", key.namespace(), AUTHORITY))
            .contains(key)
        ? Optional.of(key.namespace())
        : Optional.empty();
  }
}
