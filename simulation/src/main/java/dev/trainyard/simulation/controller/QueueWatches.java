package dev.trainyard.simulation.controller;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.kueue.Kueue;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.operator.wrapper.CapacityQueue;
import dev.trainyard.operator.wrapper.QueueBook;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Keeps the book of our own queue by watching everything it depends on, and wakes the AppWrappers
/// that its looks concern. It sees its own writes only as news, like everybody's.
final class QueueWatches {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final QueueBook book;
  private final CapacityQueue queue;
  private final Wakes wakes;

  /// @param version what the first lists are answered as of
  QueueWatches(Post post, QueueBook book, CapacityQueue queue, Wakes wakes, long version) {
    this.book = book;
    this.queue = queue;
    this.wakes = wakes;
    watch(post, AppWrapper.KIND, version, this::see, last -> book.wrapperGone(last.uid()));
    watch(
        post, "Pod", version, now -> book.see((Pod) now.typed()), last -> book.podGone(last.uid()));
    watch(
        post,
        "Node",
        version,
        now -> book.see((Node) now.typed()),
        last -> book.nodeGone(last.key().name()));
    watch(
        post,
        "PriorityClass",
        version,
        now -> book.see(MAPPER.convertValue(now.typed(), PriorityClass.class)),
        last -> book.classGone(last.key().name()));
    for (var kind : List.of(Kueue.LOCAL_QUEUE, Kueue.CLUSTER_QUEUE, Kueue.PRIORITY_CLASS)) {
      watch(
          post,
          kind,
          version,
          now -> book.see((GenericKubernetesResource) now.typed()),
          last -> book.gone((GenericKubernetesResource) last.typed()));
    }
  }

  /// Nobody's turn comes before everything has been read.
  void look() {
    for (var name : queue.look()) {
      wakes.wake(new Key(AppWrapper.KIND, name.namespace(), name.name()));
    }
  }

  /// Each of them answers whether it is worth a look.
  private void watch(
      Post post, String kind, long version, Predicate<Item> seen, Predicate<Item> gone) {
    var watch =
        post.watch(
            kind,
            version,
            item -> item,
            new Watch.Listener() {
              @Override
              public void changed(Optional<Item> before, Item now) {
                lookIf(seen.test(now));
              }

              @Override
              public void gone(Item last) {
                lookIf(gone.test(last));
              }
            });
    for (var item : watch.all().toList()) {
      var _ = seen.test(item);
    }
  }

  private void lookIf(boolean worthIt) {
    if (worthIt) {
      look();
    }
  }

  private boolean see(Item wrapper) {
    return AppWrappers.CODEC.parse(wrapper.raw()) instanceof Parsed.Understood<AppWrapper>(var one)
        ? book.see(one)
        : book.wrapperGone(wrapper.uid());
  }
}
