package dev.trainyard.cli.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AHistoryFileTest {

  @TempDir private Path directory;

  private static PastJob job(int number) {
    return new PastJob(
        "PyTorchJob",
        "default",
        "job-" + number,
        "uid-" + number,
        "Succeeded",
        Instant.EPOCH,
        Instant.EPOCH.plusSeconds(number),
        0,
        Optional.of("PyTorchJobSucceeded"),
        Optional.empty(),
        Optional.of("/logs"));
  }

  private Path file() {
    return directory.resolve("history.jsonl");
  }

  @Test
  void brings_back_what_was_added_once_each() throws IOException {
    var file = new HistoryFile(file());
    file.add(job(1));
    file.add(job(2));
    file.add(job(1));

    var again = new HistoryFile(file());
    again.add(job(2));

    assertThat(again.read()).containsExactly(job(1), job(2));
  }

  @Test
  void survives_half_a_line_that_a_crash_left() throws IOException {
    new HistoryFile(file()).add(job(1));
    Files.writeString(file(), "{\"kind\":\"PyTorchJob\",\"uid\":\"ui", StandardOpenOption.APPEND);

    var file = new HistoryFile(file());
    file.add(job(2));

    assertThat(new HistoryFile(file()).read()).containsExactly(job(1), job(2));
  }

  @Test
  void forgets_the_oldest_and_stays_small() throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < HistoryFile.KEPT + HistoryFile.KEPT / 4; i++) {
      text.append(job(i).json()).append('\n');
    }
    Files.writeString(file(), text);

    new HistoryFile(file()).add(job(99_999));

    assertThat(new HistoryFile(file()).read()).hasSize(HistoryFile.KEPT).endsWith(job(99_999));
  }

  @Test
  void keeps_the_newest_endings_in_whatever_order_they_come() throws IOException {
    var file = new HistoryFile(file());
    file.add(IntStream.range(0, 3 * HistoryFile.KEPT).mapToObj(i -> job((i * 7) % 3_000)).toList());

    var newest = IntStream.range(2 * HistoryFile.KEPT, 3 * HistoryFile.KEPT);
    assertThat(file.read()).containsExactlyElementsOf(newest.mapToObj(i -> job(i)).toList());
  }

  @Test
  void takes_nothing_in_again_that_it_has_forgotten() throws IOException {
    new HistoryFile(file())
        .add(IntStream.range(0, 2 * HistoryFile.KEPT).mapToObj(i -> job(i)).toList());
    var before = Files.readString(file());

    var file = new HistoryFile(file());
    file.add(IntStream.range(0, HistoryFile.KEPT).mapToObj(i -> job(i)).toList());

    assertThat(file.lacks("uid-1", job(1).ended())).isFalse();
    assertThat(file.lacks("uid-9999", job(9_999).ended())).isTrue();
    assertThat(Files.readString(file())).isEqualTo(before);
  }
}
