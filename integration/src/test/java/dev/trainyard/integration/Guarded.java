package dev.trainyard.integration;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;

/// A cluster on which Trainyard has been installed with its webhook: no job is stored before it was
/// judged.
///
/// @param port where an operator must listen
record Guarded(Installed site, int port) implements AutoCloseable {

  static Guarded open() {
    int port = OperatorJvm.freePort();
    return new Guarded(Installed.guarded(port), port);
  }

  OperatorJvm operator(String name) {
    return site.operator(name, "--webhook-server-port=" + port);
  }

  /// Until jobs can be stored at all.
  void awaitJudge(Team team) {
    team.waitUntil("a job can be stored", () -> judged(team.pyTorchJob("first", 1)));
  }

  private boolean judged(HasMetadata job) {
    try {
      return site.client().resource(job).dryRun().create() != null;
    } catch (KubernetesClientException notYet) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    site.close();
  }
}
