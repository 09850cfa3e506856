package dev.trainyard.cli.local;

import dev.trainyard.api.kueue.Kueue;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.scheduler.core.Lines;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;

/// The queue of AppWrappers that a new yard has. It would be there without these, too; with them
/// people can see it, and stop it.
final class WrapperQueues {

  private static final String FLAVOR = "default-flavor";

  static List<GenericKubernetesResource> all() {
    return List.of(
        made(Kueue.FLAVOR, FLAVOR, Map.of()),
        made(Kueue.CLUSTER_QUEUE, Lines.EVERYBODYS, Map.of("namespaceSelector", Map.of())),
        inDefault(
            made(
                Kueue.LOCAL_QUEUE,
                WrapperSettings.USUAL_QUEUE,
                Map.of("clusterQueue", Lines.EVERYBODYS))));
  }

  private static GenericKubernetesResource made(
      String kind, String name, Map<String, Object> spec) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(Kueue.GROUP + "/" + Kueue.VERSIONS.getFirst());
    object.setKind(kind);
    object.setMetadata(new ObjectMetaBuilder().withName(name).build());
    object.setAdditionalProperty("spec", spec);
    return object;
  }

  private static GenericKubernetesResource inDefault(GenericKubernetesResource object) {
    object.getMetadata().setNamespace("default");
    return object;
  }

  private WrapperQueues() {}
}
