package dev.trainyard.operator.sdk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.UnreadableMark;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.kueue.Kueue;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.operator.kinds.RawAppWrapper;
import dev.trainyard.operator.wrapper.CapacityQueue;
import dev.trainyard.operator.wrapper.QueueBook;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import java.util.List;
import java.util.Set;

/// Keeps the book of our own queue by watching everything it depends on, and wakes the AppWrappers
/// whose turn has come or whose reason to wait is another.
public final class QueueSource extends AbstractEventSource<AppWrapper, RawAppWrapper> {

  private final CapacityQueue queue;
  private final QueueBook book;
  private final KubernetesClient client;
  private final Set<String> namespaces;
  private final Lookout lookout;

  /// @param namespaces where it may look; none named are all there are
  public QueueSource(
      CapacityQueue queue,
      QueueBook book,
      KubernetesClient client,
      Set<String> namespaces,
      Queueing queueing) {
    super(AppWrapper.class, "queue");
    this.queue = queue;
    this.book = book;
    this.client = client;
    this.namespaces = Set.copyOf(namespaces);
    this.lookout = new Lookout("queue", this::look);
    watchWrappersAndPods();
    lookout.watch(client.nodes(), book::see, node -> book.nodeGone(node.getMetadata().getName()));
    lookout.watch(
        client.scheduling().v1().priorityClasses(),
        book::see,
        level -> book.classGone(level.getMetadata().getName()));
    for (var kind : List.of(Kueue.LOCAL_QUEUE, Kueue.CLUSTER_QUEUE, Kueue.PRIORITY_CLASS)) {
      if (queueing.serves(kind)) {
        watch(kind, client.genericKubernetesResources(queueing.apiVersion(), kind));
      }
    }
  }

  /// An informer only has to know them again; what we need of them we keep ourselves.
  private void watchWrappersAndPods() {
    everywhere(client.resources(RawAppWrapper.class))
        .forEach(
            where ->
                lookout.watch(
                    where,
                    reduced(RawAppWrapper.class),
                    this::see,
                    raw -> book.wrapperGone(raw.getMetadata().getUid())));
    everywhere(client.pods())
        .forEach(
            where ->
                lookout.watch(
                    where,
                    reduced(Pod.class),
                    book::see,
                    pod -> book.podGone(pod.getMetadata().getUid())));
  }

  private <T extends HasMetadata> ReducedStateItemStore<T> reduced(Class<T> type) {
    return new ReducedStateItemStore<>(
        ReducedStateItemStore.UID_KEY_STATE, type, client.getKubernetesSerialization());
  }

  private void watch(
      String kind,
      MixedOperation<GenericKubernetesResource, ?, Resource<GenericKubernetesResource>> objects) {
    if (kind.equals(Kueue.LOCAL_QUEUE)) {
      everywhere(objects).forEach(where -> lookout.watch(where, book::see, book::gone));
    } else {
      lookout.watch(objects, book::see, book::gone);
    }
  }

  private <T extends HasMetadata> List<Informable<T>> everywhere(
      MixedOperation<T, ?, ? extends Resource<T>> kind) {
    return namespaces.isEmpty()
        ? List.of(kind.inAnyNamespace())
        : namespaces.stream().<Informable<T>>map(kind::inNamespace).toList();
  }

  private boolean see(RawAppWrapper raw) {
    if (UnreadableMark.on(raw)) {
      return book.wrapperGone(raw.getMetadata().getUid());
    }
    var json = client.getKubernetesSerialization().convertValue(raw, ObjectNode.class);
    return AppWrappers.CODEC.parse(json) instanceof Parsed.Understood<AppWrapper>(var wrapper)
        ? book.see(wrapper)
        : book.wrapperGone(raw.getMetadata().getUid());
  }

  private void look() {
    for (var name : queue.look()) {
      getEventHandler().handleEvent(new Event(new ResourceID(name.name(), name.namespace())));
    }
  }

  @Override
  public Set<AppWrapper> getSecondaryResources(RawAppWrapper primary) {
    return Set.of();
  }

  /// Returns at once; nobody's turn comes before everything has been read.
  @Override
  public void start() {
    super.start();
    lookout.start();
  }

  @Override
  public void stop() {
    super.stop();
    lookout.stop();
  }
}
