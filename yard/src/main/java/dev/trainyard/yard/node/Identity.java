package dev.trainyard.yard.node;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Who a process is and what it may do, as the kernel tells it.
///
/// @param groups numbers with commas between them
/// @param capabilities the most that root gets there, by their numbers: `cap_7`
/// @param mayGain whether programs that belong to root, such as `sudo`, give more rights
record Identity(long user, long group, String groups, Set<String> capabilities, boolean mayGain) {

  /// @param process its directory in `/proc`
  static Identity of(Path process) throws IOException {
    try (var lines = Files.lines(process.resolve("status"))) {
      return of(
          lines
              .map(line -> line.split(":\\s*", 2))
              .filter(pair -> pair.length == 2)
              .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1].strip(), (a, _) -> a)));
    }
  }

  private static Identity of(Map<String, String> fields) {
    var bounding = new BigInteger(fields.getOrDefault("CapBnd", "0"), 16);
    return new Identity(
        first(fields.getOrDefault("Uid", "0")),
        first(fields.getOrDefault("Gid", "0")),
        fields.getOrDefault("Groups", "").replaceAll("\\s+", ","),
        IntStream.range(0, bounding.bitLength())
            .filter(bounding::testBit)
            .mapToObj("cap_%d"::formatted)
            .collect(Collectors.toUnmodifiableSet()),
        !fields.getOrDefault("NoNewPrivs", "0").equals("1"));
  }

  private static long first(String numbers) {
    return Long.parseLong(numbers.split("\\s+", 2)[0]);
  }

  boolean samePerson(Identity other) {
    return user == other.user && group == other.group && groups.equals(other.groups);
  }
}
