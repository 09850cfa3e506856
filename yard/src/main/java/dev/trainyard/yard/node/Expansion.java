package dev.trainyard.yard.node;

import java.util.Map;
import java.util.Optional;

/// Replaces `$(NAME)` as Kubernetes does: `$$` stands for one `$`, unknown names stay as written.
/// What came from a Secret stays as written in the form that others may read.
final class Expansion {

  static Discreet expand(String text, Map<String, Discreet> variables) {
    var value = new StringBuilder();
    var shown = new StringBuilder();
    var at = 0;
    while (at < text.length()) {
      var c = text.charAt(at);
      var next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
      var close = c == '$' && next == '(' ? text.indexOf(')', at + 2) : -1;
      if (c == '$' && next == '$') {
        value.append('$');
        shown.append('$');
        at += 2;
      } else if (close >= 0) {
        var written = text.substring(at, close + 1);
        var found = Optional.ofNullable(variables.get(text.substring(at + 2, close)));
        value.append(found.map(Discreet::value).orElse(written));
        shown.append(found.map(Discreet::shown).orElse(written));
        at = close + 1;
      } else {
        value.append(c);
        shown.append(c);
        at++;
      }
    }
    return new Discreet(value.toString(), shown.toString());
  }

  private Expansion() {}
}
