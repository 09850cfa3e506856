package dev.trainyard.yard.node.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.node.volumes.Tokens.Issued;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjectionBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ATokenTest {

  private static final Pod POD =
      new PodBuilder().withNewMetadata().withUid("uid").endMetadata().build();
  private static final ServiceAccountTokenProjection WANTED =
      new ServiceAccountTokenProjectionBuilder().withPath("token").build();

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private int issued;
  private final Tokens tokens =
      new Tokens(
          (_, _) -> Optional.of(new Issued("token-" + ++issued, now.plus(Duration.ofMinutes(10)))),
          () -> now);

  @Test
  void is_used_for_most_of_its_time_and_then_renewed() {
    assertThat(tokens.of(POD, WANTED)).contains("token-1");
    now = now.plus(Duration.ofMinutes(7));
    assertThat(tokens.of(POD, WANTED)).contains("token-1");
    now = now.plus(Duration.ofMinutes(1));
    assertThat(tokens.of(POD, WANTED)).contains("token-2");
  }

  @Test
  void is_forgotten_with_its_pod() {
    assertThat(tokens.of(POD, WANTED)).contains("token-1");
    tokens.forget("uid");
    assertThat(tokens.of(POD, WANTED)).contains("token-2");
  }

  @Test
  void is_asked_for_again_where_the_cluster_had_none() {
    var none = new Tokens((_, _) -> Optional.empty(), () -> now);

    assertThat(none.of(POD, WANTED)).isEmpty();
    assertThat(none.of(POD, WANTED)).isEmpty();
  }
}
