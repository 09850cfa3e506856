package dev.trainyard.yard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trainyard.yard.store.StoreException.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TheStoreTest {

  private static final Key A = new Key("pods", "default", "a");
  private static final Key B = new Key("pods", "default", "b");

  @TempDir Path directory;

  @Test
  void finds_everything_again_when_it_is_opened_again() {
    try (var store = SqliteStore.open(directory)) {
      store.commit(List.of(put(1, A, "{}"), put(2, B, "{\"x\":1}")));
      store.commit(List.of(put(3, B, "{\"x\":2}"), new Revision(4, A, Optional.empty())));
    }

    try (var store = SqliteStore.open(directory)) {
      assertThat(store.load()).isEqualTo(new Store.Contents(4, List.of(put(3, B, "{\"x\":2}"))));
    }
  }

  @Test
  void keeps_counting_after_its_history_was_compacted() {
    try (var store = SqliteStore.open(directory)) {
      store.commit(List.of(put(1, A, "{}"), put(2, A, "{}"), put(3, A, "{}")));
      store.compact(99);
    }

    try (var store = SqliteStore.open(directory)) {
      assertThat(store.load().revision()).isEqualTo(3);
    }
  }

  @Test
  void writes_a_batch_whole_or_not_at_all() {
    try (var store = SqliteStore.open(directory)) {
      store.commit(List.of(put(1, A, "{}")));

      assertThatThrownBy(() -> store.commit(List.of(put(2, B, "{}"), put(1, B, "{}"))))
          .isInstanceOf(StoreException.class);

      assertThat(store.load().objects()).containsExactly(put(1, A, "{}"));
    }
  }

  @Test
  void gives_room_back_that_its_history_took() throws IOException {
    var text = "{\"text\":\"%s\"}".formatted("x".repeat(10_000));
    try (var store = SqliteStore.open(directory)) {
      store.commit(LongStream.rangeClosed(1, 2_000).mapToObj(n -> put(n, A, text)).toList());
    }
    assertThat(Files.size(directory.resolve("yard.db"))).isGreaterThan(10_000_000);

    try (var _ = new Ledger(SqliteStore.open(directory), new Ledger.Limits(10, 10))) {
      await()
          .untilAsserted(
              () -> assertThat(Files.size(directory.resolve("yard.db"))).isLessThan(6_000_000));
    }
    try (var store = SqliteStore.open(directory)) {
      assertThat(store.load().objects()).hasSize(1);
    }
  }

  @Test
  void forgets_the_history_of_earlier_lives() {
    for (int life = 0; life < 5; life++) {
      try (var ledger = new Ledger(SqliteStore.open(directory), new Ledger.Limits(10, 10))) {
        for (int i = 0; i < 8; i++) {
          ledger.write(tx -> tx.put(A, JsonNodeFactory.instance.objectNode()));
        }
      }
    }

    try (var _ = new Ledger(SqliteStore.open(directory), new Ledger.Limits(10, 10))) {
      await().untilAsserted(() -> assertThat(rowsOfHistory()).isBetween(10L, 11L));
    }
  }

  @Test
  void that_is_full_says_so_and_takes_writes_again_once_there_is_room() {
    try (var store = SqliteStore.open(directory, 20)) {
      var large = "\"%s\"".formatted("x".repeat(200_000));
      assertThatThrownBy(() -> store.commit(List.of(put(1, A, large))))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.trouble()).isEqualTo(Trouble.FULL))
          .hasMessageContaining("is full: nothing was written");

      store.commit(List.of(put(2, A, "{}")));
      assertThat(store.load().objects()).containsExactly(put(2, A, "{}"));
    }
  }

  @Test
  void that_is_damaged_is_refused_in_one_line() throws IOException {
    try (var store = SqliteStore.open(directory)) {
      store.commit(LongStream.rangeClosed(1, 200).mapToObj(i -> put(i, A, "{}")).toList());
    }
    var file = directory.resolve("yard.db");
    var bytes = Files.readAllBytes(file);
    for (int i = 4096; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    Files.write(file, bytes);

    assertRefused(Trouble.DAMAGED, "is damaged");
  }

  @Test
  void that_is_no_database_is_refused_in_one_line() throws IOException {
    Files.writeString(directory.resolve("yard.db"), "this is not a database".repeat(500));

    assertRefused(Trouble.DAMAGED, "is damaged");
  }

  @Test
  void of_a_newer_version_is_refused_in_one_line() throws Exception {
    SqliteStore.open(directory).close();
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("yard.db"));
        var statement = connection.createStatement()) {
      statement.execute("pragma user_version = 9");
    }

    assertRefused(Trouble.NEWER, "was written by a newer Trainyard (format 9");
  }

  private long rowsOfHistory() throws SQLException {
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("yard.db"));
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select count(*) from revisions")) {
      return rows.getLong(1);
    }
  }

  private void assertRefused(Trouble trouble, String words) {
    assertThatThrownBy(() -> SqliteStore.open(directory))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.trouble()).isEqualTo(trouble))
        .hasMessageContaining(words)
        .satisfies(e -> assertThat(String.valueOf(e.getMessage()).lines()).hasSize(1));
  }

  private static Revision put(long number, Key key, String object) {
    return new Revision(number, key, Optional.of(object));
  }
}
