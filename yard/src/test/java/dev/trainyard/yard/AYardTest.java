package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AYardTest {

  @TempDir Path home;

  @Test
  void keeps_what_it_was_told_across_a_restart() {
    try (var yard = Yard.open(home, Yard.Options.defaults());
        var client = yard.client()) {
      client
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName("settings")
                  .endMetadata()
                  .withData(Map.of("a", "b"))
                  .build())
          .create();
    }

    try (var yard = Yard.open(home, Yard.Options.defaults());
        var client = yard.client()) {
      assertThat(client.configMaps().withName("settings").get().getData())
          .isEqualTo(Map.of("a", "b"));
    }
  }
}
