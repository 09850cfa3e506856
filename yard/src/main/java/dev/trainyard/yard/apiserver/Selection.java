package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.http.Call;

/// The objects a list, a watch or a deletion is about.
record Selection(String namespace, LabelSelector labels, FieldSelector fields) {

  static Selection of(Call call, Target target) {
    return new Selection(
        target.namespace(),
        LabelSelector.parse(call.query().text("labelSelector").orElse("")),
        FieldSelector.parse(target.kind(), call.query().text("fieldSelector").orElse("")));
  }

  boolean everything() {
    return labels.everything() && fields.everything();
  }

  boolean includes(ObjectNode object) {
    var seen = new ApiObject(object);
    return (namespace.isEmpty() || namespace.equals(seen.namespace()))
        && labels.matches(seen.labels())
        && fields.matches(object);
  }
}
