package dev.trainyard.engine.plan;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// A short name for a row of words, to tell one row from the next.
public final class Digest {

  public static String of(List<String> words) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      words.forEach(word -> sha.update((word + "\0").getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(sha.digest(), 0, 8);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Digest() {}
}
