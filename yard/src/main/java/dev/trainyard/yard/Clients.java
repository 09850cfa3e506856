package dev.trainyard.yard;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.NodeList;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.ServiceList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;

/// Clients that read what servers newer than their model answer, fields they do not know included.
public final class Clients {

  private static final List<Class<? extends KubernetesResource>> READ_BY_ALL =
      List.of(PodList.class, NodeList.class, ServiceList.class);

  /// One for all clients of a process: what it learns about a type takes longer than reading most
  /// objects of it.
  private static final class Shared {
    static final KubernetesSerialization SERIALIZATION =
        new KubernetesSerialization(
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false),
            true);
  }

  /// Whoever asks for it closes it.
  public static KubernetesClient of(Config config) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(Shared.SERIALIZATION)
        .build();
  }

  /// Learns how to read what every part of a cluster reads, for a caller that has something else to
  /// do meanwhile.
  public static void prepare() {
    READ_BY_ALL.forEach(type -> Shared.SERIALIZATION.unmarshal("{}", type));
  }

  private Clients() {}
}
