package dev.trainyard.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.cli.history.HistoryFile;
import dev.trainyard.cli.local.LocalYard;
import dev.trainyard.cli.local.UsualSettings;
import dev.trainyard.cli.local.YardHome;
import dev.trainyard.dialects.Settings;
import dev.trainyard.integration.cluster.FinishedJobs;
import dev.trainyard.yard.Yard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("needs-the-yard")
class AYardWithManyFinishedJobsTest {

  private static final int MORE_THAN_IS_KEPT = 1_100;

  @TempDir private Path home;

  @Test
  void keeps_the_newest_in_its_history() throws IOException {
    FinishedJobs.in(home).add(MORE_THAN_IS_KEPT);
    var file = new YardHome(home).history();

    try (var yard =
        LocalYard.start(
            new YardHome(home),
            UsualSettings.at(Settings.Place.YARD),
            Yard.Options.defaults(),
            _ -> {})) {
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () -> assertThat(new HistoryFile(file).read()).hasSizeGreaterThanOrEqualTo(1_000));
      assertThat(yard.running()).isEmpty();
    }

    var kept = new HistoryFile(file).read();
    assertThat(kept).hasSize(1_000);
    assertThat(kept.getFirst().name()).isEqualTo("done-%06d".formatted(MORE_THAN_IS_KEPT - 999));
    assertThat(kept.getLast().name()).isEqualTo("pattern");
  }
}
