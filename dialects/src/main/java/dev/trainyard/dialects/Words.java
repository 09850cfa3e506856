package dev.trainyard.dialects;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The closed list of words a field accepts, and what each means.
public final class Words<T> {

  /// No known word is nearly as long, and comparing costs the product of both lengths.
  private static final int MAX_WORD = 64;

  private final Map<String, T> meanings;

  private Words(Map<String, T> meanings) {
    this.meanings = meanings;
  }

  /// The words in the order messages list them.
  @SafeVarargs
  public static <T> Words<T> of(Map.Entry<String, ? extends T>... meanings) {
    var ordered = new LinkedHashMap<String, T>();
    for (var meaning : meanings) {
      ordered.put(meaning.getKey(), meaning.getValue());
    }
    return new Words<>(ordered);
  }

  public Optional<T> meaning(String word) {
    return Optional.ofNullable(meanings.get(word));
  }

  /// The word for a meaning that has one.
  public String word(T meaning) {
    return meanings.entrySet().stream()
        .filter(entry -> entry.getValue().equals(meaning))
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  public Collection<String> words() {
    return meanings.keySet();
  }

  public Optional<Problem> check(String path, String word) {
    return meanings.containsKey(word)
        ? Optional.empty()
        : Optional.of(Problem.unsupported(path, word, meanings.keySet()));
  }

  /// The known word that was probably meant.
  public static Optional<String> nearest(String word, Collection<String> known) {
    if (word.length() > MAX_WORD) {
      return Optional.empty();
    }
    String best = null;
    int shortest = Math.max(1, word.length() / 3) + 1;
    for (var candidate : known) {
      int distance = distance(lower(word), lower(candidate));
      if (distance < shortest) {
        shortest = distance;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /// Edits that turn one word into the other, a swap of neighbours counting once.
  private static int distance(String from, String to) {
    var rows = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          rows[i][j] = i + j;
          continue;
        }
        int same = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        rows[i][j] =
            Math.min(Math.min(rows[i - 1][j], rows[i][j - 1]) + 1, rows[i - 1][j - 1] + same);
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
        }
      }
    }
    return rows[from.length()][to.length()];
  }
}
