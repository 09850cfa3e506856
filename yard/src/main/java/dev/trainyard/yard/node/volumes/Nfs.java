package dev.trainyard.yard.node.volumes;

import dev.trainyard.yard.node.network.Tool;
import dev.trainyard.yard.node.view.Remote;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Directories of NFS servers, as far as this machine can mount them.
///
/// @param obstacle why it cannot
/// @param program mounts them
/// @param answers whether a server can be reached, so that no container begins that would wait for
///   it for ever
record Nfs(Optional<String> obstacle, Path program, Predicate<InetSocketAddress> answers) {

  private static final int PORT = 2049;
  private static final int PATIENCE = 1000;

  /// What nfs(5) and mount(8) know that concerns nothing but the volume itself.
  private static final Set<String> OPTIONS =
      Set.of(
          "ac",
          "acdirmax",
          "acdirmin",
          "acl",
          "acregmax",
          "acregmin",
          "actimeo",
          "async",
          "atime",
          "bg",
          "clientaddr",
          "cto",
          "defaults",
          "diratime",
          "exec",
          "fg",
          "fsc",
          "hard",
          "intr",
          "local_lock",
          "lock",
          "lookupcache",
          "max_connect",
          "minorversion",
          "mountport",
          "mountproto",
          "mountvers",
          "namlen",
          "nconnect",
          "nfsvers",
          "noac",
          "noacl",
          "noatime",
          "nocto",
          "nodev",
          "nodiratime",
          "noexec",
          "nofsc",
          "nointr",
          "nolock",
          "nordirplus",
          "noresvport",
          "nosharecache",
          "nosuid",
          "port",
          "proto",
          "rdirplus",
          "relatime",
          "resvport",
          "retrans",
          "retry",
          "ro",
          "rsize",
          "rw",
          "sec",
          "sharecache",
          "soft",
          "softerr",
          "softreval",
          "strictatime",
          "sync",
          "tcp",
          "timeo",
          "trunkdiscovery",
          "udp",
          "vers",
          "wsize");

  /// @param mounted whether containers have their volumes mounted
  static Nfs here(boolean mounted) throws IOException {
    var program = Tool.find("mount.nfs").map(Tool::program);
    var root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    var missing =
        Stream.of(
                missing(mounted, "volumes are not mounted here, as `trainyard doctor` explains"),
                missing(root, "only root may mount them, and this node is not root"),
                missing(
                    program.isPresent(),
                    "mount.nfs is not installed (it is part of nfs-common or nfs-utils)"),
                missing(kernelKnows(), "this machine's kernel has no nfs, nor a module for it"))
            .flatMap(Optional::stream)
            .toList();
    return new Nfs(
        missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing)),
        program.orElse(Path.of("mount.nfs")),
        Nfs::connects);
  }

  private static Optional<String> missing(boolean there, String otherwise) {
    return there ? Optional.empty() : Optional.of(otherwise);
  }

  private static boolean kernelKnows() throws IOException {
    var known = Path.of("/proc/filesystems");
    var release = Path.of("/proc/sys/kernel/osrelease");
    if (Files.exists(known) && Files.readString(known).contains("\tnfs")) {
      return true;
    }
    if (!Files.exists(release)) {
      return false;
    }
    var modules = Path.of("/lib/modules", Files.readString(release).strip(), "modules.dep");
    return Files.exists(modules) && Files.readString(modules).contains("/nfs.ko");
  }

  private static boolean connects(InetSocketAddress server) {
    try (var socket = new Socket()) {
      socket.connect(server, PATIENCE);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /// @param volume the name a person gave it
  /// @param at an empty directory
  Remote mount(String volume, Export export, Path at) throws Refused {
    if (obstacle.isPresent()) {
      throw new Refused(
          "Volume %s: nfs volumes cannot be mounted on this machine: %s."
              .formatted(volume, obstacle.get()));
    }
    if (export.server().startsWith("-") || !export.path().startsWith("/")) {
      throw new Refused(
          "Volume %s: %s is not a directory of an NFS server.".formatted(volume, export.source()));
    }
    for (var option : export.options()) {
      check(volume, option);
    }
    if (!answers.test(new InetSocketAddress(bare(export.server()), port(export)))) {
      throw new Refused(
          "Volume %s: NFS server %s does not answer on port %d; the pod starts once it does."
              .formatted(volume, export.server(), port(export)));
    }
    var options = new ArrayList<>(export.options());
    // Nobody watches which devices and programs of another machine's root a server shows.
    options.addAll(List.of("nodev", "nosuid"));
    return new Remote(program, export.source(), options, at);
  }

  private static void check(String volume, String option) throws Refused {
    var name = option.split("=", 2)[0];
    if (!OPTIONS.contains(name) || !option.matches("[A-Za-z0-9_.:=/-]+")) {
      throw new Refused(
          "Volume %s: mountOptions: \"%s\" is not an option of nfs(5) that is followed here."
              .formatted(volume, option));
    }
  }

  private static String bare(String server) {
    return server.replaceAll("[\\[\\]]", "");
  }

  private static int port(Export export) {
    return export.options().stream()
        .filter(option -> option.matches("port=[1-9]\\d{0,4}"))
        .map(option -> Integer.parseInt(option.substring("port=".length())))
        .filter(port -> port < 1 << 16)
        .findFirst()
        .orElse(PORT);
  }
}
