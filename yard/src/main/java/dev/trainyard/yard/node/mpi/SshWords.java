package dev.trainyard.yard.node.mpi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// What somebody who believes to call ssh asks for: `[options] [user@]host [options] command…`.
/// Options concern connections, of which there are none here.
///
/// @param command for a shell; like ssh, its words joined by blanks
record SshWords(String host, String command) {

  /// The options of ssh that take a value, in the same word or the next.
  private static final String WITH_VALUE = "BbcDEeFIiJLlmOoPpQRSWw";

  static Optional<SshWords> of(List<String> words) {
    var left = new ArrayDeque<>(words);
    skipOptions(left);
    if (left.isEmpty()) {
      return Optional.empty();
    }
    var host = left.removeFirst();
    skipOptions(left);
    return left.isEmpty()
        ? Optional.empty()
        : Optional.of(new SshWords(host, String.join(" ", left)));
  }

  private static void skipOptions(Deque<String> words) {
    while (!words.isEmpty()
        && words.peekFirst().length() > 1
        && words.peekFirst().startsWith("-")) {
      var option = words.removeFirst();
      if (option.equals("--")) {
        return;
      }
      if (valueFollows(option) && !words.isEmpty()) {
        words.removeFirst();
      }
    }
  }

  private static boolean valueFollows(String option) {
    for (var i = 1; i < option.length(); i++) {
      if (WITH_VALUE.indexOf(option.charAt(i)) >= 0) {
        return i == option.length() - 1;
      }
    }
    return false;
  }
}
