package dev.trainyard.yard.node.network;

import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// How the pods of this node reach each other. Chosen once, when the node starts.
public interface Network extends AutoCloseable {

  /// A command on its way into a pod.
  ///
  /// @param enter words put before the command to bring it into the pod's namespaces
  record Launch(List<String> enter, List<String> command, Map<String, String> environment) {
    public Launch {
      enter = List.copyOf(enter);
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }
  }

  /// Gives the pod its address; the same one however often it is asked, by whichever yard.
  Address join(Pod pod) throws IOException;

  /// Changes what must be changed so that the command finds its peers.
  Launch adapt(Pod pod, Launch launch) throws IOException;

  /// The files by which a pod finds its peers by name.
  ///
  /// @param hosts takes the place of `/etc/hosts`
  /// @param resolver takes the place of `/etc/resolv.conf`, where the machine's own would not do
  record Names(Path hosts, Optional<Path> resolver) {}

  Names names(Pod pod) throws IOException;

  /// Where a process of the pod answers that was told to listen on this port.
  InetSocketAddress reach(Pod pod, int port) throws IOException;

  /// Where the pod finds the API of its cluster; nothing where it is wherever the node itself finds
  /// it.
  Optional<InetSocketAddress> api(Pod pod) throws IOException;

  /// Services or pods came, went or changed.
  void refresh() throws IOException;

  /// The pod is gone; its address is free again.
  void leave(String podUid) throws IOException;

  /// Forgets every pod but these: what a killed yard left behind goes.
  void keepOnly(Set<String> podUids) throws IOException;

  /// Takes down what was set up for all pods, unless some pod still needs it.
  @Override
  void close() throws IOException;
}
