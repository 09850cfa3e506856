package dev.trainyard.yard.node.supervisor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The few fields of `/proc/<pid>/stat` that we need.
record ProcStat(char state, long group, long startTicks) {

  static Optional<ProcStat> read(long pid) {
    try {
      return parse(
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// The program's name stands in brackets and may itself hold brackets and blanks, so the fields
  /// are counted from the last closing one.
  static Optional<ProcStat> parse(String line) {
    var bracket = line.lastIndexOf(')');
    if (bracket < 0 || bracket + 2 >= line.length()) {
      return Optional.empty();
    }
    var fields = line.substring(bracket + 2).split(" ", -1);
    if (fields.length < 20) {
      return Optional.empty();
    }
    return Optional.of(
        new ProcStat(
            fields[0].charAt(0), Long.parseLong(fields[2]), Long.parseLong(fields[19].strip())));
  }

  /// By a signal, or by somebody who looks into it; nothing of it runs.
  boolean stopped() {
    return state == 'T' || state == 't';
  }

  boolean ended() {
    return state == 'Z' || state == 'X';
  }
}
