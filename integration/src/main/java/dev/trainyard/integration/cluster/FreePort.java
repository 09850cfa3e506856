package dev.trainyard.integration.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/// A port for a server that starts a little later. Linux gives none of these to whoever connects to
/// somebody, and a yard none to its Services, so nobody takes it by chance meanwhile.
public final class FreePort {

  private static final int FIRST = 10_000;
  private static final int END = 20_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  /// Never the same twice.
  public static int next() {
    return ThreadLocalRandom.current()
        .ints(FIRST, END)
        .filter(port -> GIVEN.add(port) && unused(port))
        .findFirst()
        .orElseThrow();
  }

  private static boolean unused(int port) {
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private FreePort() {}
}
