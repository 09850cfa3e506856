package dev.trainyard.integration;

import dev.trainyard.integration.cluster.FreePort;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.Optional;

/// A cluster on which Trainyard has been installed with its webhook: no job is stored before it was
/// judged.
final class Guarded implements AutoCloseable {

  private final int port = FreePort.next();
  private final Installed site = Installed.guarded(port);
  private Optional<OperatorJvm> judge = Optional.empty();

  Installed site() {
    return site;
  }

  /// Where an operator must listen.
  int port() {
    return port;
  }

  OperatorJvm operator(String name) {
    return site.operator(name, "--webhook-server-port=" + port);
  }

  /// Has jobs judged by one operator for all stories of a class that want no other.
  void seatJudge() {
    if (judge.isEmpty()) {
      var first = operator("judge");
      judge = Optional.of(first);
      first.awaitLeading(true);
      awaitJudge();
    }
  }

  /// Until jobs can be stored at all.
  void awaitJudge() {
    var team = site.team();
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
    judge.ifPresent(OperatorJvm::close);
    site.close();
  }
}
