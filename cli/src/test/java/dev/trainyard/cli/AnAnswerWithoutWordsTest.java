package dev.trainyard.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnAnswerWithoutWordsTest {

  @Test
  void is_told_by_its_number() {
    assertThatThrownBy(
            () ->
                OnlineCommand.explained(
                    Optional.empty(),
                    () -> {
                      throw new KubernetesClientException(null, 503, null);
                    }))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("The cluster answered with 503: ")
        .hasMessageNotContaining("null");
  }
}
