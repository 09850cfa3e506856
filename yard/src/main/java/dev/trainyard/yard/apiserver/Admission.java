package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.store.Transaction;
import java.util.List;
import java.util.Optional;

/// What other objects have to say about one that is about to be stored, as the admission plugins of
/// an API server do. The rules of a kind look at the object alone.
///
/// It is asked within the write it judges: what it has seen is still so when the write is done.
interface Admission {

  /// A write under way.
  ///
  /// @param before what the object was, where it is changed
  record Attempt(
      Transaction transaction, Kind kind, String namespace, Optional<ObjectNode> before) {

    boolean creates() {
      return before.isEmpty();
    }

    boolean of(String resource) {
      return kind.resource().equals(resource);
    }
  }

  /// Gives a new object what it lacks, before anything is checked.
  default void complete(Attempt attempt, ObjectNode object) {}

  /// Looks at an object that is valid by itself, new or changed as a whole.
  ///
  /// @throws ApiException when it may not be stored
  default void judge(Attempt attempt, ObjectNode object) {}

  /// One after the other. Whoever counts what is stored comes last.
  static Admission inTurn(Admission... members) {
    var all = List.of(members);
    return new Admission() {
      @Override
      public void complete(Attempt attempt, ObjectNode object) {
        all.forEach(member -> member.complete(attempt, object));
      }

      @Override
      public void judge(Attempt attempt, ObjectNode object) {
        all.forEach(member -> member.judge(attempt, object));
      }
    };
  }
}
