package dev.trainyard.simulation.controller;

import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.cache.ApiWriter;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.operator.wrapper.CapacityQueue;
import dev.trainyard.operator.wrapper.PhaseCounter;
import dev.trainyard.operator.wrapper.QueueBook;
import dev.trainyard.operator.wrapper.WrapperReconciler;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.controller.Controller.Surroundings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.Optional;

/// Looks after AppWrappers, by the operator's own passes and its own queue.
final class WrapperDuty implements Duty {

  private final Surroundings surroundings;
  private final Parts parts;
  private final AppWrappers wrappers;
  private final CapacityQueue queue;
  private final Requests requests;
  private final Departures departures = new Departures();
  private final PhaseCounter counter = new PhaseCounter(new SimpleMeterRegistry());
  private final WrapperWatches watches;
  private final QueueWatches queueing;

  WrapperDuty(Parts parts, Surroundings surroundings, Line line, Wakes wakes, long version) {
    this.surroundings = surroundings;
    this.parts = parts;
    this.wrappers = new AppWrappers(WrapperSettings.of(surroundings.settings()));
    this.requests = parts.requests().apply(line);
    var post = new Post(surroundings, parts.heeds());
    this.watches = new WrapperWatches(post, departures, wakes, surroundings, line, version);
    var book = new QueueBook(wrappers);
    this.queue = new CapacityQueue(wrappers, book);
    this.queueing = new QueueWatches(post, book, queue, wakes, version);
  }

  @Override
  public Post post() {
    return watches.post();
  }

  @Override
  public void begin() {
    queueing.look();
    watches.wakeAll();
  }

  @Override
  public Optional<Item> job(Key key) {
    return watches.wrapper(key);
  }

  @Override
  public void wrote(Item job) {
    watches.wrote(job);
  }

  @Override
  public Optional<Instant> pass(Item job) {
    var around = watches.around(job);
    // One request at a time, as in passes over jobs.
    return new WrapperReconciler(
            wrappers, parts.wrapping(), queue, new InFlight(1), counter, surroundings.agenda())
        .reconcile(
            job.raw().deepCopy(),
            parts.sight().apply(around),
            new ApiWriter(
                requests, around, parts.departures().apply(departures), surroundings.agenda()));
  }
}
