package dev.trainyard.simulation.controller;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.simulation.api.Api;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Refusals;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.controller.Weather.Fate;
import dev.trainyard.simulation.controller.Weather.Request;
import dev.trainyard.simulation.time.Agenda;
import dev.trainyard.simulation.time.Strand;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// A controller's connection to the API server, in whatever weather.
final class Line implements Requests {

  private final Api api;
  private final Store store;
  private final Agenda agenda;
  private final Weather weather;
  private final Tally numbers;
  private final Own own;
  private boolean dead;

  /// Told our own writes of jobs, as the SDK is.
  interface Own {
    void wrote(Item job);
  }

  /// The controller is gone; whatever it was doing ends here.
  static final class Crashed extends Error {
    Crashed() {
      super("the controller crashed", null, false, false);
    }
  }

  Line(Api api, Store store, Agenda agenda, Weather weather, Tally numbers, Own own) {
    this.api = api;
    this.store = store;
    this.agenda = agenda;
    this.weather = weather;
    this.numbers = numbers;
    this.own = own;
  }

  void die() {
    dead = true;
  }

  @Override
  public ObjectNode patch(ObjectNode job, ObjectNode merge) {
    var key = Key.of(job);
    var item = send("patch", key, () -> api.patchJob(key, merge));
    own.wrote(item);
    return item.raw().deepCopy();
  }

  @Override
  public ObjectNode updateStatus(ObjectNode job) {
    var key = Key.of(job);
    var item = send("status", key, () -> api.updateJobStatus(key, job));
    own.wrote(item);
    return item.raw().deepCopy();
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    return typed(object, send("create", Key.of(object), () -> api.create(object)));
  }

  @Override
  public <T extends HasMetadata> Optional<T> standing(T object) {
    var key = Key.of(object);
    return send("get", key, () -> store.find(key)).map(item -> typed(object, item));
  }

  @Override
  public <T extends HasMetadata> T update(T object) {
    return typed(object, send("update", Key.of(object), () -> api.update(object)));
  }

  @Override
  public void delete(Target target, DeleteOptions options) {
    var key = new Key(target.kind(), target.namespace(), target.name());
    var grace = options.getGracePeriodSeconds();
    send(
        "delete",
        key,
        () -> {
          api.delete(
              key,
              Optional.ofNullable(options.getPreconditions().getUid()),
              grace == null ? OptionalLong.empty() : OptionalLong.of(grace));
          return true;
        });
  }

  @Override
  public void record(Event event) {
    send("create", Key.of(event), () -> api.create(event));
  }

  private <T> T send(String verb, Key key, Supplier<T> work) {
    requireLife();
    return switch (weather.of(new Request(verb, key, numbers.next()))) {
      case Fate.Served(var way, var back) -> {
        pass(way);
        var answer = work.get();
        pass(back);
        yield answer;
      }
      case Fate.Refused(var answer) -> throw answer;
      case Fate.Unanswered() -> {
        var _ = work.get();
        throw Refusals.silence();
      }
      case Fate.Crash(var served) -> {
        if (served) {
          var _ = work.get();
        }
        dead = true;
        throw new Crashed();
      }
    };
  }

  private void requireLife() {
    if (dead) {
      throw new Crashed();
    }
  }

  /// Meanwhile other things happen.
  private void pass(Duration time) {
    if (time.isZero()) {
      return;
    }
    var strand = Strand.current().orElseThrow();
    agenda.in(
        time,
        () -> {
          // A crash has cut it short; nobody would answer.
          if (!dead) {
            strand.resume();
          }
        });
    strand.pause();
    requireLife();
  }

  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> T typed(T like, Item item) {
    return (T) Serialization.clone(like.getClass().cast(item.typed()));
  }
}
