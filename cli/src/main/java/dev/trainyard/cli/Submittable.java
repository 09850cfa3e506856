package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.manifests.Document;
import dev.trainyard.cli.manifests.Documents;
import dev.trainyard.dialects.Settings;
import java.util.List;

/// Manifests that may be sent to a cluster: read and checked as a whole, before anything happens.
final class Submittable {

  /// What is legal but unwise is said; what is wrong is refused, all of it at once.
  static List<ObjectNode> read(Surroundings surroundings, Console console, List<String> files) {
    var documents =
        Documents.read(surroundings, files).inspected(Settings.defaults(Settings.Place.CLUSTER));
    var sound = documents.orRefuse(console);
    documents.findings().forEach(finding -> console.say(finding.toString()));
    return sound.stream().map(Document::json).toList();
  }

  private Submittable() {}
}
