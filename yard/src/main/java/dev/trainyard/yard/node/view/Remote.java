package dev.trainyard.yard.node.view;

import java.nio.file.Path;
import java.util.List;

/// A directory of another machine, mounted where only one container sees it, and gone with it.
///
/// @param program what mounts it, such as `mount.nfs`
/// @param source as that program wants it: `server:/path`
/// @param at an empty directory of this machine, from which volumes are taken
public record Remote(Path program, String source, List<String> options, Path at) {
  public Remote {
    options = List.copyOf(options);
  }
}
