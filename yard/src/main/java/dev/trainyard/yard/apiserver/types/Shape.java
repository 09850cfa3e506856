package dev.trainyard.yard.apiserver.types;

/// What may stand in a field.
sealed interface Shape {

  /// Text; the format is empty for any text.
  record Text(String format) implements Shape {}

  record WholeNumber(String format) implements Shape {}

  record Decimal() implements Shape {}

  record Flag() implements Shape {}

  record NumberOrText() implements Shape {}

  /// A number with a unit, such as `500m` or `2Gi`.
  record Amount() implements Shape {}

  record Anything() implements Shape {}

  record ListOf(Shape element) implements Shape {}

  record MapOf(Shape value) implements Shape {}

  record Structure(StructType type) implements Shape {}
}
