package dev.trainyard.cli.offline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnUnquotedWordTest {

  @TempDir private Path directory = Path.of("");

  /// `kubectl create --dry-run=client -o json` reads the same.
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = '|',
      textBlock =
          """
          yes          | true
          NO           | false
          on           | true
          Off          | false
          y            | true
          nope         | "nope"
          "yes"        | "yes"
          !!str yes    | "yes"
          ~            | null
          null         | null
          nil          | "nil"
          12           | 12
          -7           | -7
          +7           | 7
          1_000        | 1000
          0644         | 420
          0o17         | 15
          0x1F         | 31
          0b101        | 5
          08           | 8
          2.0          | 2
          1.10         | 1.1
          1e3          | 1000
          .5           | 0.5
          1.2.3        | "1.2.3"
          1:30         | "1:30"
          2024-01-01   | "2024-01-01"
          500m         | "500m"
          99999999999  | 99999999999
          """)
  void means_what_it_means_to_kubernetes(String written, String json) throws Exception {
    var manifest = Jobs.SETTINGS.replace("\"0.1\"", written);

    var outcome = Desk.in(directory).file("a.yaml", manifest).run("plan", "-o", "json", "a.yaml");

    var read = new ObjectMapper().readTree(outcome.out()).at("/items/0/data/rate");
    assertThat(read).isEqualTo(new ObjectMapper().readTree(json));
  }
}
