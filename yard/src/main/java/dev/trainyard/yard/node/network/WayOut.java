package dev.trainyard.yard.node.network;

import java.io.IOException;
import java.util.Optional;

/// Lets pods reach the world behind the machine's own address, and keeps the world out.
interface WayOut {

  void open(String bridge, Subnet subnet) throws IOException;

  void close() throws IOException;

  /// The tool of this machine that can do it.
  static Optional<WayOut> find(String id) {
    return Tool.find("iptables")
        .<WayOut>map(tool -> new Iptables(tool, "TY-" + id))
        .or(() -> Tool.find("nft").map(tool -> new Nftables(tool, "trainyard_" + id)));
  }

  /// Everything stands in chains of our own, so that closing leaves no rule behind.
  record Iptables(Tool iptables, String chain) implements WayOut {
    @Override
    public void open(String bridge, Subnet subnet) throws IOException {
      var nat = iptables.ask("-w", "-t", "nat", "-S", chain);
      if (nat.ok() && nat.text().contains(subnet.block())) {
        return; // An earlier yard opened it and its pods may be using it.
      }
      close();
      var inside = subnet.block();
      iptables.run("-w", "-t", "nat", "-N", chain);
      iptables.run("-w", "-N", chain);
      iptables.run("-w", "-A", chain, "-i", bridge, "-j", "ACCEPT");
      iptables.run(
          "-w",
          "-A",
          chain,
          "-o",
          bridge,
          "-m",
          "conntrack",
          "--ctstate",
          "RELATED,ESTABLISHED",
          "-j",
          "ACCEPT");
      iptables.run("-w", "-A", chain, "-o", bridge, "-j", "DROP");
      iptables.run("-w", "-I", "FORWARD", "-j", chain);
      iptables.run("-w", "-t", "nat", "-A", "POSTROUTING", "-j", chain);
      // Last, because its presence says that all is there.
      iptables.run(
          "-w", "-t", "nat", "-A", chain, "-s", inside, "!", "-d", inside, "-j", "MASQUERADE");
    }

    @Override
    public void close() throws IOException {
      for (var table : new String[] {"nat", "filter"}) {
        var from = table.equals("nat") ? "POSTROUTING" : "FORWARD";
        if (iptables.succeeds("-w", "-t", table, "-S", chain)) {
          iptables.ask("-w", "-t", table, "-D", from, "-j", chain);
          iptables.run("-w", "-t", table, "-F", chain);
          iptables.run("-w", "-t", table, "-X", chain);
        }
      }
    }
  }

  /// One table of our own.
  record Nftables(Tool nft, String table) implements WayOut {
    @Override
    public void open(String bridge, Subnet subnet) throws IOException {
      if (nft.succeeds("list", "table", "ip", table)) {
        return;
      }
      // One transaction: all of it or nothing.
      nft.run(
          """
          table ip %s {
            chain out {
              type nat hook postrouting priority srcnat;
              ip saddr %s ip daddr != %s masquerade
            }
            chain through {
              type filter hook forward priority filter;
              iifname "%s" accept
              oifname "%s" ct state related,established accept
              oifname "%s" drop
            }
          }
          """
              .formatted(table, subnet.block(), subnet.block(), bridge, bridge, bridge));
    }

    @Override
    public void close() throws IOException {
      nft.ask("delete", "table", "ip", table);
    }
  }
}
