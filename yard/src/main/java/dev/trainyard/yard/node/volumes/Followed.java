package dev.trainyard.yard.node.volumes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Watches the ConfigMaps and Secrets that pods here have in their volumes, and no others.
final class Followed implements AutoCloseable {

  /// Every pod has it beside its token, and both are looked at every minute: a watch for each
  /// namespace would be one more thing to wait for.
  private static final String AUTHORITY = "kube-root-ca.crt";

  enum Kind {
    CONFIG_MAP,
    SECRET
  }

  record Source(Kind kind, String namespace, String name) {}

  private final KubernetesClient client;
  private final Consumer<Set<String>> changed;
  private final Map<Source, SharedIndexInformer<? extends HasMetadata>> informers = new HashMap<>();
  private final Map<Source, Set<String>> readers = new HashMap<>();

  /// @param changed told the uids of the pods that read what has changed
  Followed(KubernetesClient client, Consumer<Set<String>> changed) {
    this.client = client;
    this.changed = changed;
  }

  synchronized void follow(Pod pod) {
    for (var source : sources(pod)) {
      readers.computeIfAbsent(source, _ -> new HashSet<>()).add(pod.getMetadata().getUid());
      informers.computeIfAbsent(source, this::watch);
    }
  }

  private SharedIndexInformer<? extends HasMetadata> watch(Source source) {
    return switch (source.kind) {
      case CONFIG_MAP ->
          started(
              client
                  .configMaps()
                  .inNamespace(source.namespace)
                  .withName(source.name)
                  .runnableInformer(0),
              source);
      case SECRET ->
          started(
              client
                  .secrets()
                  .inNamespace(source.namespace)
                  .withName(source.name)
                  .runnableInformer(0),
              source);
    };
  }

  private <T extends HasMetadata> SharedIndexInformer<T> started(
      SharedIndexInformer<T> informer, Source source) {
    // Reading what has changed must not hold up what tells us of changes.
    informer
        .exceptionHandler((_, _) -> true)
        .addEventHandler(
            new Change<>(
                () ->
                    Thread.ofVirtual()
                        .name("volumes")
                        .start(() -> changed.accept(readers(source)))));
    var _ = informer.start();
    return informer;
  }

  private synchronized Set<String> readers(Source source) {
    return Set.copyOf(readers.getOrDefault(source, Set.of()));
  }

  synchronized void forget(String uid) {
    readers.values().forEach(pods -> pods.remove(uid));
    var unread = new HashSet<>(readers.keySet());
    unread.removeIf(source -> !readers.getOrDefault(source, Set.of()).isEmpty());
    for (var source : unread) {
      readers.remove(source);
      Optional.ofNullable(informers.remove(source)).ifPresent(SharedIndexInformer::close);
    }
  }

  static Set<Source> sources(Pod pod) {
    var namespace = pod.getMetadata().getNamespace();
    var found = new LinkedHashSet<Source>();
    for (var volume : pod.getSpec().getVolumes()) {
      collect(volume, namespace, found);
    }
    return found;
  }

  private static void collect(Volume volume, String namespace, Set<Source> found) {
    if (volume.getConfigMap() != null) {
      found.add(new Source(Kind.CONFIG_MAP, namespace, volume.getConfigMap().getName()));
    }
    if (volume.getSecret() != null) {
      found.add(new Source(Kind.SECRET, namespace, volume.getSecret().getSecretName()));
    }
    if (volume.getProjected() != null) {
      for (var source : volume.getProjected().getSources()) {
        if (source.getConfigMap() != null && !AUTHORITY.equals(source.getConfigMap().getName())) {
          found.add(new Source(Kind.CONFIG_MAP, namespace, source.getConfigMap().getName()));
        }
        if (source.getSecret() != null) {
          found.add(new Source(Kind.SECRET, namespace, source.getSecret().getName()));
        }
      }
    }
  }

  @Override
  public synchronized void close() {
    informers.values().forEach(SharedIndexInformer::close);
    informers.clear();
  }

  private record Change<T>(Runnable changed) implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T thing) {
      changed.run();
    }

    @Override
    public void onUpdate(T before, T after) {
      changed.run();
    }

    @Override
    public void onDelete(T thing, boolean finalStateUnknown) {
      // What pods were shown they keep.
    }
  }
}
