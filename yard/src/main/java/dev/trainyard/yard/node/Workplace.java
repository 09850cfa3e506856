package dev.trainyard.yard.node;

import dev.trainyard.yard.node.network.Network;
import dev.trainyard.yard.node.volumes.PodVolumes;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What the workers of one node share.
interface Workplace {

  /// The pod of this uid as last heard of, if it is still bound here.
  Optional<Pod> pod(String uid);

  /// All pods bound here.
  List<Pod> pods();

  Options options();

  PodFiles files();

  PodClient client();

  ContainerStarter starter();

  /// A new book of events, for one pod.
  PodEvents events();

  Network network();

  PodVolumes volumes();

  Limits limits();

  SystemCallFilters filters();

  GpuBook gpus();

  /// Removes the ways into MPI workers whose jobs have no pod here any more.
  void closeDoors() throws IOException;

  /// True once everything is to end and nothing may start.
  boolean draining();

  /// The worker of this pod has ended.
  void done(String uid);

  /// Sees to it that somebody looks after a pod, if that is needed.
  void look(String uid);

  default Instant now() {
    return options().clock().instant();
  }
}
