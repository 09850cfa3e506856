package dev.trainyard.api.runai;

import java.util.List;

/// One member of an item's value.
///
/// @param mandatory whether no item is complete without it, whatever else it says
/// @param aliases other names that users give it
public record Member(
    String name, ValueType type, boolean mandatory, List<String> aliases, String description) {

  public Member {
    aliases = List.copyOf(aliases);
  }

  static Member text(String name, String description) {
    return new Member(name, ValueType.STRING, false, List.of(), description);
  }

  static Member flag(String name, String description) {
    return new Member(name, ValueType.BOOLEAN, false, List.of(), description);
  }

  static Member integer(String name, String description) {
    return new Member(name, ValueType.INTEGER, false, List.of(), description);
  }

  static Member amount(String name, String description) {
    return new Member(name, ValueType.AMOUNT, false, List.of(), description);
  }

  static Member texts(String name, String description) {
    return new Member(name, ValueType.STRINGS, false, List.of(), description);
  }

  Member required() {
    return new Member(name, type, true, aliases, description);
  }

  Member or(String... others) {
    return new Member(name, type, mandatory, List.of(others), description);
  }
}
