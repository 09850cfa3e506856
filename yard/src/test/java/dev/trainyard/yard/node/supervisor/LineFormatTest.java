package dev.trainyard.yard.node.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LineFormatTest {

  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00.5Z");
  private static final String HEAD = "2026-11-15T12:00:00.500000000Z stdout ";

  private final StringBuilder written = new StringBuilder();
  private final LineFormat format =
      new LineFormat("stdout", block -> written.append(new String(block, StandardCharsets.UTF_8)));

  @Test
  void joins_a_line_that_arrives_in_pieces() {
    print("hel");
    assertThat(written).isEmpty();

    print("lo\nnext\n");

    assertThat(written).hasToString(HEAD + "F hello\n" + HEAD + "F next\n");
  }

  @Test
  void keeps_empty_lines_and_carriage_returns() {
    print("\n50%\r100%\n");

    assertThat(written).hasToString(HEAD + "F \n" + HEAD + "F 50%\r100%\n");
  }

  @Test
  void cuts_a_very_long_line_into_parts_that_add_up() {
    print("x".repeat(LineFormat.LONGEST_PART + 3) + "\n");

    var lines = written.toString().split("\n");
    assertThat(lines).hasSize(2);
    assertThat(lines[0]).isEqualTo(HEAD + "P " + "x".repeat(LineFormat.LONGEST_PART));
    assertThat(lines[1]).isEqualTo(HEAD + "F xxx");
  }

  @Test
  void writes_what_is_left_when_the_stream_ends() {
    print("bye");
    format.end(NOW);
    format.end(NOW);

    assertThat(written).hasToString(HEAD + "F bye\n");
  }

  @Test
  void reads_only_the_bytes_it_was_given() {
    var buffer = Arrays.copyOf("one\n".getBytes(StandardCharsets.UTF_8), 100);
    format.accept(buffer, 4, NOW);

    assertThat(written).hasToString(HEAD + "F one\n");
  }

  private void print(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    format.accept(bytes, bytes.length, NOW);
  }
}
