package dev.trainyard.yard.store;

import dev.trainyard.yard.store.StoreException.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The store as one SQLite database: a table of current objects and a table of their history.
public final class SqliteStore implements Store {

  private static final Logger log = LoggerFactory.getLogger(SqliteStore.class);

  private static final int SCHEMA = 1;
  private static final int LITTLE = 64 * 1024;
  private static final int INCREMENTAL = 2;
  private static final int FORGOTTEN_AT_ONCE = 2_000;
  private static final int FREED_AT_ONCE = 2_000;
  private static final int WORTH_SHRINKING = 1_000;
  private static final int MAX_PAGES_OF_SQLITE = 1_073_741_823;
  private static final List<String> TABLES =
      List.of(
          """
          create table revisions (
            number integer primary key,
            resource text not null,
            namespace text not null,
            name text not null,
            object text)\
          """,
          """
          create table objects (
            resource text not null,
            namespace text not null,
            name text not null,
            revision integer not null,
            object text not null,
            primary key (resource, namespace, name))\
          """,
          "pragma user_version = " + SCHEMA);

  private final Path file;
  private final Connection connection;
  private final Reserve reserve;

  private SqliteStore(Path directory, Path file, Connection connection) {
    this.file = file;
    this.connection = connection;
    this.reserve = new Reserve(directory);
  }

  /// Opens or creates the database in this directory. Refuses, in one line, what it cannot trust.
  public static SqliteStore open(Path directory) {
    return open(directory, MAX_PAGES_OF_SQLITE);
  }

  static SqliteStore open(Path directory, int maxPages) {
    var file = directory.resolve("yard.db");
    try {
      Files.createDirectories(directory);
      NativeLibrary.prepare(directory.resolve("native"));
    } catch (IOException e) {
      throw new StoreException(
          Trouble.UNUSABLE,
          "The store's directory %s cannot be used: %s".formatted(directory, e),
          e);
    }
    try {
      var store = new SqliteStore(directory, file, connect(file, maxPages));
      try {
        store.check();
      } catch (SQLException | RuntimeException e) {
        store.close();
        throw e;
      }
      return store;
    } catch (SQLException e) {
      throw explain(file, e);
    }
  }

  private static Connection connect(Path file, int maxPages) throws SQLException {
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setBusyTimeout(2_000);
    config.setMaxPageCount(maxPages);
    return config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
  }

  private void check() throws SQLException {
    var found = number("pragma user_version");
    if (found > SCHEMA) {
      throw new StoreException(
          Trouble.NEWER,
          ("The store %s was written by a newer Trainyard (format %d, this one reads up to"
                  + " %d): use that version, or another home.")
              .formatted(file, found, SCHEMA));
    }
    if (found == 0) {
      execute("pragma auto_vacuum = incremental");
      inOneTransaction(
          () -> {
            for (var sql : TABLES) {
              execute(sql);
            }
          });
    }
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("pragma quick_check(1)")) {
      if (rows.next() && !rows.getString(1).equals("ok")) {
        throw damaged(file, rows.getString(1), null);
      }
    }
  }

  @Override
  public Contents load() {
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select revision, resource, namespace, name, object from objects")) {
      var objects = new ArrayList<Revision>();
      while (rows.next()) {
        var key = new Key(rows.getString(2), rows.getString(3), rows.getString(4));
        objects.add(new Revision(rows.getLong(1), key, Optional.of(rows.getString(5))));
      }
      var last = number("select coalesce(max(number), 0) from revisions");
      return new Contents(last, objects);
    } catch (SQLException e) {
      throw explain(file, e);
    }
  }

  @Override
  public void commit(List<Revision> revisions) {
    var relieving = revisions.stream().allMatch(Revision::relieves);
    if (!reserve.kept() && !relieving) {
      throw full(file, null);
    }
    try {
      store(revisions);
    } catch (StoreException e) {
      if (e.trouble() != Trouble.FULL || !relieving || !reserve.give()) {
        throw e;
      }
      store(revisions);
    }
    if (!reserve.kept()) {
      shortenLog();
      var _ = reserve.kept();
    }
  }

  /// What was deleted has left room in the database; its log takes space of the disk until then.
  private void shortenLog() {
    try {
      execute("pragma wal_checkpoint(truncate)");
    } catch (SQLException e) {
      log.atDebug().log("The log stays as long as it is: {}", e.getMessage());
    }
  }

  private void store(List<Revision> revisions) {
    inOneTransaction(
        () -> {
          try (var history =
                  connection.prepareStatement("insert into revisions values (?, ?, ?, ?, ?)");
              var put =
                  connection.prepareStatement(
                      "insert or replace into objects values (?, ?, ?, ?, ?)");
              var remove =
                  connection.prepareStatement(
                      "delete from objects where resource = ? and namespace = ? and name = ?")) {
            for (var revision : revisions) {
              append(history, revision);
              apply(put, remove, revision);
            }
          }
        });
  }

  private static void append(PreparedStatement history, Revision revision) throws SQLException {
    history.setLong(1, revision.number());
    bind(history, 2, revision.key());
    history.setString(5, revision.object().orElse(null));
    history.executeUpdate();
  }

  private static void apply(PreparedStatement put, PreparedStatement remove, Revision revision)
      throws SQLException {
    if (revision.object().isPresent()) {
      bind(put, 1, revision.key());
      put.setLong(4, revision.number());
      put.setString(5, revision.object().get());
      put.executeUpdate();
    } else {
      bind(remove, 1, revision.key());
      remove.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, int first, Key key) throws SQLException {
    statement.setString(first, key.resource());
    statement.setString(first + 1, key.namespace());
    statement.setString(first + 2, key.name());
  }

  @Override
  public boolean compact(long before) {
    try {
      return forget(before) || shrink();
    } catch (SQLException e) {
      throw explain(file, e);
    }
  }

  private boolean forget(long before) {
    var forgotten = new AtomicBoolean();
    inOneTransaction(
        () -> {
          // The newest row stays whatever is asked: it is how the sequence survives a restart.
          var sql =
              "delete from revisions where number in (select number from revisions where number < ?"
                  + " and number < (select max(number) from revisions) order by number limit ?)";
          try (var statement = connection.prepareStatement(sql)) {
            statement.setLong(1, before);
            statement.setInt(2, FORGOTTEN_AT_ONCE);
            forgotten.set(statement.executeUpdate() > 0);
          }
        });
    return forgotten.get();
  }

  /// Gives pages that nothing is on back to the disk, where there are many of them.
  private boolean shrink() throws SQLException {
    var free = number("pragma freelist_count");
    if (free < WORTH_SHRINKING || free < number("pragma page_count") / 4) {
      return false;
    }
    if (number("pragma auto_vacuum") == INCREMENTAL) {
      try (var statement = connection.createStatement();
          var freed =
              statement.executeQuery("pragma incremental_vacuum(%d)".formatted(FREED_AT_ONCE))) {
        // Each step frees a page.
        while (freed.next()) {}
      }
    } else {
      // A store of an earlier Trainyard is written anew, once.
      execute("pragma auto_vacuum = incremental");
      execute("vacuum");
    }
    // The file becomes smaller once the log is taken in.
    execute("pragma wal_checkpoint(passive)");
    return true;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw explain(file, e);
    }
  }

  private void inOneTransaction(Work work) {
    try {
      // Begun and ended in SQL: after an error SQLite may have rolled back by itself, and a driver
      // that still believes in the transaction would let the next writes through one by one.
      execute("begin immediate");
      try {
        work.run();
        execute("commit");
      } catch (SQLException e) {
        rollBack(e);
        throw e;
      }
    } catch (SQLException e) {
      throw explain(file, e);
    }
  }

  private void rollBack(SQLException cause) {
    try {
      execute("rollback");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private interface Work {
    void run() throws SQLException;
  }

  private long number(String query) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  private static StoreException explain(Path file, SQLException e) {
    var code =
        e instanceof SQLiteException sqlite
            ? sqlite.getResultCode()
            : SQLiteErrorCode.UNKNOWN_ERROR;
    // Extended codes carry the primary one in their lowest byte.
    var primary = code.code & 0xff;
    if (primary == SQLiteErrorCode.SQLITE_CORRUPT.code
        || primary == SQLiteErrorCode.SQLITE_NOTADB.code) {
      return damaged(file, String.valueOf(e.getMessage()), e);
    }
    if (primary == SQLiteErrorCode.SQLITE_FULL.code
        || (primary == SQLiteErrorCode.SQLITE_IOERR.code && noSpaceFor(file))) {
      return full(file, e);
    }
    return new StoreException(
        Trouble.UNUSABLE, "The store %s cannot be used: %s".formatted(file, e.getMessage()), e);
  }

  /// Not everything that fails for want of space says so.
  private static boolean noSpaceFor(Path file) {
    try {
      return Files.getFileStore(file).getUsableSpace() < LITTLE;
    } catch (IOException _) {
      return false;
    }
  }

  private static StoreException full(Path file, @Nullable Throwable cause) {
    return new StoreException(
        Trouble.FULL,
        "The disk that holds %s is full: nothing was written; delete something or free some space, and try again."
            .formatted(file),
        cause);
  }

  private static StoreException damaged(Path file, String detail, @Nullable Throwable cause) {
    return new StoreException(
        Trouble.DAMAGED,
        "The store %s is damaged (%s): restore it from a copy, or move it away to start empty."
            .formatted(file, detail.lines().findFirst().orElse("")),
        cause);
  }
}
