package dev.trainyard.yard.node;

import dev.trainyard.yard.node.network.Hostname;
import dev.trainyard.yard.node.network.Network;
import dev.trainyard.yard.node.supervisor.RunFiles;
import dev.trainyard.yard.node.view.Mount;
import dev.trainyard.yard.node.view.Rights;
import dev.trainyard.yard.node.view.Scene;
import dev.trainyard.yard.node.view.Trees;
import dev.trainyard.yard.node.volumes.PodVolumes;
import dev.trainyard.yard.node.volumes.Refused;
import dev.trainyard.yard.node.volumes.VolumeMounts;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Sets the scene for a container that is about to start: its volumes, its names, its user.
final class Scenes {

  private static final String MESSAGE = "/dev/termination-log";

  /// The container may run as any user.
  private static final Set<PosixFilePermission> ANYONE_WRITES =
      PosixFilePermissions.fromString("rw-rw-rw-");

  private final PodFiles files;
  private final PodVolumes volumes;
  private final Network network;
  private final List<Path> hidden;

  /// @param hidden what no container may look into
  Scenes(PodFiles files, PodVolumes volumes, Network network, List<Path> hidden) {
    this.files = files;
    this.volumes = volumes;
    this.network = network;
    this.hidden = List.copyOf(hidden);
  }

  /// @param directory where the container wants to begin
  /// @param rights who the container runs as
  /// @param gate filters its system calls
  /// @param own a directory of the node's own that the container must find in its place
  Scene of(
      Pod pod,
      Container container,
      Map<String, Discreet> environment,
      String directory,
      Optional<Path> own,
      Rights rights,
      Optional<Path> gate,
      RunFiles run)
      throws Refused, IOException {
    var uid = pod.getMetadata().getUid();
    var prepared = volumes.prepare(pod);
    var mounts =
        VolumeMounts.of(pod, container, prepared, text -> Expansion.expand(text, environment));
    if (rights.user().isPresent()) {
      Files.setAttribute(files.work(uid), "unix:uid", (int) rights.user().get().uid());
    }
    var surroundings = surroundings(pod, container, own, run);
    var work = files.work(uid);
    if (Path.of(directory).startsWith(work)) {
      surroundings.add(new Mount("working directory", work.toString(), work, false));
    } else {
      checkVisible(container, Path.of(directory).normalize(), mounts);
    }
    return new Scene(
        Hostname.ofPod(pod),
        mounts,
        surroundings,
        prepared.remotes(),
        directory,
        freshScratch(files.views(uid).resolve(container.getName())),
        Optional.ofNullable(container.getSecurityContext())
            .map(SecurityContext::getReadOnlyRootFilesystem)
            .orElse(false),
        hidden,
        rights,
        gate);
  }

  /// A container that begins in the yard's home itself begins in an empty directory.
  private void checkVisible(Container container, Path directory, List<Mount> mounts)
      throws Refused {
    var unseen =
        hidden.stream().anyMatch(it -> directory.startsWith(it) && !directory.equals(it))
            && mounts.stream().noneMatch(mount -> directory.startsWith(mount.at()));
    if (unseen) {
      throw new Refused(
          ("Container %s cannot begin in %s: no container sees what is in the home of the yard."
                  + " Choose another working directory, or another home with TRAINYARD_HOME.")
              .formatted(container.getName(), directory));
    }
  }

  /// Each run has a new one, as each run of an image would.
  private static Path freshScratch(Path scratch) throws IOException {
    Trees.delete(scratch);
    return Files.createDirectories(scratch);
  }

  private List<Mount> surroundings(Pod pod, Container container, Optional<Path> own, RunFiles run)
      throws IOException {
    var names = network.names(pod);
    var mounts = new ArrayList<Mount>();
    own.ifPresent(it -> put(mounts, it, it));
    lastMessage(container, run).ifPresent(mounts::add);
    put(mounts, Path.of("/etc/hosts"), names.hosts());
    if (names.resolver().isPresent()) {
      put(mounts, Path.of("/etc/resolv.conf"), names.resolver().get());
    }
    put(mounts, Path.of("/etc/hostname"), file(pod, "hostname", Hostname.ofPod(pod) + "\n"));
    // The kernel's own default for containers, 64 MiB, ends data loaders with a bus error; here a
    // pod may use what the machine has.
    put(mounts, Path.of("/dev/shm"), volumes.sharedMemory(pod.getMetadata().getUid()));
    return mounts;
  }

  /// The file in which a container says why it ends. Without one of its own, programs that write to
  /// the usual place would all write to the same file of the machine.
  private static Optional<Mount> lastMessage(Container container, RunFiles run) throws IOException {
    var at = Path.of(Optional.ofNullable(container.getTerminationMessagePath()).orElse(MESSAGE));
    if (!at.isAbsolute() || Files.isDirectory(at)) {
      return Optional.empty();
    }
    if (at.equals(Path.of(MESSAGE)) && !Files.exists(at)) {
      if (!Files.isWritable(at.getParent())) {
        return Optional.empty();
      }
      // A stand-in for /dev would hide devices that appear later, such as those of GPUs.
      createIfAbsent(at);
    }
    Files.createDirectories(run.directory());
    var file = LastWords.messageFile(run);
    createIfAbsent(file);
    Files.setPosixFilePermissions(file, ANYONE_WRITES);
    return Optional.of(new Mount("termination message", at.toString(), file, false));
  }

  private static void createIfAbsent(Path file) throws IOException {
    try {
      Files.createFile(file);
    } catch (FileAlreadyExistsException _) {
      // Another container was as quick.
    }
  }

  private static void put(List<Mount> mounts, Path at, Path from) {
    if (Files.exists(at)) {
      mounts.add(new Mount(at.getFileName().toString(), at.toString(), from, false));
    }
  }

  private Path file(Pod pod, String name, String content) throws IOException {
    var file = files.ofPod(pod.getMetadata().getUid()).resolve(name);
    if (!Files.exists(file)) {
      Files.writeString(file, content);
    }
    return file;
  }
}
