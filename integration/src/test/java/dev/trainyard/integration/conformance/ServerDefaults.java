package dev.trainyard.integration.conformance;

import java.util.List;
import java.util.regex.Pattern;

/// What a kube-apiserver writes into objects whose authors have not, and the yard does not: whoever
/// reads such a field here goes by the same value where it is missing. Listed in `defaults.txt`.
final class ServerDefaults {

  private record Default(Pattern path, String value) {}

  private static final List<Default> ALL =
      Texts.resource("defaults.txt")
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" ", 2))
          .map(words -> new Default(pattern(words[0]), words[1].trim()))
          .toList();

  /// `[]` is any element, and the path may stand in a list or an event.
  private static Pattern pattern(String path) {
    return Pattern.compile(
        "(items\\[\\d+]\\.|\\[\\d+]\\.object\\.)?\\Q"
            + path.replace("[]", "\\E\\[\\d+]\\Q").replace("*", "\\E.*\\Q")
            + "\\E");
  }

  static boolean has(String path, String value) {
    return ALL.stream()
        .anyMatch(known -> known.value().equals(value) && known.path().matcher(path).matches());
  }

  private ServerDefaults() {}
}
