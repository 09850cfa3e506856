package dev.trainyard.integration.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Plays scenarios on the yard and on Kubernetes, and notes where they differ.
record Contest(Server yard, Server kubernetes, String namespace) {

  /// Watches mostly wait, so that more can be played than there are processors.
  private static final int AT_ONCE = 12;

  /// In the order of the scenarios, however they ended.
  List<Difference> play(List<Scenario> scenarios) {
    try (var players = Executors.newFixedThreadPool(AT_ONCE)) {
      var played =
          scenarios.stream().map(scenario -> players.submit(() -> play(scenario))).toList();
      return played.stream().flatMap(found -> result(found).stream()).toList();
    }
  }

  private List<Difference> play(Scenario scenario) {
    var ours = yard.play(scenario, namespace);
    var theirs = kubernetes.play(scenario, namespace);
    var differences = new ArrayList<Difference>();
    for (int i = 0; i < ours.size(); i++) {
      Difference.between(scenario, i, ours.get(i), theirs.get(i)).ifPresent(differences::add);
    }
    return differences;
  }

  private static List<Difference> result(Future<List<Difference>> played) {
    try {
      return played.get();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
