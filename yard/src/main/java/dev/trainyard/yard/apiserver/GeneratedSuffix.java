package dev.trainyard.yard.apiserver;

import java.security.SecureRandom;
import java.util.Random;

/// What a generated name ends with.
final class GeneratedSuffix {

  static final int LENGTH = 5;

  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final Random RANDOM = new SecureRandom();

  static String next() {
    var suffix = new StringBuilder();
    for (int i = 0; i < LENGTH; i++) {
      suffix.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
    }
    return suffix.toString();
  }

  private GeneratedSuffix() {}
}
