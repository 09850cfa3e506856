package dev.trainyard.yard.node;

/// A text that may hold what came from a Secret, and the form of it that everybody may read: there
/// stands the name of a variable in the place of its secret value.
///
/// @param value for the program alone
/// @param shown for every message
public record Discreet(String value, String shown) {

  /// A text without secrets.
  public static Discreet open(String text) {
    return new Discreet(text, text);
  }

  /// The value of a variable that comes from a Secret.
  static Discreet secret(String variable, String value) {
    return new Discreet(value, "$(%s)".formatted(variable));
  }

  @Override
  public String toString() {
    return shown;
  }
}
