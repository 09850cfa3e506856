package dev.trainyard.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Rows below a heading, each column as wide as its widest cell.
final class Table {

  private static final String GAP = "   ";

  private final List<List<String>> rows = new ArrayList<>();

  Table(List<String> heading) {
    rows.add(List.copyOf(heading));
  }

  void add(List<String> row) {
    rows.add(List.copyOf(row));
  }

  List<String> lines() {
    var widths =
        IntStream.range(0, rows.getFirst().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static String line(List<String> row, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length())).append(GAP);
    }
    return line.toString().stripTrailing();
  }
}
