package dev.trainyard.yard.apiserver.protobuf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Which field has which number in which type; `fields.txt` says how it is written.
final class FieldTable {

  private final Map<String, Map<Integer, Field>> types = new HashMap<>();

  /// A field's name in JSON, empty for a message whose fields stand directly in the object, what it
  /// holds, and whether it counts where it is empty or zero.
  record Field(String name, String type, boolean optional) {}

  private static final class Loaded {
    static final FieldTable TABLE = new FieldTable();
  }

  /// Read once, when the first client needs it.
  static FieldTable get() {
    return Loaded.TABLE;
  }

  private FieldTable() {
    var file = Objects.requireNonNull(FieldTable.class.getResourceAsStream("fields.txt"));
    try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      lines.lines().filter(line -> !line.startsWith("#")).forEach(this::read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(String line) {
    var words = line.split(" ", -1);
    var fields = new HashMap<Integer, Field>();
    for (int i = 1; i < words.length; i++) {
      var parts = words[i].split(":", 3);
      var optional = parts[2].startsWith("?");
      fields.put(
          Integer.valueOf(parts[1]),
          new Field(
              parts[0].replace("=", ""), optional ? parts[2].substring(1) : parts[2], optional));
    }
    types.put(words[0], fields);
  }

  /// Nothing for a type nobody knows.
  Optional<Map<Integer, Field>> fields(String type) {
    return Optional.ofNullable(types.get(type));
  }
}
