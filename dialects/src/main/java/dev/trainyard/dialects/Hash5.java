package dev.trainyard.dialects;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;

/// Five characters that tell apart what was made for two resources of one name: the beginning of
/// FNV-1a (64 bits) over the name and the uid.
public final class Hash5 {

  private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;
  private static final int LENGTH = 5;

  public static String of(String name, String uid) {
    long hash = OFFSET_BASIS;
    for (byte octet : (name + uid).getBytes(UTF_8)) {
      hash = (hash ^ (octet & 0xff)) * PRIME;
    }
    return HexFormat.of().toHexDigits(hash).substring(0, LENGTH);
  }

  private Hash5() {}
}
