package dev.trainyard.yard.node.volumes;

import dev.trainyard.yard.node.view.Remote;
import dev.trainyard.yard.node.view.Trees;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the volumes of this node's pods, keeps them up to date and removes them.
///
/// Nothing is remembered but on disk: whatever is asked twice, by whichever yard, has the same
/// answer and leaves what programs have written alone.
public final class PodVolumes implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(PodVolumes.class);

  private static final int EVERYBODY = 0777;
  private static final int STICKY = 01777;
  private static final int OWNER_ONLY = 0700;
  private static final int EVERYBODY_READS = 0755;

  private static final Duration BETWEEN_RENEWALS = Duration.ofMinutes(1);

  private final MemoryArea memory;
  private final Function<String, Path> podDirectory;
  private final ClusterObjects cluster;
  private final ClusterObjects.Facts facts;
  private final HostPaths hostPaths;
  private final Claims claims;
  private final Nfs nfs;
  private final Followed followed;
  private final Map<String, Pod> pods = new ConcurrentHashMap<>();
  private final Consumer<String> notice;
  private final Thread renewals;
  private final AtomicBoolean tokensMissed = new AtomicBoolean();

  /// Begins with whatever an earlier yard left.
  ///
  /// @param mounted whether containers have their volumes mounted
  /// @param podDirectory where things of a pod are kept on disk, by its uid
  /// @param notice told once what a person should know
  public PodVolumes(
      KubernetesClient client,
      Path home,
      HostPaths hostPaths,
      boolean mounted,
      Function<String, Path> podDirectory,
      Facts facts,
      InstantSource clock,
      Consumer<String> notice)
      throws IOException {
    this.memory = MemoryArea.of(home);
    this.podDirectory = podDirectory;
    this.cluster = new ApiObjects(client, clock);
    this.facts = facts;
    this.hostPaths = hostPaths;
    this.claims = new Claims(client, home, hostPaths);
    this.nfs = Nfs.here(mounted);
    this.followed = new Followed(client, this::refresh);
    this.notice = notice;
    this.renewals = Thread.ofVirtual().name("tokens").start(this::renewTokens);
  }

  /// What `fieldRef` and `resourceFieldRef` may ask about a pod.
  public interface Facts extends ClusterObjects.Facts {}

  /// Makes sure that every volume of the pod is there, and says where.
  public synchronized Prepared prepare(Pod pod) throws Refused, IOException {
    var places = new LinkedHashMap<String, Path>();
    var remotes = new ArrayList<Remote>();
    var ownership = Ownership.of(pod);
    for (var volume : pod.getSpec().getVolumes()) {
      places.put(volume.getName(), prepare(pod, volume, ownership, remotes));
    }
    follow(pod);
    return new Prepared(places, remotes);
  }

  private Path prepare(Pod pod, Volume volume, Ownership ownership, List<Remote> remotes)
      throws Refused, IOException {
    var metadata = pod.getMetadata();
    if (volume.getHostPath() != null) {
      return hostPaths.of(volume.getName(), volume.getHostPath());
    }
    var claim = volume.getPersistentVolumeClaim();
    if (claim != null) {
      return switch (claims.backing(
          volume.getName(), metadata.getNamespace(), claim.getClaimName())) {
        case Backing.Here(var directory) -> {
          if (ownership.group().isPresent()) {
            ownership.open(directory, EVERYBODY);
          }
          yield directory;
        }
        case Backing.Elsewhere(var export) -> remote(pod, volume, export, remotes);
      };
    }
    if (volume.getNfs() != null) {
      return remote(pod, volume, Export.of(volume.getNfs(), List.of()), remotes);
    }
    var contents = Contents.of(pod, volume, cluster, facts);
    if (contents.isPresent()) {
      return show(pod, volume, contents.get(), ownership);
    }
    if (Kinds.endsWithThePod(volume)) {
      var empty = volume.getEmptyDir();
      var inMemory = empty != null && "Memory".equals(empty.getMedium());
      return emptyDirectory(room(metadata.getUid(), inMemory).resolve(volume.getName()), ownership);
    }
    throw new Refused(
        ("Volume %s: %s volumes cannot be mounted on this machine. Use a persistentVolumeClaim, a"
                + " hostPath or an emptyDir.")
            .formatted(volume.getName(), Kinds.of(volume)));
  }

  /// The place stays empty on this machine; each container mounts the export there for itself.
  private Path remote(Pod pod, Volume volume, Export export, List<Remote> remotes)
      throws Refused, IOException {
    var at = room(pod.getMetadata().getUid(), false).resolve(volume.getName());
    var remote = nfs.mount(volume.getName(), export, at);
    Files.createDirectories(at);
    remotes.add(remote);
    return at;
  }

  private static Path emptyDirectory(Path directory, Ownership ownership) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(directory);
      ownership.open(directory, EVERYBODY);
    }
    return directory;
  }

  private Path show(Pod pod, Volume volume, Contents.Collected contents, Ownership ownership)
      throws IOException {
    if (contents.tokenMissing() && tokensMissed.compareAndSet(false, true)) {
      notice.accept(
          ("Volume %s of pod %s has no service account token: this cluster issues none. The"
                  + " volume's other files are there.")
              .formatted(volume.getName(), pod.getMetadata().getName()));
    }
    var directory = room(pod.getMetadata().getUid(), contents.secret()).resolve(volume.getName());
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(directory);
    }
    var closed = contents.secret() && !ownership.others() && ownership.group().isEmpty();
    Files.setAttribute(directory, "unix:mode", closed ? OWNER_ONLY : EVERYBODY_READS);
    new SwappedDirectory(directory, ownership).show(contents.files());
    return directory;
  }

  /// The memory that the pod's containers share with each other and with nobody else.
  public synchronized Path sharedMemory(String uid) throws IOException {
    // No volume can be called this.
    var directory = room(uid, true).resolve(".shm");
    if (!Files.isDirectory(directory)) {
      Files.createDirectory(directory);
      Files.setAttribute(directory, "unix:mode", STICKY);
    }
    return directory;
  }

  private Path room(String uid, boolean inMemory) throws IOException {
    return MemoryArea.makePrivate(roomOf(uid, inMemory));
  }

  private Path roomOf(String uid, boolean inMemory) {
    return inMemory ? memory.ofPod(uid) : podDirectory.apply(uid).resolve("volumes");
  }

  /// From now on the pod's volumes change when the pod does, or what they are made from.
  public void follow(Pod pod) {
    if (pod.getSpec().getVolumes().isEmpty()) {
      return;
    }
    var before = Optional.ofNullable(pods.put(pod.getMetadata().getUid(), pod));
    followed.follow(pod);
    if (before.filter(it -> tellsOtherwise(it, pod)).isPresent()) {
      refresh(Set.of(pod.getMetadata().getUid()));
    }
  }

  /// Tokens expire without anybody telling us. The shortest allowed life is ten minutes.
  private void renewTokens() {
    try {
      while (true) {
        Thread.sleep(BETWEEN_RENEWALS);
        refresh(
            pods.values().stream()
                .filter(Kinds::holdsTokens)
                .map(pod -> pod.getMetadata().getUid())
                .collect(Collectors.toSet()));
      }
    } catch (InterruptedException _) {
      // The node closes.
    }
  }

  /// What of a pod may change and is told in volumes.
  private static boolean tellsOtherwise(Pod before, Pod after) {
    return !Objects.equals(before.getMetadata().getLabels(), after.getMetadata().getLabels())
        || !Objects.equals(
            before.getMetadata().getAnnotations(), after.getMetadata().getAnnotations());
  }

  private synchronized void refresh(Set<String> uids) {
    for (var uid : uids) {
      Optional.ofNullable(pods.get(uid)).ifPresent(this::refresh);
    }
  }

  /// An update that cannot be shown leaves what was shown before, as on every node.
  private void refresh(Pod pod) {
    try {
      var ownership = Ownership.of(pod);
      for (var volume : pod.getSpec().getVolumes()) {
        var room = roomOf(pod.getMetadata().getUid(), Kinds.mayHoldSecrets(volume));
        if (Files.isDirectory(room.resolve(volume.getName()))) {
          var contents = Contents.of(pod, volume, cluster, facts);
          if (contents.isPresent()) {
            show(pod, volume, contents.get(), ownership);
          }
        }
      }
    } catch (Refused e) {
      log.atInfo().addKeyValue("pod", pod.getMetadata().getName()).log(e.why());
    } catch (IOException | KubernetesClientException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("pod", pod.getMetadata().getName())
          .log("A volume could not be brought up to date");
    }
  }

  /// Nothing of the pod runs any more: what was made for it goes, claims stay.
  public synchronized void release(String uid) throws IOException {
    pods.remove(uid);
    followed.forget(uid);
    cluster.forget(uid);
    Trees.delete(memory.ofPod(uid));
    Trees.delete(podDirectory.apply(uid).resolve("volumes"));
  }

  /// Removes what killed yards left of pods that nobody knows any more.
  public void keepOnly(Set<String> uids) throws IOException {
    try (var entries = Files.newDirectoryStream(memory.directory())) {
      for (var entry : entries) {
        if (!uids.contains(entry.getFileName().toString())) {
          Trees.delete(entry);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    renewals.interrupt();
    followed.close();
    try (var entries = Files.newDirectoryStream(memory.directory())) {
      if (entries.iterator().hasNext()) {
        return;
      }
    }
    Files.deleteIfExists(memory.directory());
  }
}
