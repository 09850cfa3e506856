package dev.trainyard.integration.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.api.Crds;
import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.integration.cluster.ControlPlane;
import dev.trainyard.integration.cluster.KubernetesCluster;
import dev.trainyard.integration.cluster.ServedKinds;
import dev.trainyard.integration.cluster.YardCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Asks both clusters the same. A build asks a sample; `-Dconformance=whole` asks everything and
/// writes the table of `docs/conformance.md` anew. `-Dconformance=Pod/life` asks what begins so.
@Tag("needs-both-clusters")
class TheYardBesideKubernetesTest {

  private static final String NAMESPACE = "conformance";
  private static final String WHOLE = "whole";
  private static final String SAMPLE = "sample";
  private static final Path PAGE = Path.of("../docs/conformance.md");
  private static final Path FOUND = Path.of("target/conformance/found.txt");

  @TempDir Path directory;

  @Test
  void differs_only_where_the_table_says_so() throws IOException {
    var asked = System.getProperty("conformance", SAMPLE);
    var known = KnownDifferences.read();
    var scenarios = scenarios(asked, known);
    try (var yard = YardCluster.start(directory.resolve("yard"));
        var kubernetes =
            KubernetesCluster.start(directory.resolve("kubernetes"), ControlPlane.Storage.FAST)) {
      var found = played(yard, kubernetes, scenarios);

      write(found);
      if (asked.equals(WHOLE)) {
        var versions = Map.of("yard", yard.name(), "kubernetes", kubernetes.name());
        new Report(scenarios, found, known, versions).writeTo(PAGE);
      }
      assertThat(known.unknown(found)).isEmpty();
      if (asked.equals(WHOLE) || asked.equals(SAMPLE)) {
        assertThat(known.obsolete(found)).as("entries that are no longer true").isEmpty();
      }
    }
  }

  private static List<Scenario> scenarios(String asked, KnownDifferences known) {
    return switch (asked) {
      case WHOLE -> Corpus.whole();
      case SAMPLE -> Corpus.sample(known.seen());
      default -> Corpus.whole().stream().filter(one -> one.id().startsWith(asked)).toList();
    };
  }

  private static List<Difference> played(
      Cluster yard, Cluster kubernetes, List<Scenario> scenarios) {
    prepare(yard);
    prepare(kubernetes);
    try (var ours = yard.client();
        var theirs = kubernetes.client();
        var here = new Server(ours);
        var there = new Server(theirs)) {
      return new Contest(here, there, NAMESPACE).play(scenarios);
    }
  }

  private static void prepare(Cluster cluster) {
    try (var client = cluster.client()) {
      ServedKinds.create(client, Crds.all());
      ServedKinds.create(client, Crds.ofQueues());
    }
    cluster.open(NAMESPACE);
  }

  /// Everything, for whoever wants to look.
  private static void write(List<Difference> found) throws IOException {
    Files.createDirectories(FOUND.getParent());
    Files.write(FOUND, found.stream().map(Difference::toString).toList());
  }
}
