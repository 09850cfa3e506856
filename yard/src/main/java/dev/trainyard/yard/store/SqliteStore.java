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
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The store as one SQLite database: a table of current objects and a table of their history.
public final class SqliteStore implements Store {

  private static final int SCHEMA = 1;
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

  private SqliteStore(Path file, Connection connection) {
    this.file = file;
    this.connection = connection;
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
      var store = new SqliteStore(file, connect(file, maxPages));
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
  public void compact(long before) {
    inOneTransaction(
        () -> {
          // The newest row stays whatever is asked: it is how the sequence survives a restart.
          var sql =
              "delete from revisions where number < ? and number < (select max(number) from"
                  + " revisions)";
          try (var statement = connection.prepareStatement(sql)) {
            statement.setLong(1, before);
            statement.executeUpdate();
          }
        });
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
    if (primary == SQLiteErrorCode.SQLITE_FULL.code) {
      return new StoreException(
          Trouble.FULL,
          "The disk that holds %s is full: nothing was written; free some space and try again."
              .formatted(file),
          e);
    }
    return new StoreException(
        Trouble.UNUSABLE, "The store %s cannot be used: %s".formatted(file, e.getMessage()), e);
  }

  private static StoreException damaged(Path file, String detail, @Nullable Throwable cause) {
    return new StoreException(
        Trouble.DAMAGED,
        "The store %s is damaged (%s): restore it from a copy, or move it away to start empty."
            .formatted(file, detail.lines().findFirst().orElse("")),
        cause);
  }
}
