package dev.trainyard.yard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnInformerTest {

  @TempDir Path home;

  @Test
  void goes_on_after_a_restart_and_misses_nothing() {
    var seen = new Seen();
    var yard = Yard.open(home, Yard.Options.defaults());
    var address = yard.address();
    try (var client = Yard.connect(home);
        var informer = client.configMaps().inNamespace("default").inform(seen)) {
      create(client, "before");
      await().until(() -> seen.events.contains("added before"));

      yard.close();
      yard = Yard.open(home, Yard.Options.defaults());
      assertThat(yard.address()).isEqualTo(address);
      try (var other = yard.client()) {
        create(other, "after");
        other.configMaps().withName("before").delete();
      }

      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> seen.events.containsAll(List.of("added after", "deleted before")));
      assertThat(informer.getStore().list())
          .extracting(map -> map.getMetadata().getName())
          .containsExactlyInAnyOrder("after", "kube-root-ca.crt");
    } finally {
      yard.close();
    }
  }

  private static void create(KubernetesClient client, String name) {
    client
        .resource(new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build())
        .inNamespace("default")
        .create();
  }

  private static final class Seen implements ResourceEventHandler<ConfigMap> {
    private final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void onAdd(ConfigMap map) {
      events.add("added " + map.getMetadata().getName());
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {
      events.add("updated " + after.getMetadata().getName());
    }

    @Override
    public void onDelete(ConfigMap map, boolean unknown) {
      events.add("deleted " + map.getMetadata().getName());
    }
  }
}
