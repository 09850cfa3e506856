package dev.trainyard.simulation.controller;

import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import java.time.Instant;
import java.util.Optional;

/// What a controller of some kind knows, and what a look at one of its jobs comes to.
interface Duty {

  /// Who brings it its news.
  Post post();

  /// Wakes whatever is there already.
  void begin();

  Optional<Item> job(Key key);

  /// A job as we have written it, before any news of it.
  void wrote(Item job);

  /// One pass; answers when to look again.
  Optional<Instant> pass(Item job);
}
