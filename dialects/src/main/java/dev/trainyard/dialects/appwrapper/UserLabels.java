package dev.trainyard.dialects.appwrapper;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/// Who somebody is, as the value of a label can say it.
final class UserLabels {

  private static final int MOST = 63;

  static String of(String name) {
    var bytes = name.getBytes(UTF_8);
    return new String(Arrays.copyOf(bytes, Math.min(MOST, bytes.length)), UTF_8)
        .replaceAll("[^A-Za-z0-9_.-]", "_")
        .replaceAll("^[-_.]+|[-_.]+$", "");
  }

  private UserLabels() {}
}
