package dev.trainyard.dialects.runai;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// Lists that are written as one text.
final class Lists {

  private static final Pattern BLANKS_OR_COMMAS = Pattern.compile("[\\s,]+");
  private static final Pattern SEMICOLONS_OR_COMMAS = Pattern.compile("[;,]");

  /// `a b`, `a,b` or `a, b`.
  static List<String> split(String text) {
    return parts(BLANKS_OR_COMMAS, text);
  }

  /// `1;2` or `1,2`, with any blanks.
  static List<String> ids(String text) {
    return parts(SEMICOLONS_OR_COMMAS, text);
  }

  private static List<String> parts(Pattern separator, String text) {
    return Arrays.stream(separator.split(text, -1))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  private Lists() {}
}
