package dev.trainyard.yard.node;

import dev.trainyard.yard.apiserver.MetricsSource.ContainerUsage;
import dev.trainyard.yard.apiserver.MetricsSource.PodUsage;
import dev.trainyard.yard.apiserver.MetricsSource.Usage;
import dev.trainyard.yard.node.usage.UsageReader.Container;
import dev.trainyard.yard.node.usage.UsageReader.Rate;
import dev.trainyard.yard.node.usage.UsageReader.Rates;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/// What was read of processes, in terms of pods.
final class PodUsages {

  /// Nothing for a pod of which nothing runs.
  static Optional<PodUsage> of(Pod pod, Rates rates) {
    var uid = pod.getMetadata().getUid();
    var containers =
        PodSpecs.all(pod)
            .flatMap(
                container ->
                    Optional.ofNullable(
                        rates.containers().get(new Container(uid, container.getName())))
                        .map(rate -> new ContainerUsage(container.getName(), usage(rate)))
                        .stream())
            .toList();
    return containers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new PodUsage(
                pod.getMetadata().getNamespace(), pod.getMetadata().getName(), containers));
  }

  static Usage usage(Rate rate) {
    return new Usage(rate.cpuNanos(), rate.memoryBytes());
  }

  private PodUsages() {}
}
