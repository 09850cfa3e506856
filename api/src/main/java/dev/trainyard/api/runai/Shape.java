package dev.trainyard.api.runai;

import java.util.List;
import java.util.Optional;

/// How a field is written.
public sealed interface Shape {

  /// `field: text`
  record Bare() implements Shape {}

  /// `field: {value: …}`
  record Scalar(ValueType type) implements Shape {}

  /// `field: {items: {key: {value: text}}}`
  record Texts() implements Shape {}

  /// `field: {items: {key: {value: {member: …}}}}`
  record Items(List<Member> members) implements Shape {
    public Items {
      members = List.copyOf(members);
    }

    /// By its name or by one of its aliases.
    public Optional<Member> member(String name) {
      return members.stream()
          .filter(member -> member.name().equals(name) || member.aliases().contains(name))
          .findFirst();
    }
  }
}
