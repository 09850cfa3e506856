package dev.trainyard.cli.rehearse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.manifests.Document;

/// A document as it is sent to the simulated API server.
public final class Manifest {

  /// What the server gives is not the sender's to say.
  public static ObjectNode placed(Document document, String namespace) {
    var json = document.json();
    json.remove("status");
    var metadata = json.withObjectProperty("metadata");
    metadata.put("namespace", document.namespace().orElse(namespace));
    for (var given : new String[] {"uid", "resourceVersion", "generation", "creationTimestamp"}) {
      metadata.remove(given);
    }
    return json;
  }

  private Manifest() {}
}
