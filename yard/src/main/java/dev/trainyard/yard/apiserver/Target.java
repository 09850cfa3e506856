package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.Key;
import java.util.Optional;

/// What a path means: a kind, the namespace it is asked in, and one name where there is one.
record Target(Kind kind, String namespace, String name) {

  static Target of(Call call, Kinds kinds) {
    var group = call.parameter("group");
    var kind =
        kinds
            .find(group, call.parameter("version"), call.parameter("resource"))
            .orElseThrow(() -> Replies.noSuchPath());
    var target = new Target(kind, call.parameter("namespace"), call.parameter("name"));
    var needsNamespace = kind.namespaced() && !target.name().isEmpty();
    if ((needsNamespace && target.namespace().isEmpty())
        || (!kind.namespaced() && !target.namespace().isEmpty())) {
      throw Replies.noSuchPath();
    }
    return target;
  }

  Key key() {
    return kind.key(namespace, name);
  }

  Optional<String> oneNamespace() {
    return Optional.of(namespace).filter(name -> !name.isEmpty());
  }

  Target named(String name) {
    return new Target(kind, namespace, name);
  }

  ApiException notFound() {
    return new ApiException(Status.notFound(kind, name));
  }
}
