package dev.trainyard.integration.cluster;

import dev.trainyard.cli.local.DialectDoorman;
import dev.trainyard.cli.local.UsualSettings;
import dev.trainyard.dialects.Settings;
import dev.trainyard.yard.Yard;
import dev.trainyard.yard.apiserver.Doorman;
import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The embedded cluster. It has one user, who may do everything.
public final class YardCluster implements Cluster {

  private final Yard yard;
  private volatile Doorman doorman = Doorman.open();

  private YardCluster(Path directory) {
    this.yard =
        Yard.open(
            directory, Yard.Options.defaults().withDoorman(request -> doorman.judge(request)));
  }

  public static YardCluster start(Path directory) {
    return new YardCluster(directory);
  }

  @Override
  public String name() {
    return "the yard";
  }

  @Override
  public Path kubeconfig() {
    return yard.kubeconfig();
  }

  @Override
  public KubernetesClient client() {
    return yard.client();
  }

  @Override
  public Path kubeconfigOf(String namespace, String serviceAccount) {
    return yard.kubeconfig();
  }

  @Override
  public void open(String namespace) {
    try (var client = client()) {
      client
          .resource(
              new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
          .create();
    }
  }

  @Override
  public ProcessNode join(Options options) throws IOException {
    var node = ProcessNode.start(client(), options);
    yard.logsFrom(node);
    yard.execFrom(node);
    yard.reachBy(node);
    return node;
  }

  /// As `trainyard up` does from the start.
  @Override
  public void judgeJobs(String configuration, int port) {
    doorman = new DialectDoorman(UsualSettings.at(Settings.Place.YARD));
  }

  @Override
  public Map<String, Long> writes(String namespace) {
    var writes = new TreeMap<String, Long>();
    yard.writes()
        .forEach(
            (write, count) -> {
              if (write.namespace().equals(namespace)) {
                writes.put(write.verb() + " " + write.resource(), count);
              }
            });
    return writes;
  }

  @Override
  public void close() {
    yard.close();
  }
}
