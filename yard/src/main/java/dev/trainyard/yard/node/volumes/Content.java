package dev.trainyard.yard.node.volumes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A file of a volume that is made from objects of the cluster.
///
/// @param mode its permission bits
record Content(byte[] bytes, int mode) {

  static Content of(String text, int mode) {
    return new Content(text.getBytes(StandardCharsets.UTF_8), mode);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content(var theirs, var mask)
        && mask == mode
        && Arrays.equals(theirs, bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /// Says nothing about what may be a secret.
  @Override
  public String toString() {
    return "Content[%d bytes, %o]".formatted(bytes.length, mode);
  }
}
