package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.cli.install.Manifests;
import dev.trainyard.operator.webhook.WebhookNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A cluster on which Trainyard has been installed by its own manifests, with a node that runs pods
/// as processes, and no operator yet.
final class Installed implements AutoCloseable {

  static final String NAMESPACE = "trainyard-system";

  private final Ground ground;

  /// Jobs are stored unseen, since there may be no operator that could look at them.
  static Installed open() {
    return Ground.under(ground -> new Installed(ground, "webhook=false"));
  }

  /// No job is stored before an operator has seen it, which must listen at this port.
  static Installed guarded(int port) {
    return Ground.under(
        ground -> {
          var installed = new Installed(ground, "webhook=true");
          ground.cluster().judgeJobs(WebhookNames.CONFIGURATION, port);
          return installed;
        });
  }

  private Installed(Ground ground, String webhook) {
    this.ground = ground;
    install(webhook);
  }

  /// As people do it. No controller here runs deployments.
  private void install(String webhook) {
    ground.create(printed("--set", webhook));
  }

  /// Grants what an operator needs that knows this gang scheduler, whose definition comes with it.
  void learn(String gangScheduler, HasMetadata definition) {
    ground.create(List.of(definition));
    printed("--set", "gangScheduler=" + gangScheduler).stream()
        .filter(object -> object.getKind().equals("ClusterRole"))
        .forEach(role -> client().resource(role).update());
  }

  private List<HasMetadata> printed(String... values) {
    var printed =
        new CommandLine(Map.of(), ground.directory())
            .type(
                Stream.concat(
                        Stream.of(
                            "install",
                            "--image=none:1",
                            "--set",
                            "schedulers=trainyard,default-scheduler"),
                        Stream.of(values))
                    .toArray(String[]::new));
    assertThat(printed.status()).as(printed.err()).isZero();
    return client()
        .load(new ByteArrayInputStream(printed.out().getBytes(StandardCharsets.UTF_8)))
        .items();
  }

  KubernetesClient client() {
    return ground.client();
  }

  /// The rights that were installed and no others.
  Path kubeconfig() {
    return ground.cluster().kubeconfigOf(NAMESPACE, Manifests.NAME);
  }

  OperatorJvm operator(String name, String... flags) {
    var all = new ArrayList<>(List.of(flags));
    all.add("--scheduler=trainyard,default-scheduler");
    all.add("--lease-namespace=" + NAMESPACE);
    return OperatorJvm.start(ground.directory(), name, kubeconfig(), all.toArray(String[]::new));
  }

  /// Somebody with all rights.
  Kubectl kubectl() {
    return new Kubectl(ground.cluster().kubeconfig(), "default", ground.directory());
  }

  /// With the rights that were installed and no others.
  Kubectl kubectlOfTheOperator() {
    return new Kubectl(kubeconfig(), "default", ground.directory());
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
