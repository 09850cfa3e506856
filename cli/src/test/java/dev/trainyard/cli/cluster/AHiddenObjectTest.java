package dev.trainyard.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.LiveLookup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AHiddenObjectTest {

  @Test
  void is_not_there_for_who_may_not_see_it() {
    var hidden = new Permitted(new Answering(403));

    assertThat(hidden.find(Attached.CONFIG_MAPS, "team", "train")).isEmpty();
    assertThat(hidden.list(Attached.CONFIG_MAPS, "team")).isEmpty();
  }

  @Test
  void is_not_taken_for_one_that_cannot_be_asked_for() {
    var broken = new Permitted(new Answering(503));

    assertThatThrownBy(() -> broken.list(Attached.CONFIG_MAPS, "team"))
        .isInstanceOf(KubernetesClientException.class);
  }

  private record Answering(int code) implements LiveLookup.Source {

    @Override
    public Optional<GenericKubernetesResource> find(
        Attached.Kind kind, String namespace, String name) {
      throw refusal();
    }

    @Override
    public List<GenericKubernetesResource> list(Attached.Kind kind, String namespace) {
      throw refusal();
    }

    private KubernetesClientException refusal() {
      return new KubernetesClientException(new StatusBuilder().withCode(code).build());
    }
  }
}
