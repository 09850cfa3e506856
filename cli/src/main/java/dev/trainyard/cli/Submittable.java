package dev.trainyard.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.cli.manifests.Document;
import dev.trainyard.cli.manifests.Documents;
import dev.trainyard.cli.manifests.Finding;
import dev.trainyard.dialects.Settings;
import java.util.ArrayList;
import java.util.List;

/// Manifests that may be sent to a cluster: read and checked as a whole, before anything happens.
final class Submittable {

  /// @throws Refusal that lists every problem of every file
  static List<Document> read(Surroundings surroundings, List<String> files) {
    var documents = Documents.read(surroundings, files);
    var findings = new ArrayList<>(documents.findings());
    for (var document : documents.all()) {
      JobKind.of(document.apiVersion(), document.kind())
          .ifPresent(
              kind ->
                  kind.read(document.json(), Settings.Place.CLUSTER)
                      .problems()
                      .forEach(problem -> findings.add(document.finding(problem))));
    }
    if (findings.stream().anyMatch(Finding::fatal)) {
      throw new Refusal(
          ExitStatus.INVALID, findings.stream().map(Finding::toString).toList());
    }
    return documents.all();
  }

  static List<ObjectNode> json(List<Document> documents) {
    return documents.stream().map(Document::json).toList();
  }

  private Submittable() {}
}
