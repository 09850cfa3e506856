package dev.trainyard.dialects.pods;

import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The shapes of names and labels. `kubernetes/kubernetes v1.36 apimachinery/pkg/util/validation`
public final class Names {

  private static final int MAX_LABEL = 63;
  private static final int MAX_SUBDOMAIN = 253;
  private static final int MAX_PORT_NAME = 15;

  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  private static final Pattern QUALIFIED =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern PORT = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern VARIABLE = Pattern.compile("[ -<>-~]+");
  private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");

  /// As containers, volumes and hosts are named.
  public static Optional<Problem> label(String at, @Nullable String name) {
    if (name == null || name.isEmpty()) {
      return Optional.of(Problem.required(at, "give it a name"));
    }
    return matches(LABEL, MAX_LABEL, name)
        ? Optional.empty()
        : Optional.of(
            Problem.invalid(
                at,
                name,
                "must be no more than %d lower case letters, digits and '-', and start and end with"
                        .formatted(MAX_LABEL)
                    + " a letter or digit"));
  }

  /// A Job's: it is also the value of a label on its pods.
  public static Optional<Problem> jobName(String at, String name) {
    return subdomain(at, name, MAX_LABEL);
  }

  /// As most objects are named.
  static Optional<Problem> subdomain(String at, String name) {
    return subdomain(at, name, MAX_SUBDOMAIN);
  }

  private static Optional<Problem> subdomain(String at, String name, int most) {
    return matches(SUBDOMAIN, most, name)
        ? Optional.empty()
        : Optional.of(
            Problem.invalid(
                at,
                name,
                "must be no more than %d lower case letters, digits, '-' and '.', and start and end"
                        .formatted(most)
                    + " with a letter or digit"));
  }

  /// A name that another object must have.
  public static Optional<Problem> reference(String at, @Nullable String name) {
    return name == null || name.isEmpty()
        ? Optional.of(Problem.required(at, "say which one"))
        : subdomain(at, name);
  }

  /// A key of labels, annotations and the like: `name`, or `domain/name`.
  static boolean isKey(String key) {
    int slash = key.indexOf('/');
    var name = key.substring(slash + 1);
    return matches(QUALIFIED, MAX_LABEL, name)
        && (slash < 0 || matches(SUBDOMAIN, MAX_SUBDOMAIN, key.substring(0, slash)));
  }

  public static Optional<Problem> key(String at, String key) {
    return isKey(key)
        ? Optional.empty()
        : Optional.of(
            Problem.invalid(
                at,
                key,
                ("must be a name of no more than %d letters, digits, '-', '_' and '.', starting and"
                        + " ending with a letter or digit, or such a name after a domain and '/'")
                    .formatted(MAX_LABEL)));
  }

  public static Optional<Problem> labelValue(String at, @Nullable String value) {
    return value == null || value.isEmpty() || matches(QUALIFIED, MAX_LABEL, value)
        ? Optional.empty()
        : Optional.of(
            Problem.invalid(
                at,
                value,
                "must be no more than %d letters, digits, '-', '_' and '.', and start and end with"
                        .formatted(MAX_LABEL)
                    + " a letter or digit"));
  }

  static Optional<Problem> port(String at, String name) {
    boolean good =
        matches(PORT, MAX_PORT_NAME, name)
            && !name.contains("--")
            && name.chars().anyMatch(Character::isLetter);
    return good
        ? Optional.empty()
        : Optional.of(
            Problem.invalid(
                at,
                name,
                "must be no more than %d lower case letters, digits and single '-', with at least"
                        .formatted(MAX_PORT_NAME)
                    + " one letter, and start and end with a letter or digit"));
  }

  static Optional<Problem> variable(String at, @Nullable String name) {
    if (name == null || name.isEmpty()) {
      return Optional.of(Problem.required(at, "give it a name"));
    }
    return VARIABLE.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            Problem.invalid(at, name, "must consist of printable ASCII characters other than '='"));
  }

  /// A key of a ConfigMap or Secret.
  static Optional<Problem> entry(String at, @Nullable String key) {
    if (key == null || key.isEmpty()) {
      return Optional.of(Problem.required(at, "say which entry"));
    }
    boolean good =
        matches(KEY, MAX_SUBDOMAIN, key)
            && !List.of(".", "..").contains(key)
            && !key.startsWith("..");
    return good
        ? Optional.empty()
        : Optional.of(
            Problem.invalid(at, key, "must consist of letters, digits, '-', '_' and '.'"));
  }

  private static boolean matches(Pattern pattern, int most, String text) {
    return text.length() <= most && pattern.matcher(text).matches();
  }

  private Names() {}
}
