package dev.trainyard.cli.rehearse;

import static java.util.Comparator.comparing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.cli.manifests.Document;
import dev.trainyard.cli.manifests.Documents;
import dev.trainyard.cli.manifests.Finding;
import dev.trainyard.dialects.Problem;
import dev.trainyard.simulation.rehearsal.Rehearsal;
import java.util.List;

/// Documents as they are sent to the simulated API server.
public final class Manifest {

  private static final List<String> GIVEN_BY_THE_SERVER =
      List.of("uid", "resourceVersion", "generation", "creationTimestamp", "managedFields");

  /// What validates and cannot be rehearsed all the same.
  public static List<Finding> problems(Documents documents) {
    return documents.all().stream()
        .flatMap(
            document ->
                Rehearsal.refusal(document.json()).stream()
                    .map(why -> document.finding(Problem.error("kind", why))))
        .toList();
  }

  /// What jobs need comes before the jobs.
  public static List<ObjectNode> inOrder(Documents documents, String namespace) {
    return documents.all().stream()
        .sorted(
            comparing(document -> JobKind.of(document.apiVersion(), document.kind()).isPresent()))
        .map(document -> placed(document, namespace))
        .toList();
  }

  private static ObjectNode placed(Document document, String namespace) {
    var json = document.json();
    json.remove("status");
    var metadata = json.withObjectProperty("metadata");
    metadata.put("namespace", document.namespace().orElse(namespace));
    metadata.remove(GIVEN_BY_THE_SERVER);
    return json;
  }

  private Manifest() {}
}
