package dev.trainyard.yard.node.view;

import dev.trainyard.yard.node.supervisor.Places;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What one container is to find around it.
///
/// @param mounts the volumes
/// @param surroundings further files and directories, such as its own `/etc/hosts`; a volume in the
///   same place wins
/// @param remotes what is mounted before the volumes are taken from there
/// @param directory where the program begins, as it is called inside
/// @param scratch an empty directory of this machine, on which what is written beside mount points
///   is kept for the length of the run
/// @param hidden directories of this machine that the container finds empty, but for what is
///   mounted in them
/// @param rights who the program runs as, and what it may do
/// @param gate filters its system calls
public record Scene(
    String hostname,
    List<Mount> mounts,
    List<Mount> surroundings,
    List<Remote> remotes,
    String directory,
    Path scratch,
    boolean readOnlyRoot,
    List<Path> hidden,
    Rights rights,
    Optional<Path> gate) {

  public Scene {
    mounts = List.copyOf(mounts);
    surroundings = List.copyOf(surroundings);
    remotes = List.copyOf(remotes);
    hidden = List.copyOf(hidden);
  }

  /// Where the container's paths are on this machine.
  public Places places() {
    var elsewhere = remotes.stream().map(Remote::at).collect(Collectors.toSet());
    return new Places(
        mounts.stream()
            .collect(
                Collectors.toMap(
                    Mount::at,
                    mount -> elsewhere.contains(mount.from()) ? "" : mount.from().toString(),
                    (_, b) -> b)));
  }
}
