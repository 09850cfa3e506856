package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// What all Kubernetes objects have in common, read from one of them.
record ApiObject(ObjectNode json) {

  static final String FOREGROUND = "foregroundDeletion";
  static final String ORPHAN = "orphan";

  /// Who this object belongs to. A blocking dependent holds up its owner's foreground deletion.
  record Owner(String uid, boolean blocking) {}

  String name() {
    return metadata().path("name").asText("");
  }

  String namespace() {
    return metadata().path("namespace").asText("");
  }

  String uid() {
    return metadata().path("uid").asText("");
  }

  String resourceVersion() {
    return metadata().path("resourceVersion").asText("");
  }

  boolean deleting() {
    return metadata().path("deletionTimestamp").isTextual();
  }

  List<String> finalizers() {
    return Json.texts(metadata().path("finalizers"));
  }

  JsonNode labels() {
    return metadata().path("labels");
  }

  List<Owner> owners() {
    var owners = new ArrayList<Owner>();
    for (var reference : metadata().path("ownerReferences")) {
      owners.add(
          new Owner(
              reference.path("uid").asText(""),
              reference.path("blockOwnerDeletion").asBoolean(false)));
    }
    return owners;
  }

  JsonNode metadata() {
    return json.path("metadata");
  }

  /// The metadata to write to; only for objects that nobody else holds yet.
  ObjectNode ownMetadata() {
    return json.withObjectProperty("metadata");
  }

  /// A copy to change.
  ApiObject copy() {
    return new ApiObject(json.deepCopy());
  }
}
