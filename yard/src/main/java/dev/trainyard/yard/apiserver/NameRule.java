package dev.trainyard.yard.apiserver;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What Kubernetes lets things be called.
enum NameRule {
  SUBDOMAIN(
      253,
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*",
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is '%s')"),
  LABEL(
      63,
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?",
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc',"
          + " regex used for validation is '%s')"),
  PATH_SEGMENT(1_000, "(?!\\.\\.?$)[^/%%]+", "may not be '.' or '..', nor contain '/' or '%%'"),
  QUALIFIED_PART(
      63,
      "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]",
      "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end"
          + " with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex"
          + " used for validation is '%s')"),
  LABEL_VALUE(
      63,
      "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?",
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
          + " 'my_value',  or '12345', regex used for validation is '%s')");

  /// Repeated without going back, or Java's matcher goes one step deeper into the stack each time.
  private static final String REPEATED_GROUP = ")*";

  private final int limit;
  private final Pattern pattern;
  private final String advice;

  NameRule(int limit, String pattern, String advice) {
    this.limit = limit;
    this.pattern = Pattern.compile(pattern.replace(REPEATED_GROUP, REPEATED_GROUP + "+"));
    this.advice = advice.formatted(pattern);
  }

  private String unit() {
    return switch (this) {
      case QUALIFIED_PART, LABEL_VALUE -> "bytes";
      case SUBDOMAIN, LABEL, PATH_SEGMENT -> "characters";
    };
  }

  boolean accepts(String text) {
    return problems(text).isEmpty();
  }

  List<String> problems(String text) {
    var problems = new ArrayList<String>();
    if (text.length() > limit) {
      problems.add("must be no more than %d %s".formatted(limit, unit()));
    }
    if (!pattern.matcher(text).matches()) {
      var dots = this == LABEL && SUBDOMAIN.pattern.matcher(text).matches();
      problems.add(dots ? "must not contain dots" : advice);
    }
    return problems;
  }

  /// Keys of labels and annotations: a name, with a domain and a slash before it where it has one.
  static List<String> qualifiedNameProblems(String key) {
    var parts = key.split("/", -1);
    if (parts.length > 2) {
      return List.of(
          "a valid label key "
              + QUALIFIED_PART.advice.replaceFirst("name part ", "")
              + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    }
    var problems = new ArrayList<String>();
    if (parts.length == 2) {
      if (parts[0].isEmpty()) {
        problems.add("prefix part must be non-empty");
      } else {
        SUBDOMAIN.problems(parts[0]).forEach(problem -> problems.add("prefix part " + problem));
      }
    }
    var name = parts[parts.length - 1];
    if (name.isEmpty()) {
      problems.add("name part must be non-empty");
    }
    QUALIFIED_PART.problems(name).stream()
        .map(problem -> problem.startsWith("name part ") ? problem : "name part " + problem)
        .forEach(problems::add);
    return problems;
  }
}
