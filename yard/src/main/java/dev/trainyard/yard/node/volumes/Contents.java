package dev.trainyard.yard.node.volumes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceFieldSelector;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.Volume;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Collects the files of one volume that is made from objects of the cluster.
final class Contents {

  private static final int READABLE = 0644;

  /// Where nobody said otherwise, a secret is for its owner.
  private static final int PRIVATE = 0600;

  private final Pod pod;
  private final Volume volume;
  private final ClusterObjects cluster;
  private final ClusterObjects.Facts facts;
  private final Map<String, Content> files = new TreeMap<>();
  private boolean tokenMissing;

  private Contents(Pod pod, Volume volume, ClusterObjects cluster, ClusterObjects.Facts facts) {
    this.pod = pod;
    this.volume = volume;
    this.cluster = cluster;
    this.facts = facts;
  }

  /// @param tokenMissing a service account's token was asked for and the cluster issues none
  record Collected(Map<String, Content> files, boolean secret, boolean tokenMissing) {}

  /// The volume's files, or nothing when it is not made from objects of the cluster.
  static Optional<Collected> of(
      Pod pod, Volume volume, ClusterObjects cluster, ClusterObjects.Facts facts)
      throws Refused, IOException {
    var contents = new Contents(pod, volume, cluster, facts);
    return contents.collect()
        ? Optional.of(
            new Collected(contents.files, Kinds.mayHoldSecrets(volume), contents.tokenMissing))
        : Optional.empty();
  }

  private boolean collect() throws Refused, IOException {
    var map = volume.getConfigMap();
    if (map != null) {
      configMap(
          map.getName(), map.getItems(), mode(map.getDefaultMode(), READABLE), map.getOptional());
      return true;
    }
    var secret = volume.getSecret();
    if (secret != null) {
      secret(
          secret.getSecretName(),
          secret.getItems(),
          mode(secret.getDefaultMode(), PRIVATE),
          secret.getOptional());
      return true;
    }
    var downward = volume.getDownwardAPI();
    if (downward != null) {
      downward(downward.getItems(), mode(downward.getDefaultMode(), READABLE));
      return true;
    }
    if (volume.getProjected() != null) {
      projected();
      return true;
    }
    return false;
  }

  private void projected() throws Refused, IOException {
    var given = volume.getProjected().getDefaultMode();
    for (var source : volume.getProjected().getSources()) {
      var map = source.getConfigMap();
      var secret = source.getSecret();
      var downward = source.getDownwardAPI();
      var token = source.getServiceAccountToken();
      if (map != null) {
        configMap(map.getName(), map.getItems(), mode(given, READABLE), map.getOptional());
      } else if (secret != null) {
        secret(secret.getName(), secret.getItems(), mode(given, PRIVATE), secret.getOptional());
      } else if (downward != null) {
        downward(downward.getItems(), mode(given, READABLE));
      } else if (token != null) {
        token(token, mode(given, PRIVATE));
      } else {
        throw new Refused(
            "Volume %s: only configMap, secret, downwardAPI and serviceAccountToken can be projected here."
                .formatted(volume.getName()));
      }
    }
  }

  private void configMap(String name, List<KeyToPath> items, int mode, @Nullable Boolean optional)
      throws Refused {
    keys("ConfigMap", name, cluster.configMap(namespace(), name), items, mode, optional);
  }

  private void secret(String name, List<KeyToPath> items, int mode, @Nullable Boolean optional)
      throws Refused {
    keys("Secret", name, cluster.secret(namespace(), name), items, mode, optional);
  }

  private void keys(
      String kind,
      String name,
      Optional<Map<String, byte[]>> found,
      List<KeyToPath> items,
      int mode,
      @Nullable Boolean optional)
      throws Refused {
    var required = !Boolean.TRUE.equals(optional);
    if (found.isEmpty() && required) {
      throw new Refused(
          "Volume %s: %s %s/%s does not exist; the pod starts once it does."
              .formatted(volume.getName(), kind, namespace(), name));
    }
    var data = found.orElse(Map.of());
    if (items.isEmpty()) {
      for (var entry : data.entrySet()) {
        add(entry.getKey(), new Content(entry.getValue(), mode));
      }
    }
    for (var item : items) {
      var value = Optional.ofNullable(data.get(item.getKey()));
      if (value.isEmpty() && required) {
        throw new Refused(
            "Volume %s: %s %s/%s has no key \"%s\"; the pod starts once it does."
                .formatted(volume.getName(), kind, namespace(), name, item.getKey()));
      }
      if (value.isPresent()) {
        add(item.getPath(), new Content(value.get(), mode(item.getMode(), mode)));
      }
    }
  }

  private void downward(List<DownwardAPIVolumeFile> items, int mode) throws Refused, IOException {
    for (var item : items) {
      var field = item.getFieldRef();
      var resource = item.getResourceFieldRef();
      var value =
          field != null
              ? facts.field(pod, field.getFieldPath())
              : resource != null ? resource(resource) : Optional.<String>empty();
      if (value.isEmpty()) {
        throw new Refused(
            "Volume %s: file %s names nothing that a pod may read about itself."
                .formatted(volume.getName(), item.getPath()));
      }
      add(item.getPath(), Content.of(value.get(), mode(item.getMode(), mode)));
    }
  }

  private Optional<String> resource(ResourceFieldSelector wanted) throws IOException {
    var container =
        Stream.concat(
                pod.getSpec().getContainers().stream(), pod.getSpec().getInitContainers().stream())
            .filter(one -> one.getName().equals(wanted.getContainerName()))
            .findFirst();
    return container.isEmpty() ? Optional.empty() : Optional.of(resource(container.get(), wanted));
  }

  private String resource(Container container, ResourceFieldSelector wanted) throws IOException {
    return facts.resource(
        pod,
        container,
        wanted.getResource(),
        Optional.ofNullable(wanted.getDivisor()).map(Object::toString));
  }

  /// Where the cluster issues no tokens the file is left out; programs that can do without one go
  /// on, and the others name the file they miss.
  private void token(ServiceAccountTokenProjection wanted, int mode) throws Refused {
    var token = cluster.token(pod, wanted);
    if (token.isPresent()) {
      add(wanted.getPath(), Content.of(token.get(), mode));
    } else {
      tokenMissing = true;
    }
  }

  private void add(String path, Content content) throws Refused {
    files.put(inside(path), content);
  }

  /// A file of a volume never leaves it.
  private String inside(String path) throws Refused {
    var normal = Path.of(path).normalize();
    if (normal.isAbsolute()
        || normal.toString().isEmpty()
        || normal.toString().startsWith("..")
        || !normal.equals(Path.of(path))) {
      throw new Refused(
          "Volume %s: \"%s\" is not a path below the volume.".formatted(volume.getName(), path));
    }
    return normal.toString();
  }

  private String namespace() {
    return pod.getMetadata().getNamespace();
  }

  private static int mode(@Nullable Integer given, int otherwise) {
    return Optional.ofNullable(given).orElse(otherwise);
  }
}
