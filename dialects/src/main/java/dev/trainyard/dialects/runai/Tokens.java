package dev.trainyard.dialects.runai;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A command line taken apart as a shell would, without its expansions: blanks separate words,
/// quotes and backslashes keep them together.
sealed interface Tokens {

  record Words(List<String> words) implements Tokens {
    public Words {
      words = List.copyOf(words);
    }
  }

  /// What was opened and never closed, in words for a person.
  record Unbalanced(String why) implements Tokens {}

  /// Variables that are known before the container starts. No shell is there to expand them.
  Pattern KNOWN =
      Pattern.compile(
          "\\$\\{(RUNAI_PROJECT|RUNAI_JOB_NAME|JOB_NAME|JOB_UUID|NODE_NAME|RUNAI_NUM_OF_GPUS)}");

  static Tokens of(String line) {
    return new Splitter(line).split();
  }

  /// The words of a line that was found good, with known variables as Kubernetes expands them.
  static List<String> forContainer(String line) {
    return switch (of(line)) {
      case Words(var words) ->
          words.stream().map(word -> KNOWN.matcher(word).replaceAll("\\$($1)")).toList();
      case Unbalanced(var why) -> throw new IllegalArgumentException(why);
    };
  }

  /// Goes through a line once.
  final class Splitter {

    private static final char NONE = 0;

    private final String line;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private char quote = NONE;

    private Splitter(String line) {
      this.line = line;
    }

    private Tokens split() {
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        boolean escapes = c == '\\' && escapes(i);
        if (escapes && i + 1 == line.length()) {
          return new Unbalanced("ends with a backslash");
        }
        if (escapes) {
          i++;
          add(line.charAt(i));
        } else {
          take(c);
        }
      }
      if (quote != NONE) {
        return new Unbalanced("has an unbalanced quote: %s is never closed".formatted(quote));
      }
      end();
      return new Words(words);
    }

    /// In double quotes it only protects a quote and itself.
    private boolean escapes(int at) {
      return switch (quote) {
        case NONE -> true;
        case '"' -> at + 1 < line.length() && "\"\\".indexOf(line.charAt(at + 1)) >= 0;
        default -> false;
      };
    }

    private void take(char c) {
      if (quote != NONE) {
        if (c == quote) {
          quote = NONE;
        } else {
          add(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        inWord = true;
      } else if (Character.isWhitespace(c)) {
        end();
      } else {
        add(c);
      }
    }

    private void add(char c) {
      word.append(c);
      inWord = true;
    }

    private void end() {
      if (inWord) {
        words.add(word.toString());
        word.setLength(0);
        inWord = false;
      }
    }
  }
}
