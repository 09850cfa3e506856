package dev.trainyard.yard.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.apiserver.LogSource.Request;
import dev.trainyard.yard.node.supervisor.RunFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ALogTest {

  @TempDir Path directory;
  private Request request =
      new Request(
          "team",
          "mnist",
          "u",
          "main",
          false,
          false,
          false,
          OptionalLong.empty(),
          OptionalLong.empty(),
          Optional.empty());

  @BeforeEach
  void write() throws IOException {
    put("log.2", line(1, "F", "one"), line(2, "F", "two"));
    put("log.1", line(3, "P", "thr"), line(3, "F", "ee"));
    put("log", line(4, "F", "four"));
  }

  @Test
  void is_read_through_all_its_files_in_order() throws Exception {
    assertThat(read()).isEqualTo("one\ntwo\nthree\nfour\n");
  }

  @Test
  void can_show_when_each_line_was_printed() throws Exception {
    request =
        new Request(
            "",
            "",
            "",
            "",
            false,
            false,
            true,
            OptionalLong.of(2),
            OptionalLong.empty(),
            Optional.empty());

    assertThat(read())
        .isEqualTo("2026-11-15T12:00:03.000000000Z three\n2026-11-15T12:00:04.000000000Z four\n");
  }

  @Test
  void can_be_read_from_its_end() throws Exception {
    assertThat(tail(1)).isEqualTo("four\n");
    assertThat(tail(2)).isEqualTo("three\nfour\n");
    assertThat(tail(0)).isEmpty();
    assertThat(tail(99)).isEqualTo("one\ntwo\nthree\nfour\n");
  }

  @Test
  void can_be_read_since_a_time() throws Exception {
    request =
        new Request(
            "",
            "",
            "",
            "",
            false,
            false,
            false,
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.of(Instant.parse("2026-11-15T12:00:03Z")));

    assertThat(read()).isEqualTo("three\nfour\n");
  }

  @Test
  void can_be_cut_off_after_some_bytes() throws Exception {
    request =
        new Request(
            "",
            "",
            "",
            "",
            false,
            false,
            false,
            OptionalLong.empty(),
            OptionalLong.of(6),
            Optional.empty());

    assertThat(read()).isEqualTo("one\ntw");
  }

  @Test
  void leaves_a_line_alone_that_is_still_being_written() throws Exception {
    Files.writeString(
        file("log"), "2026-11-15T12:00:05.000000000Z stdout F hal", StandardOpenOption.APPEND);

    assertThat(read()).endsWith("four\n");
  }

  @Test
  void is_followed_across_files_until_the_run_ends() throws Exception {
    request =
        new Request(
            "",
            "",
            "",
            "",
            true,
            false,
            false,
            OptionalLong.empty(),
            OptionalLong.empty(),
            Optional.empty());
    var out =
        new OutputStream() {
          final StringBuilder text = new StringBuilder();

          @Override
          public void write(int b) {
            text.append((char) b);
          }

          // Reacts to what was read, so that everything below happens while the reader follows.
          @Override
          public void flush() {
            try {
              if (text.toString().endsWith("four\n")) {
                put("log", line(5, "F", "five"));
              } else if (text.toString().endsWith("five\n")) {
                rotate();
                put("log", line(6, "F", "six"));
              } else if (text.toString().endsWith("six\n")) {
                Files.writeString(file("exit"), "{}");
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    put("log", line(4, "F", "four"));

    new LogReader(new RunFiles(directory), request, out, () -> false).write();

    assertThat(out.text.toString()).endsWith("four\nfour\nfive\nsix\n");
  }

  private void rotate() throws IOException {
    Files.delete(file("log.2"));
    Files.move(file("log.1"), file("log.2"));
    Files.move(file("log"), file("log.1"));
  }

  private String tail(long lines) throws IOException {
    request =
        new Request(
            "",
            "",
            "",
            "",
            false,
            false,
            false,
            OptionalLong.of(lines),
            OptionalLong.empty(),
            Optional.empty());
    return read();
  }

  private String read() throws IOException {
    var out = new ByteArrayOutputStream();
    new LogReader(new RunFiles(directory), request, out, () -> false).write();
    return out.toString(StandardCharsets.UTF_8);
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  private void put(String name, String... lines) throws IOException {
    Files.writeString(
        file(name), String.join("", lines), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String line(int second, String tag, String text) {
    return "2026-11-15T12:00:0%d.000000000Z stdout %s %s\n".formatted(second, tag, text);
  }
}
