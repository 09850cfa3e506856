package dev.trainyard.integration.cluster;

import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// A Kubernetes API that stories can be played on. What differs between one cluster and another is
/// behind this border, and no story looks behind it.
public interface Cluster extends AutoCloseable {

  /// How people call it.
  String name();

  /// Lets its reader do everything.
  Path kubeconfig();

  /// A new client that may do everything; whoever asks for it closes it.
  KubernetesClient client();

  /// A kubeconfig with the rights of this service account and no others, as far as the cluster
  /// knows rights at all.
  Path kubeconfigOf(String namespace, String serviceAccount);

  /// Makes a namespace and waits until pods can be made in it.
  void open(String namespace);

  /// A node whose pods are processes of this machine.
  ProcessNode join(Options options) throws IOException;

  /// From now on every job is judged before it is stored: by the operator that listens at this port
  /// of the machine, which is what its ValidatingWebhookConfiguration then means, or by the cluster
  /// itself where it needs no operator for it.
  void judgeJobs(String configuration, int port);

  /// How many writes clients have made in a namespace so far, by `verb resource`: `update
  /// pods/status`. The cluster's own are not counted.
  Map<String, Long> writes(String namespace);

  @Override
  void close();

  /// The one this run is about: system property `trainyard.cluster`.
  static Cluster start(Path directory) {
    var kind = System.getProperty("trainyard.cluster", "yard");
    return switch (kind) {
      case "yard" -> YardCluster.start(directory);
      case "kubernetes" -> KubernetesCluster.start(directory, ControlPlane.Storage.FAST);
      default ->
          throw new IllegalArgumentException(
              "trainyard.cluster is \"%s\", not yard or kubernetes".formatted(kind));
    };
  }
}
