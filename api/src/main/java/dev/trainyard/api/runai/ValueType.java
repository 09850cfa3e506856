package dev.trainyard.api.runai;

/// What a value is once it is normalised. Users may write it in other ways too.
public enum ValueType {
  STRING("a string"),
  /// Also written as `"true"` and `"false"`.
  BOOLEAN("true or false"),
  /// Also written as a string of digits.
  INTEGER("an integer"),
  /// A number or a quantity, kept as a string; also written as a number.
  AMOUNT("a number or a quantity such as 0.5, 500m or 2Gi"),
  /// Only members of items are lists.
  STRINGS("a list of strings");

  private final String words;

  ValueType(String words) {
    this.words = words;
  }

  /// What is expected, in words for a person.
  public String words() {
    return words;
  }
}
