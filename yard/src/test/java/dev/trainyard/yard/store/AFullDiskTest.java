package dev.trainyard.yard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.StoreException.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On a real disk that is really full, where this machine lets us mount one.
class AFullDiskTest {

  private static final int OBJECTS = 40;

  @TempDir Path directory;
  private Path disk;

  @BeforeEach
  void mount() throws Exception {
    // So that no native library is loaded from the disk that has to go.
    SqliteStore.open(directory.resolve("elsewhere")).close();
    disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", disk.toString()));
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", disk.toString());
  }

  private static boolean run(String... words) throws Exception {
    return new ProcessBuilder(words).redirectErrorStream(true).start().waitFor() == 0;
  }

  private static Key key(int i) {
    return new Key("pods", "default", "pod-" + i);
  }

  private static ObjectNode object() {
    var object = JsonNodeFactory.instance.objectNode().put("text", "x".repeat(20_000));
    object.putObject("metadata");
    return object;
  }

  private Ledger ledger() {
    return new Ledger(SqliteStore.open(disk.resolve("store")), new Ledger.Limits(100, 100));
  }

  /// To the last byte.
  private void fill() throws IOException {
    var chunk = new byte[64 * 1024];
    try (var out = Files.newOutputStream(disk.resolve("filler"))) {
      while (true) {
        out.write(chunk);
      }
    } catch (IOException _) {
      assertThat(Files.getFileStore(disk).getUsableSpace()).isLessThan(chunk.length);
    }
  }

  @Test
  void takes_nothing_but_deletions_until_there_is_room_again() throws Exception {
    try (var ledger = ledger()) {
      for (int i = 0; i < OBJECTS; i++) {
        var key = key(i);
        ledger.write(tx -> tx.put(key, object()));
      }
      fill();

      assertThatThrownBy(() -> fillWith(ledger)).satisfies(AFullDiskTest::isFull);
      for (int i = 0; i < OBJECTS; i++) {
        var key = key(i);
        ledger.write(
            tx -> {
              var leaving = tx.find(key).orElseThrow().deepCopy();
              leaving
                  .withObjectProperty("metadata")
                  .put("deletionTimestamp", "2026-01-01T00:00:00Z");
              return tx.put(key, leaving);
            });
        ledger.write(
            tx -> {
              tx.remove(key);
              return key;
            });
      }
      for (int i = 0; i < OBJECTS; i++) {
        assertThat(ledger.find(key(i))).isEmpty();
      }

      Files.delete(disk.resolve("filler"));
      ledger.write(tx -> tx.put(key(-1), object()));
    }
    try (var again = ledger()) {
      assertThat(again.find(key(0))).isEmpty();
      assertThat(again.find(key(-1))).isPresent();
    }
  }

  @Test
  void takes_deletions_although_others_keep_trying_to_write() throws Exception {
    try (var ledger = ledger()) {
      for (int i = 0; i < OBJECTS; i++) {
        var key = key(i);
        ledger.write(tx -> tx.put(key, object()));
      }
      fill();
      var over = new AtomicBoolean();
      var stored = new AtomicInteger();
      var others =
          Thread.startVirtualThread(
              () -> {
                while (!over.get()) {
                  try {
                    ledger.write(tx -> tx.put(key(1_000 + stored.get()), object()));
                    stored.incrementAndGet();
                  } catch (StoreException e) {
                    isFull(e);
                  }
                }
              });

      for (int i = 0; i < OBJECTS; i++) {
        var key = key(i);
        ledger.write(
            tx -> {
              tx.remove(key);
              return key;
            });
      }
      over.set(true);
      others.join();
      assertThat(ledger.find(key(0))).isEmpty();
    }
  }

  /// What is left of the database's own pages is used up, too.
  private static void fillWith(Ledger ledger) {
    for (int i = OBJECTS; i < 10_000; i++) {
      var key = key(i);
      ledger.write(tx -> tx.put(key, object()));
    }
  }

  private static void isFull(Throwable failure) {
    assertThat(failure)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.trouble()).isEqualTo(Trouble.FULL))
        .hasMessageContaining("is full: nothing was written");
  }
}
