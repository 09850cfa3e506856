package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Whose an object is: a job may make a job, and that one another, before there is a pod.
final class Lineage {

  private final Map<String, String> owners = new HashMap<>();

  void heard(Change change) {
    change.item().controller().ifPresent(owner -> owners.put(change.item().uid(), owner));
  }

  /// The uids of the job that controls it, of the one that controls that job, and so on.
  Stream<String> of(Item item) {
    return Stream.iterate(owners.get(item.uid()), Objects::nonNull, owners::get);
  }
}
