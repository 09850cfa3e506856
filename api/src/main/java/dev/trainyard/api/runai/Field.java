package dev.trainyard.api.runai;

import java.util.List;

/// One field of a workload's spec.
///
/// @param aliases other names that users give it; values are kept under the first
/// @param description for `kubectl explain`
public record Field(String name, Shape shape, List<String> aliases, String description) {

  public Field {
    aliases = List.copyOf(aliases);
  }

  static Field bare(String name, String description) {
    return new Field(name, new Shape.Bare(), List.of(), description);
  }

  static Field text(String name, String description) {
    return scalar(name, ValueType.STRING, description);
  }

  static Field flag(String name, String description) {
    return scalar(name, ValueType.BOOLEAN, description);
  }

  static Field integer(String name, String description) {
    return scalar(name, ValueType.INTEGER, description);
  }

  static Field amount(String name, String description) {
    return scalar(name, ValueType.AMOUNT, description);
  }

  static Field texts(String name, String description) {
    return new Field(name, new Shape.Texts(), List.of(), description);
  }

  static Field items(String name, String description, Member... members) {
    return new Field(name, new Shape.Items(List.of(members)), List.of(), description);
  }

  Field or(String... others) {
    return new Field(name, shape, List.of(others), description);
  }

  private static Field scalar(String name, ValueType type, String description) {
    return new Field(name, new Shape.Scalar(type), List.of(), description);
  }
}
