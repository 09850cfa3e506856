package dev.trainyard.yard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TheLedgerTest {

  private static final Key A = new Key("things", "default", "a");

  /// Lets nothing through to its disk until told to.
  private static final class SlowStore implements Store {
    private final MemoryStore store = new MemoryStore();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    @Override
    public Contents load() {
      return store.load();
    }

    @Override
    public void commit(List<Revision> revisions) {
      started.countDown();
      try {
        opened.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      store.commit(revisions);
    }

    @Override
    public boolean compact(long before) {
      return false;
    }

    @Override
    public void close() {}
  }

  @Test
  void makes_all_writers_that_wait_durable_at_once() throws Exception {
    var slow = new SlowStore();
    try (var ledger = new Ledger(slow, Ledger.Limits.defaults());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.execute(() -> ledger.write(tx -> tx.put(A, object("first"))));
      slow.started.await();
      var arrived = new CountDownLatch(50);
      var others =
          IntStream.range(0, 50)
              .mapToObj(
                  i ->
                      threads.submit(
                          () ->
                              ledger.write(
                                  tx -> {
                                    arrived.countDown();
                                    return tx.put(key(i), object("x"));
                                  })))
              .toList();
      arrived.await();
      slow.opened.countDown();
      for (var other : others) {
        other.get();
      }

      // The first alone, the others together; the last of them may just have missed its group.
      assertThat(slow.store.commits()).hasSizeBetween(2, 3);
      assertThat(ledger.list("things", Optional.empty()).objects()).hasSize(51);
    }
  }

  @Test
  void shows_a_change_to_nobody_before_it_is_durable_but_to_the_next_writer() throws Exception {
    var slow = new SlowStore();
    try (var ledger = new Ledger(slow, Ledger.Limits.defaults());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> ledger.write(tx -> tx.put(A, object("first"))));
      slow.started.await();

      assertThat(ledger.find(A)).isEmpty();
      assertThat(ledger.revision()).isZero();
      var seen = new CompletableFuture<Boolean>();
      threads.execute(() -> ledger.write(tx -> seen.complete(tx.find(A).isPresent())));
      assertThat(seen.get()).isTrue();
      assertThat(first.isDone()).isFalse();

      slow.opened.countDown();
      first.get();
      assertThat(ledger.find(A)).isPresent();
    }
  }

  @Test
  void refuses_a_write_only_once_everybody_can_see_why() throws Exception {
    var slow = new SlowStore();
    try (var ledger = new Ledger(slow, Ledger.Limits.defaults());
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.execute(() -> ledger.write(tx -> tx.put(A, object("first"))));
      slow.started.await();

      var seenByTheRefused = new CompletableFuture<Boolean>();
      var second =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      ledger.write(TheLedgerTest::refuse);
                    } catch (IllegalArgumentException _) {
                      seenByTheRefused.complete(ledger.find(A).isPresent());
                    }
                  });
      await().until(() -> second.getState() == Thread.State.WAITING || !second.isAlive());
      slow.opened.countDown();

      assertThat(seenByTheRefused.get()).isTrue();
    }
  }

  private static String refuse(Transaction transaction) {
    throw new IllegalArgumentException("there already: %s".formatted(transaction.find(A)));
  }

  @Test
  void forgets_a_write_that_could_not_be_stored_and_goes_on() {
    var store = new MemoryStore();
    try (var ledger = new Ledger(store, Ledger.Limits.defaults())) {
      ledger.write(tx -> tx.put(A, object("good")));
      store.full(true);
      assertThatThrownBy(() -> ledger.write(tx -> tx.put(A, object("lost"))))
          .isInstanceOf(StoreException.class)
          .hasMessage("The disk is full.");
      store.full(false);

      var seen = ledger.write(tx -> tx.find(A).orElseThrow().path("text").asText());
      var after = ledger.write(tx -> tx.put(A, object("better")));

      assertThat(seen).isEqualTo("good");
      assertThat(after.at("/metadata/resourceVersion").asLong()).isGreaterThan(1);
    }
  }

  @Test
  void changes_nothing_when_the_work_fails_halfway() {
    try (var ledger = new Ledger(new MemoryStore(), Ledger.Limits.defaults())) {
      assertThatThrownBy(
              () ->
                  ledger.write(
                      tx -> {
                        tx.put(A, object("half"));
                        throw new IllegalStateException("no");
                      }))
          .hasMessage("no");

      Optional<ObjectNode> found = ledger.write(tx -> tx.find(A));
      assertThat(found).isEmpty();
    }
  }

  @Test
  void shows_a_list_as_it_was() {
    try (var ledger = new Ledger(new MemoryStore(), Ledger.Limits.defaults())) {
      ledger.write(tx -> tx.put(key(1), object("one")));
      ledger.write(tx -> tx.put(key(2), object("two")));
      var then = ledger.revision();
      ledger.write(tx -> tx.put(key(1), object("changed")));
      ledger.write(
          tx -> {
            tx.remove(key(2));
            return tx.put(key(3), object("three"));
          });

      assertThat(ledger.listAt(then, Range.of("things", Optional.of("default")), 10).objects())
          .extracting(o -> o.path("text").asText())
          .containsExactly("one", "two");
    }
  }

  @Test
  void shows_a_page_of_a_list_as_it_was_and_how_many_are_left() {
    try (var ledger = new Ledger(new MemoryStore(), Ledger.Limits.defaults())) {
      for (int i = 1; i <= 8; i++) {
        var number = i;
        ledger.write(tx -> tx.put(key(number), object("old " + number)));
      }
      var then = ledger.revision();
      ledger.write(
          tx -> {
            tx.remove(key(3));
            tx.remove(key(4));
            tx.remove(key(8));
            return tx.put(key(9), object("new"));
          });
      var all = Range.of("things", Optional.of("default"));

      var page = ledger.listAt(then, all.after(key(2)), 3);

      assertThat(page.objects())
          .extracting(o -> o.path("text").asText())
          .containsExactly("old 3", "old 4", "old 5");
      assertThat(page.left()).isEqualTo(3);
      assertThat(ledger.list(all, 2).left()).isEqualTo(4);
      assertThat(ledger.list(all, 6).left()).isZero();
    }
  }

  @Test
  void reads_no_object_that_nobody_looks_at() {
    var store = new MemoryStore();
    try (var first = new Ledger(store, Ledger.Limits.defaults())) {
      for (int i = 0; i < 100; i++) {
        var number = i;
        first.write(tx -> tx.put(key(number), object("x")));
      }
    }

    try (var next = new Ledger(store, Ledger.Limits.defaults())) {
      next.everything().objects().forEach(StoredObject::metadata);
      next.list("things", Optional.empty()).stored().forEach(StoredObject::sketch);
      assertThat(next.parsed()).isZero();

      assertThat(next.find(key(7))).isPresent();
      assertThat(next.parsed()).isEqualTo(1);
    }
  }

  @Test
  void remembers_only_so_many_changes() throws InterruptedException {
    try (var ledger = new Ledger(new MemoryStore(), new Ledger.Limits(2, 10))) {
      for (int i = 0; i < 5; i++) {
        var number = i;
        ledger.write(tx -> tx.put(key(number), object("x")));
      }

      assertThat(ledger.changesAfter(3, Duration.ZERO).changes()).hasSize(2);
      assertThatThrownBy(() -> ledger.changesAfter(2, Duration.ZERO))
          .isInstanceOf(ExpiredException.class)
          .hasMessage("too old resource version: 2 (3)");
      assertThatThrownBy(() -> ledger.changesAfter(99, Duration.ZERO))
          .isInstanceOf(ExpiredException.class);
    }
  }

  private static Key key(int number) {
    return new Key("things", "default", "n" + number);
  }

  private static ObjectNode object(String text) {
    return JsonNodeFactory.instance.objectNode().put("text", text);
  }
}
