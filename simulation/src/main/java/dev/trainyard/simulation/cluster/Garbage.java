package dev.trainyard.simulation.cluster;

import dev.trainyard.simulation.api.Api;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.time.Agenda;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The garbage collector: what a job controlled goes some time after the job.
final class Garbage {

  private final Api api;
  private final Store store;
  private final Agenda agenda;
  private final Duration late;
  private final Set<String> living = new HashSet<>();

  Garbage(Api api, Store store, Agenda agenda, Duration late) {
    this.api = api;
    this.store = store;
    this.agenda = agenda;
    this.late = late;
    store.listen(this::somethingHappened);
  }

  private void somethingHappened(Change change) {
    var item = change.item();
    switch (change.type()) {
      case ADDED -> {
        living.add(item.uid());
        if (orphaned(item)) {
          agenda.in(late, () -> collect(item));
        }
      }
      case MODIFIED -> {}
      case DELETED -> {
        living.remove(item.uid());
        agenda.in(late, () -> collectOrphansOf(item.uid()));
      }
    }
  }

  private boolean orphaned(Item item) {
    return item.controller().filter(owner -> !living.contains(owner)).isPresent();
  }

  private void collectOrphansOf(String uid) {
    List<Item> orphans =
        store.all().filter(item -> item.controller().filter(uid::equals).isPresent()).toList();
    orphans.forEach(this::collect);
  }

  private void collect(Item item) {
    store
        .find(item.key(), item.uid())
        .filter(this::orphaned)
        .ifPresent(one -> api.delete(one.key(), Optional.of(one.uid()), OptionalLong.empty()));
  }
}
