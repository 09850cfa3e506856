package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.cluster.Clusters.Choice;
import dev.trainyard.cli.local.UsualSettings;
import dev.trainyard.cli.manifests.Document;
import dev.trainyard.cli.manifests.Documents;
import java.util.List;

/// Manifests that may be sent to a cluster: read and checked as a whole, before anything happens.
final class Submittable {

  /// What is legal but unwise is said; what is wrong is refused, all of it at once.
  ///
  /// @param where they go, for what is wise in one place may not be in another
  static List<ObjectNode> read(
      Surroundings surroundings, Console console, Choice where, List<String> files) {
    var documents = Documents.read(surroundings, files).inspected(UsualSettings.at(where.place()));
    var sound = documents.orRefuse(console);
    documents.findings().forEach(finding -> console.say(finding.toString()));
    return sound.stream().map(Document::json).toList();
  }

  private Submittable() {}
}
