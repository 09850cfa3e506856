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
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;

/// Clients that read what servers newer than their model answer, fields they do not know included,
/// and for which an object that cannot be read is one object ([Unreadable]).
public final class Clients {

  private static final List<Class<? extends KubernetesResource>> READ_BY_ALL =
      List.of(PodList.class, NodeList.class, ServiceList.class);

  /// One for all clients of a process: what it learns about a type takes longer than reading most
  /// objects of it.
  private static final class Shared {
    static final KubernetesSerialization SERIALIZATION =
        new ObjectByObject(
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false));
  }

  /// Whoever asks for it closes it.
  public static KubernetesClient of(Config config) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(Shared.SERIALIZATION)
        .build();
  }

  /// For a server that shows this very certificate; any other server learns nothing.
  static KubernetesClient of(Config config, X509Certificate certificate) {
    // Whom the configuration trusts is replaced below; this keeps the library from reading the
    // authorities of this machine first.
    config.setTrustCerts(true);
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withKubernetesSerialization(Shared.SERIALIZATION)
        .withHttpClientBuilderConsumer(
            http ->
                http.sslContext(new KeyManager[0], new TrustManager[] {new Pinned(certificate)}))
        .build();
  }

  /// Learns how to read what every part of a cluster reads, for a caller that has something else to
  /// do meanwhile.
  public static void prepare() {
    READ_BY_ALL.forEach(type -> Shared.SERIALIZATION.unmarshal("{}", type));
  }

  private Clients() {}
}
