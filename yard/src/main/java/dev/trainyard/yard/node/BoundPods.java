package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The pods bound to this node, by uid: a pod deleted and made again under its name is another.
final class BoundPods implements ResourceEventHandler<Pod> {

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
    byUid.put(uid(pod), pod);
    changed.accept(uid(pod));
  }

  @Override
  public void onUpdate(Pod before, Pod after) {
    if (!uid(before).equals(uid(after))) {
      onDelete(before, false);
    }
    onAdd(after);
  }

  @Override
  public void onDelete(Pod pod, boolean finalStateUnknown) {
    byUid.remove(uid(pod));
    changed.accept(uid(pod));
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }
}
