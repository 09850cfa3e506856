package dev.trainyard.yard.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AKilledStoreTest {

  private static final int WRITERS = 8;
  private static final int ACKNOWLEDGED_BEFORE_THE_KILL = 200;

  @TempDir Path directory;

  /// Writes pairs for ever and prints the number of each pair once the ledger says it is durable.
  static final class Writing {
    public static void main(String[] args) {
      var ledger = new Ledger(SqliteStore.open(Path.of(args[0])), Ledger.Limits.defaults());
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < WRITERS; i++) {
          var writer = i;
          threads.execute(() -> writeForEver(ledger, writer));
        }
      }
    }

    private static void writeForEver(Ledger ledger, int writer) {
      for (int i = 0; ; i++) {
        var name = "%d-%d".formatted(writer, i);
        ledger.write(
            tx -> {
              tx.put(new Key("left", "", name), JsonNodeFactory.instance.objectNode());
              return tx.put(new Key("right", "", name), JsonNodeFactory.instance.objectNode());
            });
        System.out.println(name);
      }
    }
  }

  @Test
  void has_every_acknowledged_write_and_no_half_of_any() throws Exception {
    var process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Writing.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var acknowledged = new HashSet<String>();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      while (acknowledged.size() < ACKNOWLEDGED_BEFORE_THE_KILL) {
        acknowledged.add(lines.readLine());
      }
      process.toHandle().destroyForcibly();
      // What was printed before the kill counts as well. A last line that was cut short is either
      // no name or, by its number, the name of an earlier pair.
      lines.lines().filter(line -> line.matches("\\d-\\d+")).forEach(acknowledged::add);
    }
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();

    try (var ledger = new Ledger(SqliteStore.open(directory), Ledger.Limits.defaults())) {
      var left = names(ledger, "left");
      assertThat(names(ledger, "right")).isEqualTo(left);
      acknowledged.removeAll(left);
      assertThat(acknowledged).isEmpty();
      assertThat(ledger.revision()).isEqualTo(left.size() * 2L);
    }
  }

  private static Set<String> names(Ledger ledger, String resource) {
    var names = new HashSet<String>();
    ledger.everything().objects().stream()
        .map(StoredObject::key)
        .forEach(
            key -> {
              if (key.resource().equals(resource)) {
                names.add(key.name());
              }
            });
    assertThat(ledger.list(resource, Optional.empty()).objects()).hasSameSizeAs(names);
    return names;
  }
}
