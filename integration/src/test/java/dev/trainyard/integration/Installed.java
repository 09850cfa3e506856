package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.cli.install.Manifests;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/// A cluster on which Trainyard has been installed by its own manifests, with a node that runs pods
/// as processes, and no operator yet.
final class Installed implements AutoCloseable {

  static final String NAMESPACE = "trainyard-system";

  private final Ground ground;

  static Installed open() {
    return Ground.under(Installed::new);
  }

  private Installed(Ground ground) {
    this.ground = ground;
    install();
  }

  /// As people do it. No controller here runs deployments.
  private void install() {
    var printed =
        new CommandLine(Map.of(), ground.directory())
            .type("install", "--set", "schedulers=trainyard,default-scheduler", "--image=none:1");
    assertThat(printed.status()).as(printed.err()).isZero();
    ground.create(
        client()
            .load(new ByteArrayInputStream(printed.out().getBytes(StandardCharsets.UTF_8)))
            .items());
  }

  KubernetesClient client() {
    return ground.client();
  }

  /// The rights that were installed and no others.
  Path kubeconfig() {
    return ground.cluster().kubeconfigOf(NAMESPACE, Manifests.NAME);
  }

  OperatorJvm operator(String name) {
    return OperatorJvm.start(
        ground.directory(),
        name,
        kubeconfig(),
        "--scheduler=trainyard,default-scheduler",
        "--lease-namespace=" + NAMESPACE);
  }

  /// People who have never been here before.
  Team team() {
    return Team.of(ground.cluster(), client(), ground.directory(), "default");
  }

  @Override
  public void close() throws IOException {
    ground.close();
  }
}
