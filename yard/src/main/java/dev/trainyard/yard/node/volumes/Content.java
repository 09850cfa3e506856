package dev.trainyard.yard.node.volumes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A file of a volume that is made from objects of the cluster: what is in it, and its permission
/// bits.
final class Content {

  private final byte[] bytes;
  private final int mode;

  Content(byte[] bytes, int mode) {
    this.bytes = bytes.clone();
    this.mode = mode;
  }

  static Content of(String text, int mode) {
    return new Content(text.getBytes(StandardCharsets.UTF_8), mode);
  }

  byte[] bytes() {
    return bytes.clone();
  }

  int mode() {
    return mode;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content content
        && content.mode == mode
        && Arrays.equals(content.bytes, bytes);
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
