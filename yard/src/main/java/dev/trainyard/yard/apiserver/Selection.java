package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.StoredObject;
import java.util.Set;

/// The objects a list, a watch or a deletion is about.
record Selection(String namespace, LabelSelector labels, FieldSelector fields) {

  /// What a sketch of an object has, besides its labels.
  private static final Set<String> SKETCHED =
      Set.of("metadata.name", "metadata.namespace", "spec.nodeName", "status.phase");

  static Selection of(Call call, Target target) {
    return new Selection(
        target.namespace(),
        LabelSelector.parse(call.query().text("labelSelector").orElse("")),
        FieldSelector.parse(target.kind(), call.query().text("fieldSelector").orElse("")));
  }

  boolean everything() {
    return labels.everything() && fields.everything();
  }

  /// Whether an object is to be included, told by as little of it as possible.
  boolean includes(StoredObject object) {
    return fields.admits(object.key().name())
        && includes(fields.knownFrom(SKETCHED) ? object.sketch() : object.json());
  }

  boolean includes(ObjectNode object) {
    var seen = new ApiObject(object);
    return (namespace.isEmpty() || namespace.equals(seen.namespace()))
        && labels.matches(seen.labels())
        && fields.matches(object);
  }
}
