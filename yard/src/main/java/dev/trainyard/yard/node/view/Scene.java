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
/// @param directory where the program begins, as it is called inside
/// @param scratch an empty directory of this machine, on which what is written beside mount points
///   is kept for the length of the run
/// @param user who the program runs as, where that is not the node's own user
public record Scene(
    String hostname,
    List<Mount> mounts,
    List<Mount> surroundings,
    String directory,
    Path scratch,
    boolean readOnlyRoot,
    Optional<User> user) {

  public Scene {
    mounts = List.copyOf(mounts);
    surroundings = List.copyOf(surroundings);
  }

  public record User(long uid, long gid, List<Long> groups) {
    public User {
      groups = List.copyOf(groups);
    }
  }

  /// Where the paths of a container with these mounts are on this machine.
  public static Places places(List<Mount> mounts) {
    return new Places(
        mounts.stream()
            .collect(Collectors.toMap(Mount::at, mount -> mount.from().toString(), (_, b) -> b)));
  }
}
