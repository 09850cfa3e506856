package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.store.Change;
import dev.trainyard.yard.store.Key;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Who exists and who belongs to whom, by uid, as of one revision.
final class OwnerGraph {

  private final Map<String, Key> living = new HashMap<>();
  private final Map<String, Set<Key>> dependents = new HashMap<>();

  /// Takes a change in and answers whom it may concern.
  Set<Key> follow(Change change) {
    var suspects = new LinkedHashSet<Key>();
    var before = change.before().map(ApiObject::new);
    var after = change.after().map(ApiObject::new);
    before.ifPresent(object -> leave(change.key(), object));
    after.ifPresent(object -> enter(change.key(), object));
    if (after.isEmpty()) {
      before.ifPresent(gone -> addMourners(gone, change, suspects));
    } else if (after.get().deleting()
        || !after.get().owners().equals(before.map(ApiObject::owners).orElse(List.of()))) {
      suspects.add(change.key());
    }
    return suspects;
  }

  /// When an object goes, its dependents may follow, and what waited for it may go on: an owner,
  /// its namespace, its definition.
  private void addMourners(ApiObject gone, Change change, Set<Key> suspects) {
    suspects.addAll(dependentsOf(gone.uid()));
    gone.owners().forEach(owner -> find(owner.uid()).ifPresent(suspects::add));
    suspects.add(Namespaces.key(change.key().namespace()));
    suspects.add(new Key(Kinds.DEFINITIONS, "", change.key().resource()));
  }

  /// Who belongs to somebody that is not there.
  Set<Key> orphans() {
    var orphans = new LinkedHashSet<Key>();
    dependents.forEach(
        (owner, keys) -> {
          if (!living.containsKey(owner)) {
            orphans.addAll(keys);
          }
        });
    return orphans;
  }

  void enter(Key key, ApiObject object) {
    living.put(object.uid(), key);
    object
        .owners()
        .forEach(o -> dependents.computeIfAbsent(o.uid(), _ -> new TreeSet<>()).add(key));
  }

  private void leave(Key key, ApiObject object) {
    living.remove(object.uid());
    for (var owner : object.owners()) {
      var siblings = dependents.getOrDefault(owner.uid(), new TreeSet<>());
      siblings.remove(key);
      if (siblings.isEmpty()) {
        dependents.remove(owner.uid());
      }
    }
  }

  Optional<Key> find(String uid) {
    return Optional.ofNullable(living.get(uid));
  }

  Set<Key> dependentsOf(String uid) {
    return Set.copyOf(dependents.getOrDefault(uid, Set.of()));
  }
}
