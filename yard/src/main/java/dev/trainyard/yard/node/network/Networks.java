package dev.trainyard.yard.node.network;

import dev.trainyard.yard.node.network.IsolatedNetwork.Tools;
import dev.trainyard.yard.streams.Doorway;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Chooses how pods are connected on this machine, and says which way and why.
public final class Networks {

  private static final Optional<String> NO_MOUNTS =
      Optional.of("nothing can be mounted for a process and it would not find its neighbours");

  /// Follows the wish where it can; `notice` is told one line, the way chosen and the reason.
  ///
  /// @param mounts whether files can be mounted for a process, as a pod with its own names needs
  /// @param doorway how pods with networks of their own reach the API
  public static Network choose(
      Networking wish,
      boolean mounts,
      Path home,
      Neighbours neighbours,
      Doorway doorway,
      Consumer<String> notice)
      throws IOException {
    return switch (wish) {
      case SHARED -> shared(home, neighbours, "as asked", notice);
      case ISOLATED -> {
        var obstacle = mounts ? obstacle(home) : NO_MOUNTS;
        if (obstacle.isPresent()) {
          throw new IOException(
              "Pods cannot have networks of their own here, because %s. Use shared networking."
                  .formatted(obstacle.get()));
        }
        yield isolated(home, neighbours, doorway, notice);
      }
      case AUTO -> {
        var obstacle = mounts ? obstacle(home).or(Networks::noWayOut) : NO_MOUNTS;
        yield obstacle.isPresent()
            ? shared(home, neighbours, "because " + obstacle.get(), notice)
            : isolated(home, neighbours, doorway, notice);
      }
    };
  }

  private static Network shared(
      Path home, Neighbours neighbours, String why, Consumer<String> notice) throws IOException {
    notice.accept(
        ("Pods share this machine's network, %s; in what a process is told, names of Services are"
                + " replaced by 127.0.0.1 and their ports by free ones.")
            .formatted(why));
    return new SharedNetwork(home, neighbours);
  }

  private static Network isolated(
      Path home, Neighbours neighbours, Doorway doorway, Consumer<String> notice)
      throws IOException {
    var network = new IsolatedNetwork(home, neighbours, Tools.find().orElseThrow(), doorway);
    notice.accept(network.description());
    return network;
  }

  /// Why pods cannot have networks of their own, found out by making one.
  public static Optional<String> obstacle(Path home) throws IOException {
    if (!root()) {
      return Optional.of("only root may create network namespaces");
    }
    var tools = Tools.find();
    if (tools.isEmpty()) {
      return Optional.of("ip, nsenter, unshare or mount is not installed");
    }
    var ip = tools.get().ip();
    var name = "ty%s-0".formatted(IsolatedNetwork.id(home));
    try {
      ip.run("netns", "add", name);
      ip.run("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
      ip.run("link", "add", name + "b", "type", "bridge");
      tools
          .get()
          .nsenter()
          .run(
              "--net=/run/netns/" + name,
              "--",
              tools.get().unshare().program().toString(),
              "--mount",
              "--uts",
              "--",
              tools.get().mount().program().toString(),
              "--bind",
              "/dev/null",
              "/etc/hosts");
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("it was tried and " + e.getMessage());
    } finally {
      ip.ask("link", "delete", name + "b");
      ip.ask("link", "delete", name);
      ip.ask("netns", "delete", name);
    }
  }

  private static Optional<String> noWayOut() {
    return WayOut.find("").isPresent()
        ? Optional.empty()
        : Optional.of("neither iptables nor nft is installed and pods would have no way out");
  }

  private static boolean root() throws IOException {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  private Networks() {}
}
