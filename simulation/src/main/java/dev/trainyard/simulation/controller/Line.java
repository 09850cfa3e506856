package dev.trainyard.simulation.controller;

import com.fasterxml.jackson.databind.ObjectMapper;
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
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// A controller's connection to the API server, in whatever weather.
final class Line implements Requests {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Api api;
  private final Store store;
  private final Agenda agenda;
  private final Weather weather;
  private final Ledger ledger;
  private final int controller;
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

  Line(Api api, Store store, Agenda agenda, Weather weather, Ledger ledger, Own own) {
    this.api = api;
    this.store = store;
    this.agenda = agenda;
    this.weather = weather;
    this.ledger = ledger;
    this.controller = ledger.enter();
    this.own = own;
  }

  void die() {
    dead = true;
  }

  @Override
  public ObjectNode patch(ObjectNode job, ObjectNode merge) {
    var key = Key.of(job);
    var item = send("patch", key, versionOf(job), () -> api.patchJob(key, merge));
    own.wrote(item);
    return item.raw().deepCopy();
  }

  @Override
  public ObjectNode updateStatus(ObjectNode job) {
    var key = Key.of(job);
    var item = send("status", key, versionOf(job), () -> api.updateJobStatus(key, job));
    own.wrote(item);
    return item.raw().deepCopy();
  }

  @Override
  public Optional<ObjectNode> latest(ObjectNode job) {
    var key = Key.of(job);
    return send("get", key, Optional.empty(), () -> store.find(key)).map(Item::raw);
  }

  @Override
  public <T extends HasMetadata> T create(T object) {
    return typed(
        object, send("create", Key.of(object), Optional.empty(), () -> api.create(object)));
  }

  @Override
  public <T extends HasMetadata> Optional<T> standing(T object) {
    var key = Key.of(object);
    return send("get", key, Optional.empty(), () -> store.find(key))
        .map(item -> typed(object, item));
  }

  @Override
  public <T extends HasMetadata> T update(T object) {
    return typed(
        object, send("update", Key.of(object), Optional.empty(), () -> api.update(object)));
  }

  @Override
  public GenericKubernetesResource updateStatusOf(GenericKubernetesResource object) {
    return typed(
        object,
        send(
            "status",
            Key.of(object),
            Optional.ofNullable(object.getMetadata().getResourceVersion()),
            () -> api.updateJobStatus(Key.of(object), MAPPER.valueToTree(object))));
  }

  @Override
  public List<GenericKubernetesResource> list(
      String apiVersion, String kind, String namespace, Map<String, String> labels) {
    return list(kind).stream()
        .filter(item -> item.key().namespace().equals(namespace))
        .map(item -> MAPPER.convertValue(item.typed(), GenericKubernetesResource.class))
        .filter(
            object ->
                Optional.ofNullable(object.getMetadata().getLabels())
                    .orElse(Map.of())
                    .entrySet()
                    .containsAll(labels.entrySet()))
        .toList();
  }

  @Override
  public void delete(Target target, DeleteOptions options) {
    var key = new Key(target.kind(), target.namespace(), target.name());
    var grace = options.getGracePeriodSeconds();
    send(
        "delete",
        key,
        Optional.of(target.uid()),
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
    send("create", Key.of(event), Optional.empty(), () -> api.create(event));
  }

  /// Every object of a kind as it stands.
  List<Item> list(String kind) {
    return send("list", new Key(kind, "", ""), Optional.empty(), () -> store.all(kind).toList());
  }

  private static Optional<String> versionOf(ObjectNode job) {
    return Optional.ofNullable(job.at("/metadata/resourceVersion").textValue());
  }

  private <T> T send(String verb, Key key, Optional<String> meant, Supplier<T> work) {
    requireLife();
    var request = new Request(verb, key, ledger.next());
    return switch (weather.of(request)) {
      case Fate.Served(var way, var back) -> {
        pass(way);
        var answer = serve(request, meant, work, Optional.empty());
        pass(back);
        yield answer;
      }
      case Fate.Refused(var answer) -> {
        tell(request, meant, Optional.empty(), Optional.of(String.valueOf(answer.getMessage())));
        throw answer;
      }
      case Fate.Unanswered() -> {
        var _ = serve(request, meant, work, Optional.of("no answer, though it was done"));
        throw Refusals.silence();
      }
      case Fate.Crash(var served) -> {
        if (served) {
          var _ = serve(request, meant, work, Optional.of("the controller crashes after it"));
        } else {
          tell(
              request,
              meant,
              Optional.empty(),
              Optional.of("the controller crashes before it is sent"));
        }
        dead = true;
        throw new Crashed();
      }
    };
  }

  private <T> T serve(
      Request request, Optional<String> meant, Supplier<T> work, Optional<String> came) {
    var standing =
        store
            .find(request.key())
            .map(item -> request.verb().equals("delete") ? item.uid() : "" + item.version());
    try {
      var answer = work.get();
      tell(request, meant, standing, came);
      return answer;
    } catch (KubernetesClientException refusal) {
      tell(request, meant, Optional.empty(), Optional.of(String.valueOf(refusal.getMessage())));
      throw refusal;
    }
  }

  private void tell(
      Request request, Optional<String> meant, Optional<String> hit, Optional<String> came) {
    ledger.tell(new Ledger.Deed(controller, request, meant, hit, came));
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
    var object = item.typed();
    return (T)
        (like.getClass().isInstance(object)
            ? object
            : MAPPER.convertValue(object, like.getClass()));
  }
}
