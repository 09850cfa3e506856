package dev.trainyard.yard.node.volumes;

import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Persistent volume claims as directories that outlive every pod.
///
/// A claim that is bound to a volume is that volume, a path of this machine or of an NFS server.
/// Any other is given `volumes/<namespace>/<claim>` below the node's home and is told to be bound,
/// because one machine has nobody else to provide it.
final class Claims {

  /// Somebody else writes to the claim, it is gone, or it is not ours to tell about.
  private static final Set<Integer> NEGLIGIBLE =
      Set.of(
          HttpURLConnection.HTTP_CONFLICT,
          HttpURLConnection.HTTP_NOT_FOUND,
          HttpURLConnection.HTTP_FORBIDDEN);

  private final KubernetesClient client;
  private final Path home;
  private final HostPaths hostPaths;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  Claims(KubernetesClient client, Path home, HostPaths hostPaths) {
    this.client = client;
    this.home = home;
    this.hostPaths = hostPaths;
  }

  Backing backing(String volume, String namespace, String name) throws Refused, IOException {
    var claim = client.persistentVolumeClaims().inNamespace(namespace).withName(name).get();
    if (claim == null) {
      throw new Refused(
          "Volume %s: persistentvolumeclaim %s/%s not found; the pod starts once it exists."
              .formatted(volume, namespace, name));
    }
    var bound = Optional.ofNullable(claim.getSpec().getVolumeName()).filter(v -> !v.isEmpty());
    if (bound.isPresent()) {
      return ofVolume(volume, name, bound.get());
    }
    var directory = home.resolve("volumes").resolve(namespace).resolve(name);
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
      // Whoever reaches it may write, as on a freshly made volume; the home around it is private.
      Files.setAttribute(directory, "unix:mode", 0777);
    }
    tellBound(claim);
    return new Backing.Here(directory);
  }

  private Backing ofVolume(String volume, String claim, String name) throws Refused, IOException {
    var found = Optional.ofNullable(client.persistentVolumes().withName(name).get());
    if (found.isEmpty()) {
      throw new Refused(
          "Volume %s: claim %s is bound to persistentvolume %s, which does not exist."
              .formatted(volume, claim, name));
    }
    var spec = found.map(PersistentVolume::getSpec).orElseGet(PersistentVolumeSpec::new);
    if (spec.getHostPath() != null) {
      return new Backing.Here(hostPaths.of(volume, spec.getHostPath()));
    }
    var local = spec.getLocal();
    if (local != null && Files.exists(Path.of(local.getPath()))) {
      return new Backing.Here(hostPaths.visible(volume, Path.of(local.getPath())));
    }
    if (spec.getNfs() != null) {
      return new Backing.Elsewhere(Export.of(spec.getNfs(), spec.getMountOptions()));
    }
    throw new Refused(
        ("Volume %s: persistentvolume %s has no path on this machine. Here only hostPath, local and"
                + " nfs volumes can be mounted.")
            .formatted(volume, name));
  }

  /// Says so once; a controller that knows better may say otherwise afterwards.
  private void tellBound(PersistentVolumeClaim claim) {
    var known = Optional.ofNullable(claim.getStatus()).map(status -> status.getPhase());
    if (known.filter("Bound"::equals).isPresent() || !told.add(claim.getMetadata().getUid())) {
      return;
    }
    var asked =
        Optional.ofNullable(claim.getSpec().getResources())
            .map(resources -> resources.getRequests())
            .orElse(Map.of());
    var storage = Optional.ofNullable(asked.get("storage"));
    var bound =
        new PersistentVolumeClaimBuilder(claim)
            .editOrNewStatus()
            .withPhase("Bound")
            .withAccessModes(claim.getSpec().getAccessModes())
            .withCapacity(
                storage.map(size -> Map.of("storage", size)).orElse(Map.<String, Quantity>of()))
            .endStatus()
            .build();
    try {
      client.resource(bound).updateStatus();
    } catch (KubernetesClientException e) {
      if (!NEGLIGIBLE.contains(e.getCode())) {
        told.remove(claim.getMetadata().getUid());
        throw e;
      }
    }
  }
}
