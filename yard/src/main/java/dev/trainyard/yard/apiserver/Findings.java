package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Collects what is wrong with an object, with the checks that many kinds share, in Kubernetes'
/// words.
final class Findings {

  static final int MAX_PORT = 65_535;
  private static final Pattern PORT_NAME = Pattern.compile("[-a-z0-9]*");
  private static final Pattern LETTER = Pattern.compile(".*[a-z].*");
  private static final Pattern ADDRESS =
      Pattern.compile("\\d+(\\.\\d+){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
  private static final Pattern PERCENT = Pattern.compile("[0-9]+%");
  private static final int MAX_PORT_NAME = 15;

  private final List<Violation> found = new ArrayList<>();

  List<Violation> all() {
    return found;
  }

  void add(Violation violation) {
    found.add(violation);
  }

  void required(String path) {
    found.add(Violation.required(path, ""));
  }

  void required(String path, String detail) {
    found.add(Violation.required(path, detail));
  }

  void invalid(String path, JsonNode value, String detail) {
    found.add(Violation.invalid(path, value, detail));
  }

  void forbidden(String path, String detail) {
    found.add(Violation.forbidden(path, detail));
  }

  /// Whether there is a text at all.
  boolean requireText(JsonNode object, String field, String path) {
    var there = !object.path(field).asText("").isEmpty();
    if (!there) {
      required(path + "." + field);
    }
    return there;
  }

  void oneOf(JsonNode value, String path, List<String> supported) {
    if (!supported.contains(value.asText(""))) {
      var shown = value.isMissingNode() ? TextNode.valueOf("") : value;
      found.add(Violation.notSupported(path, shown, supported));
    }
  }

  /// Nothing to say about what is not there.
  void optionalOneOf(JsonNode value, String path, List<String> supported) {
    if (!value.asText("").isEmpty()) {
      oneOf(value, path, supported);
    }
  }

  void between(JsonNode value, String path, long least, long most) {
    if (value.isNumber() && (value.asLong() < least || value.asLong() > most)) {
      invalid(path, value, "must be between %d and %d, inclusive".formatted(least, most));
    }
  }

  void notNegative(JsonNode object, String field, String path) {
    var value = object.path(field);
    if (value.isNumber() && value.asLong() < 0) {
      invalid(path + "." + field, value, "must be greater than or equal to 0");
    }
  }

  void name(String text, String path, NameRule rule) {
    rule.problems(text).forEach(problem -> invalid(path, TextNode.valueOf(text), problem));
  }

  /// A name, where there is one.
  void optionalName(JsonNode value, String path, NameRule rule) {
    if (!value.asText("").isEmpty()) {
      name(value.asText(), path, rule);
    }
  }

  void qualifiedName(String text, String path) {
    NameRule.qualifiedNameProblems(text)
        .forEach(problem -> invalid(path, TextNode.valueOf(text), problem));
  }

  void labels(JsonNode labels, String path) {
    for (var label : labels.properties()) {
      qualifiedName(label.getKey(), path);
      name(label.getValue().asText(), path, NameRule.LABEL_VALUE);
    }
  }

  /// A port by its number.
  void portNumber(JsonNode port, String path) {
    var number = port.isMissingNode() ? IntNode.valueOf(0) : port;
    between(number, path, 1, MAX_PORT);
  }

  /// A port by its number or its name.
  void port(JsonNode port, String path) {
    if (port.isTextual()) {
      portName(port.asText(), path);
    } else {
      portNumber(port, path);
    }
  }

  void portName(String name, String path) {
    var value = TextNode.valueOf(name);
    if (name.length() > MAX_PORT_NAME) {
      invalid(path, value, "must be no more than %d characters".formatted(MAX_PORT_NAME));
      return;
    }
    if (!PORT_NAME.matcher(name).matches()) {
      invalid(
          path, value, "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if (!LETTER.matcher(name).matches()) {
      invalid(path, value, "must contain at least one letter (a-z)");
    }
    if (name.contains("--")) {
      invalid(path, value, "must not contain consecutive hyphens");
    }
    if (name.startsWith("-") || name.endsWith("-")) {
      invalid(path, value, "must not begin or end with a hyphen");
    }
  }

  void address(JsonNode value, String path) {
    if (!isAddress(value.asText(""))) {
      invalid(path, value, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
  }

  /// Asks no name server: only what looks like an address is parsed.
  static boolean isAddress(String text) {
    try {
      return ADDRESS.matcher(text).matches() && InetAddress.ofLiteral(text) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  void range(JsonNode value, String path) {
    var parts = value.asText("").split("/", -1);
    var valid = parts.length == 2 && isAddress(parts[0]) && parts[1].matches("\\d{1,3}");
    if (!valid) {
      invalid(path, value, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    }
  }

  /// A number, or a share of all.
  void countOrPercent(JsonNode value, String path) {
    if (value.isTextual() && !PERCENT.matcher(value.asText()).matches()) {
      invalid(
          path,
          value,
          "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%', "
              + " or '93%', regex used for validation is '[0-9]+%')");
    } else if (value.isTextual() && value.asText().length() > 3 && !value.asText().equals("100%")) {
      invalid(path, value, "must not be greater than 100%");
    } else if (value.isNumber() && value.asLong() < 0) {
      invalid(path, value, "must be greater than or equal to 0");
    }
  }

  /// A path that stays below where it begins.
  void localPath(JsonNode value, String path) {
    if (value.asText().startsWith("/")) {
      invalid(path, value, "must be a relative path");
    }
    noWayUp(value, path);
  }

  void noWayUp(JsonNode value, String path) {
    if (List.of(value.asText().split("/", -1)).contains("..")) {
      invalid(path, value, "must not contain '..'");
    }
  }

  /// No process can be given a text with a NUL in it, and Kubernetes finds out only when it starts.
  void noNul(JsonNode value, String path) {
    if (value.asText("").indexOf('\0') >= 0) {
      invalid(path, value, "must not contain the character NUL, which ends texts for processes");
    }
  }

  /// The path of every element of a list.
  static String at(String path, int index) {
    return path + "[" + index + "]";
  }

  /// Remembers names; whoever has one that was there before is told.
  final class Unique {
    private final Set<String> seen = new HashSet<>();

    void add(JsonNode name, String path) {
      if (!seen.add(name.asText(""))) {
        found.add(Violation.duplicate(path, name));
      }
    }

    boolean has(String name) {
      return seen.contains(name);
    }
  }
}
