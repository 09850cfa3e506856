package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The pods bound to this node, by uid: a pod deleted and made again under its name is another.
final class BoundPods implements ResourceEventHandler<Pod> {

  private static final Logger log = LoggerFactory.getLogger(BoundPods.class);

  private final Map<String, Pod> byUid = new ConcurrentHashMap<>();
  private final Consumer<String> changed;

  /// @param changed told the uid of every pod that came, went or changed
  BoundPods(Consumer<String> changed) {
    this.changed = changed;
  }

  Optional<Pod> find(String uid) {
    return Optional.ofNullable(byUid.get(uid));
  }

  List<Pod> all() {
    return List.copyOf(byUid.values());
  }

  @Override
  public void onAdd(Pod pod) {
    if (!Acceptance.isUid(uid(pod))) {
      log.atWarn()
          .addKeyValue("pod", pod.getMetadata().getName())
          .log("A pod has no usable uid and is left alone");
      return;
    }
    byUid.put(uid(pod), slim(pod));
    changed.accept(uid(pod));
  }

  @Override
  public void onUpdate(Pod before, Pod after) {
    if (!Objects.equals(uid(before), uid(after))) {
      onDelete(before, false);
    }
    onAdd(after);
  }

  @Override
  public void onDelete(Pod pod, boolean finalStateUnknown) {
    if (!Acceptance.isUid(uid(pod))) {
      return;
    }
    byUid.remove(uid(pod));
    changed.accept(uid(pod));
  }

  /// What an informer keeps of the pods it has seen.
  static ItemStore<Pod> memory() {
    return new BasicItemStore<>(Cache::metaNamespaceKeyFunc) {
      @Override
      public Pod put(String key, Pod pod) {
        return super.put(key, slim(pod));
      }
    };
  }

  /// Of a pod that is over, who it was and where: there may be thousands of them.
  private static Pod slim(Pod pod) {
    if (!PodWorker.over(pod)) {
      return pod;
    }
    return new PodBuilder()
        .withMetadata(new ObjectMetaBuilder(pod.getMetadata()).withManagedFields().build())
        .withNewSpec()
        .withNodeName(pod.getSpec().getNodeName())
        .withHostname(pod.getSpec().getHostname())
        .withSubdomain(pod.getSpec().getSubdomain())
        .withTerminationGracePeriodSeconds(pod.getSpec().getTerminationGracePeriodSeconds())
        .withContainers(pod.getSpec().getContainers().stream().map(BoundPods::named).toList())
        .withInitContainers(
            pod.getSpec().getInitContainers().stream().map(BoundPods::named).toList())
        .endSpec()
        .withNewStatus()
        .withPhase(pod.getStatus().getPhase())
        .withPodIP(pod.getStatus().getPodIP())
        .endStatus()
        .build();
  }

  private static Container named(Container container) {
    return new ContainerBuilder().withName(container.getName()).build();
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }
}
