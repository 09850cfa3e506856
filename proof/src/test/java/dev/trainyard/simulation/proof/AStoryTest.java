package dev.trainyard.simulation.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AStoryTest {

  private static final Path FILE =
      Path.of("../simulation/src/main/resources/dev/trainyard/simulation/proof", Finishes.FILE);

  /// With `-Dstories.write=true` the ends are written down anew, to be looked at.
  @Test
  void ends_where_it_is_known_to_end() throws IOException {
    var ends =
        Finishes.written(
            Stories.all().stream().map(story -> Map.entry(story, CrashPoints.undisturbed(story))));

    if (Boolean.getBoolean("stories.write")) {
      Files.writeString(FILE, ends);
    }

    assertThat(FILE).hasContent(ends);
  }
}
