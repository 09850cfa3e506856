package dev.trainyard.yard.node.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ASubnetTest {

  @TempDir Path directory;

  @Test
  void follows_from_its_seed() {
    assertThat(Subnet.choose(5, "")).contains(new Subnet(128, 5));
    assertThat(Subnet.choose(0x8002, "")).contains(new Subnet(128, 2));
    assertThat(Subnet.choose(256 * 3 + 7, "").orElseThrow().block()).isEqualTo("10.131.7.0/24");
  }

  @Test
  void makes_way_for_what_the_machine_already_uses() {
    var routes =
        """
        default via 192.0.2.1 dev eth0
        10.128.5.0/24 dev ty000005 proto kernel scope link src 10.128.5.1
        10.128.6.16/28 dev tun0
        local 10.128.7.9 dev lo table local
        """;

    assertThat(Subnet.choose(5, routes)).contains(new Subnet(128, 8));
  }

  @Test
  void makes_way_for_a_wider_network() {
    assertThat(Subnet.choose(5, "10.128.0.0/16 dev vpn")).contains(new Subnet(129, 0));
    assertThat(Subnet.choose(5, "10.0.0.0/8 dev vpn")).isEmpty();
  }

  @Test
  void survives_being_written_down() {
    var subnet = new Subnet(200, 31);

    assertThat(Subnet.parse(subnet.block() + "\n")).contains(subnet);
    assertThat(subnet.gateway()).isEqualTo("10.200.31.1");
  }

  @Test
  void gives_each_pod_the_lowest_free_address_and_remembers() throws Exception {
    var book = new AddressBook(directory.resolve("addresses"));

    assertThat(book.of("a")).isEqualTo(2);
    assertThat(book.of("b")).isEqualTo(3);
    assertThat(book.of("a")).isEqualTo(2);
    book.forget("a");

    var again = new AddressBook(directory.resolve("addresses"));
    assertThat(again.of("b")).isEqualTo(3);
    assertThat(again.of("c")).isEqualTo(2);
  }

  @Test
  void knows_a_resolver_that_pods_cannot_reach() {
    assertThat(Resolver.loopback("nameserver 127.0.0.53\noptions edns0\n")).isTrue();
    assertThat(Resolver.loopback("# nameserver 127.0.0.1\nnameserver 10.0.0.2\n")).isFalse();
  }
}
