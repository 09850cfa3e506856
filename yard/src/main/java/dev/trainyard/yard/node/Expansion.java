package dev.trainyard.yard.node;

import java.util.Map;

/// Replaces `$(NAME)` as Kubernetes does: `$$` stands for one `$`, unknown names stay as written.
final class Expansion {

  static String expand(String text, Map<String, String> variables) {
    var expanded = new StringBuilder();
    var at = 0;
    while (at < text.length()) {
      var c = text.charAt(at);
      var next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
      var close = c == '$' && next == '(' ? text.indexOf(')', at + 2) : -1;
      if (c == '$' && next == '$') {
        expanded.append('$');
        at += 2;
      } else if (close >= 0) {
        var name = text.substring(at + 2, close);
        expanded.append(variables.getOrDefault(name, "$(" + name + ")"));
        at = close + 1;
      } else {
        expanded.append(c);
        at++;
      }
    }
    return expanded.toString();
  }

  private Expansion() {}
}
