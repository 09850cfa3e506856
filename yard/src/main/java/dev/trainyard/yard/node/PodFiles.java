package dev.trainyard.yard.node;

import dev.trainyard.yard.node.supervisor.DurableFile;
import dev.trainyard.yard.node.view.Trees;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Where the node keeps what belongs to pods: the living below `pods`, what the gone ones printed
/// below `logs`.
record PodFiles(Path home) {

  /// No container can be called this, so its files and ours never meet.
  private static final String POD = ".pod";

  Path pod(String uid) {
    return home.resolve("pods").resolve(uid);
  }

  /// Things of the pod as a whole.
  Path ofPod(String uid) {
    return pod(uid).resolve(POD);
  }

  Path work(String uid) {
    return ofPod(uid).resolve("work");
  }

  /// What the containers' own views of the file system are built on.
  Path views(String uid) {
    return ofPod(uid).resolve("views");
  }

  Path container(String uid, String name) {
    return pod(uid).resolve(name);
  }

  /// Makes room for a pod, and notes whose it is for the day its object is gone.
  void admit(Pod pod) throws IOException {
    var metadata = pod.getMetadata();
    var identity = ofPod(metadata.getUid()).resolve("identity");
    if (!Files.exists(identity)) {
      Files.createDirectories(work(metadata.getUid()));
      DurableFile.write(identity, metadata.getNamespace() + "/" + metadata.getName());
    }
  }

  /// Notes that nothing of an ended pod runs or is held any more: no node needs to look at it again
  /// until it is deleted.
  void settle(String uid) throws IOException {
    var mark = settled(uid);
    if (Files.isDirectory(pod(uid)) && !Files.exists(mark)) {
      Files.createDirectories(ofPod(uid));
      DurableFile.write(mark, "");
    }
  }

  /// A pod without files has never had anything here.
  boolean isSettled(String uid) {
    return Files.exists(settled(uid)) || !Files.exists(pod(uid));
  }

  private Path settled(String uid) {
    return ofPod(uid).resolve("settled");
  }

  /// The pods that have files here.
  Set<String> pods() throws IOException {
    return new TreeSet<>(names(home.resolve("pods")));
  }

  /// The containers of a pod that were ever started.
  List<String> containers(String uid) throws IOException {
    return names(pod(uid)).stream().filter(name -> !name.equals(POD)).toList();
  }

  /// The runs of a container, of a pod that lives or is gone.
  Optional<Path> find(String namespace, String pod, String uid, String container) {
    var living = container(uid, container);
    if (Files.isDirectory(living)) {
      return Optional.of(living);
    }
    var gone = archive(namespace, pod, uid).resolve(container);
    return Files.isDirectory(gone) ? Optional.of(gone) : Optional.empty();
  }

  /// The pod is gone: what it printed stays, up to the logs of `kept` pods; the rest goes.
  void retire(String uid, int kept) throws IOException {
    var identity = identity(uid);
    if (identity.isPresent()) {
      var words = identity.get().split("/", 2);
      var archive = archive(words[0], words[1], uid);
      for (var container : containers(uid)) {
        Files.createDirectories(archive);
        Files.move(
            container(uid, container), archive.resolve(container), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    Trees.delete(pod(uid));
    forgetOldest(kept);
  }

  private Optional<String> identity(String uid) throws IOException {
    try {
      return Optional.of(Files.readString(ofPod(uid).resolve("identity")));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  private Path archive(String namespace, String pod, String uid) {
    return home.resolve("logs").resolve(namespace).resolve(pod + "." + uid);
  }

  private void forgetOldest(int kept) throws IOException {
    var logs = home.resolve("logs");
    if (!Files.isDirectory(logs)) {
      return;
    }
    List<Path> gone;
    try (var tree = Files.walk(logs, 2)) {
      gone =
          tree.filter(path -> path.getNameCount() == logs.getNameCount() + 2)
              .sorted(
                  Comparator.comparingLong((Path path) -> path.toFile().lastModified()).reversed())
              .toList();
    }
    for (var old : gone.stream().skip(kept).toList()) {
      RunsOnDisk.deleteRecursively(old);
    }
  }

  private static List<String> names(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (var entries = Files.list(directory)) {
      return entries.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }
}
