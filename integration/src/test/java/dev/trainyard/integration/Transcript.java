package dev.trainyard.integration;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// What somebody typed and what they saw, without what is different every time: ages, times, uids,
/// addresses, and the width of columns.
final class Transcript {

  private record Rewriting(Pattern seen, String written) {}

  private final Kubectl kubectl;
  private final String namespace;
  private final StringBuilder text = new StringBuilder();

  private static final List<Rewriting> REWRITINGS =
      List.of(
          rewriting("/\\S+(?=/NAMESPACE/)", "PIPES"),
          rewriting("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME"),
          rewriting("\\w{3}, \\d\\d \\w{3} \\d{4} [\\d:]+ [+-]\\d{4}", "TIME"),
          rewriting("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UID"),
          rewriting("\\b\\d+\\.\\d+\\.\\d+\\.\\d+\\b", "ADDRESS"),
          rewriting("(?m)(?<=\\s)(\\d+[dhms])+(?=\\s|$)", "AGE"),
          rewriting("(?<=[Vv]ersion: {1,9}\"?)\\d+\"?", "NUMBER"),
          // Newer releases of kubectl say where, older ones do not.
          rewriting("(?<=deleted) from NAMESPACE namespace", ""),
          rewriting("(?<=\\S)[ \\t]{2,}(?=\\S)", "  "),
          rewriting("(?m)[ \\t]+$", ""));

  private static Rewriting rewriting(String seen, String written) {
    return new Rewriting(Pattern.compile(seen), written);
  }

  Transcript(Kubectl kubectl, String namespace) {
    this.kubectl = kubectl;
    this.namespace = namespace;
  }

  /// Nothing typed here needs quotes.
  void type(String command) {
    type(command, "");
  }

  void type(String command, String input) {
    var words = Arrays.asList(command.split(" "));
    var answer = kubectl.run(words.subList(1, words.size()), input);
    text.append("$ ").append(command).append('\n');
    input.lines().forEach(line -> text.append("> ").append(line).append('\n'));
    text.append(rewritten(answer.text()));
    if (answer.exitCode() != 0) {
      text.append("(exit ").append(answer.exitCode()).append(")\n");
    }
    text.append('\n');
  }

  private String rewritten(String seen) {
    var rewritten = seen.replace(namespace, "NAMESPACE");
    for (var rewriting : REWRITINGS) {
      rewritten = rewriting.seen().matcher(rewritten).replaceAll(rewriting.written());
    }
    return rewritten;
  }

  String text() {
    return text.toString();
  }
}
