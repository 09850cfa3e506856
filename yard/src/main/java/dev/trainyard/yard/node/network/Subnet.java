package dev.trainyard.yard.node.network;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The 254 addresses of one yard, `10.<second>.<third>.0/24`; the first is the machine's.
record Subnet(int second, int third) {

  static final int FIRST_POD = 2;
  static final int LAST_POD = 254;

  private static final Pattern BLOCK =
      Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+)\\.(\\d+)(?:/(\\d+))?");

  /// The upper half of 10/8, where cluster and cloud defaults are rarer.
  private static final int CHOICES = 128 * 256;

  /// The subnet that `seed` points to, or the next one that overlaps nothing in `routes`.
  static Optional<Subnet> choose(int seed, String routes) {
    var taken = blocks(routes);
    for (var step = 0; step < CHOICES; step++) {
      var number = Math.floorMod(seed + step, CHOICES);
      var subnet = new Subnet(128 + number / 256, number % 256);
      if (taken.stream().noneMatch(subnet::overlaps)) {
        return Optional.of(subnet);
      }
    }
    return Optional.empty();
  }

  private record Block(int address, int bits) {}

  private static List<Block> blocks(String routes) {
    var blocks = new ArrayList<Block>();
    var matcher = BLOCK.matcher(routes);
    while (matcher.find()) {
      var address = 0;
      for (var i = 1; i <= 4; i++) {
        address = address << 8 | Integer.parseInt(matcher.group(i));
      }
      blocks.add(
          new Block(
              address, Optional.ofNullable(matcher.group(5)).map(Integer::parseInt).orElse(32)));
    }
    return blocks;
  }

  private boolean overlaps(Block block) {
    var bits = Math.min(block.bits, 24);
    return bits == 0
        || (block.address ^ (10 << 24 | second << 16 | third << 8)) >>> (32 - bits) == 0;
  }

  String address(int number) {
    return "10.%d.%d.%d".formatted(second, third, number);
  }

  /// The machine itself, as pods see it.
  String gateway() {
    return address(1);
  }

  boolean contains(InetAddress address) {
    var bytes = address.getAddress();
    return bytes.length == 4
        && bytes[0] == 10
        && Byte.toUnsignedInt(bytes[1]) == second
        && Byte.toUnsignedInt(bytes[2]) == third;
  }

  String block() {
    return address(0) + "/24";
  }

  static Optional<Subnet> parse(String block) {
    var matcher = BLOCK.matcher(block.strip());
    return matcher.matches()
        ? Optional.of(
            new Subnet(Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3))))
        : Optional.empty();
  }
}
