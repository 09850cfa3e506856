package dev.trainyard.yard.node.volumes;

import io.fabric8.kubernetes.api.model.NFSVolumeSource;
import java.util.ArrayList;
import java.util.List;

/// A directory of an NFS server.
///
/// @param options those of nfs(5), as a PersistentVolume has them
record Export(String server, String path, List<String> options) {

  Export {
    options = List.copyOf(options);
  }

  static Export of(NFSVolumeSource source, List<String> options) {
    var all = new ArrayList<>(options);
    if (Boolean.TRUE.equals(source.getReadOnly())) {
      all.add("ro");
    }
    return new Export(source.getServer(), source.getPath(), all);
  }

  /// Numeric addresses with colons are put into brackets, as mount.nfs(8) wants it.
  String source() {
    var host = server.contains(":") && !server.startsWith("[") ? "[" + server + "]" : server;
    return host + ":" + path;
  }
}
