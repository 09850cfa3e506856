package dev.trainyard.simulation.rehearsal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.scheduler.shell.Readings;
import dev.trainyard.simulation.api.Api;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.MergePatch;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.cluster.Machines;
import dev.trainyard.simulation.cluster.Machines.Work;
import dev.trainyard.simulation.cluster.World;
import dev.trainyard.simulation.rehearsal.Act.Named;
import dev.trainyard.simulation.rehearsal.Moment.Note;
import dev.trainyard.simulation.time.Agenda;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Lets the acts of a script happen to a world. One that finds nothing to happen to answers why.
final class Player {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /// The kinds that a store holds typed, because somebody in the world reads them.
  private static final Map<String, Class<? extends HasMetadata>> TYPED =
      Map.of("Pod", Pod.class, "Service", Service.class);

  private final World world;
  private final Api api;
  private final Store store;
  private final Machines machines;
  private final Agenda agenda;
  private final ScriptedWeather weather;
  private final Recording recording;
  private final Map<Key, ObjectNode> applied = new HashMap<>();
  private final Map<Glob, String> unschedulable = new LinkedHashMap<>();
  private Duration operatorBack = Duration.ZERO;
  private Duration schedulerBack = Duration.ZERO;

  Player(World world, ScriptedWeather weather, Recording recording) {
    this.world = world;
    this.api = world.api();
    this.store = world.store();
    this.machines = world.machines();
    this.agenda = world.agenda();
    this.weather = weather;
    this.recording = recording;
  }

  static Optional<String> refusal(ObjectNode object) {
    var kind = object.path("kind").asText();
    if (kind.equals("Node")) {
      return Optional.of("nodes of a rehearsal stand in its script, under world or as {add: …}");
    }
    try {
      Optional.ofNullable(TYPED.get(kind)).ifPresent(type -> typed(object, type));
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("cannot be read: " + e.getMessage());
    }
  }

  Optional<String> play(Act act) {
    return switch (act) {
      case Act.Exit exit -> exit(exit);
      case Act.Drive drive -> drive(drive);
      case Act.Unschedulable(var pods, var why) -> unschedulable(pods, why);
      case Act.NodeReady(var node, var ready) ->
          onNode(node, ready ? machines::find : machines::lose);
      case Act.Cordon(var node, var cordoned) ->
          changeNode(
              node, one -> one.editOrNewSpec().withUnschedulable(cordoned ? true : null).endSpec());
      case Act.Label(var node, var labels) -> changeNode(node, one -> labelled(one, labels));
      case Act.AddTaint(var node, var taint) -> taint(node, taint);
      case Act.RemoveNode(var node) -> onNode(node, machines::destroy);
      case Act.AddNode(var machine) -> addNew(machine);
      case Act.Patch(var target, var patch) -> onEach(target, item -> patch(item, patch));
      case Act.Create(_, var objects) -> create(objects);
      case Act.Apply(_, var objects) -> {
        objects.forEach(this::apply);
        yield Optional.empty();
      }
      case Act.Delete(var target) ->
          onEach(
              target,
              item -> api.delete(item.key(), Optional.of(item.uid()), OptionalLong.empty()));
      case Act.CrashOperator(var rest) -> crashOperator(rest);
      case Act.CrashScheduler(var rest) -> crashScheduler(rest);
      case Act.CrashYard(var rest) -> crashYard(rest);
      case Act.Trouble(var kind, var time) -> {
        weather.begin(kind, time);
        yield Optional.empty();
      }
      case Act.SetClocks(var by) -> {
        agenda.setClocks(by);
        yield Optional.empty();
      }
    };
  }

  // Pods.

  private Optional<String> exit(Act.Exit exit) {
    var running = machines.running().map(Work::pod).filter(exit.pods()::matches).sorted().toList();
    if (running.isEmpty()) {
      return Optional.of("no pod %s runs at this moment".formatted(exit.pods()));
    }
    if (exit.container().isEmpty()) {
      running.forEach(pod -> machines.exit(pod, exit.code(), exit.reason()));
      return Optional.empty();
    }
    var container = exit.container().get();
    var having = running.stream().filter(pod -> has(pod, container)).toList();
    having.forEach(pod -> machines.exit(pod, container, exit.code(), exit.reason()));
    return having.isEmpty()
        ? Optional.of("no pod %s has a container %s".formatted(exit.pods(), container))
        : Optional.empty();
  }

  private boolean has(Key pod, String container) {
    return store.find(pod).map(item -> (Pod) item.typed()).stream()
        .flatMap(one -> one.getSpec().getContainers().stream())
        .anyMatch(one -> one.getName().equals(container));
  }

  private Optional<String> drive(Act.Drive drive) {
    var pods = matching("Pod", drive.pods()::matches);
    for (var pod : pods) {
      drive.phase().ifPresent(phase -> machines.drive(pod.key(), phase));
      drive.ready().ifPresent(ready -> machines.drive(pod.key(), ready));
    }
    return missing(pods, "pod", drive.pods());
  }

  /// Holds for pods to come as well, so it is never in vain.
  private Optional<String> unschedulable(Glob pods, Optional<String> why) {
    why.ifPresentOrElse(
        reason -> unschedulable.put(pods, reason), () -> unschedulable.remove(pods));
    world.keepWaiting(
        pod ->
            unschedulable.entrySet().stream()
                .filter(entry -> entry.getKey().matches(pod))
                .map(Map.Entry::getValue)
                .findFirst());
    return Optional.empty();
  }

  // Nodes.

  void add(Script.Machine machine) {
    machines.add(machine.name(), machine.capacity());
    if (!machine.labels().isEmpty() || !machine.taints().isEmpty()) {
      var _ =
          changeNode(
              machine.name(),
              one ->
                  one.editMetadata()
                      .withLabels(machine.labels())
                      .endMetadata()
                      .editOrNewSpec()
                      .withTaints(machine.taints())
                      .endSpec());
    }
  }

  private Optional<String> addNew(Script.Machine machine) {
    if (store.find(node(machine.name())).isPresent()) {
      return Optional.of("there is a node %s already".formatted(machine.name()));
    }
    add(machine);
    return Optional.empty();
  }

  private interface OnNode {
    void act(String node);
  }

  private Optional<String> onNode(String name, OnNode act) {
    if (store.find(node(name)).isEmpty()) {
      return Optional.of("there is no node %s at this moment".formatted(name));
    }
    act.act(name);
    return Optional.empty();
  }

  private Optional<String> changeNode(String name, UnaryOperator<NodeBuilder> change) {
    return onNode(
        name,
        _ -> api.change(node(name), one -> change.apply(new NodeBuilder((Node) one)).build()));
  }

  private static NodeBuilder labelled(NodeBuilder node, Map<String, Optional<String>> changes) {
    var labels =
        new TreeMap<>(Optional.ofNullable(node.buildMetadata().getLabels()).orElse(Map.of()));
    changes.forEach(
        (key, value) ->
            value.ifPresentOrElse(text -> labels.put(key, text), () -> labels.remove(key)));
    return node.editMetadata().withLabels(labels).endMetadata();
  }

  /// As the control plane does, pods that do not tolerate `NoExecute` are deleted.
  private Optional<String> taint(String name, Taint taint) {
    var why = changeNode(name, one -> one.editOrNewSpec().addToTaints(taint).endSpec());
    if (why.isEmpty() && taint.getEffect().equals("NoExecute")) {
      store.all("Pod").toList().stream()
          .filter(item -> name.equals(((Pod) item.typed()).getSpec().getNodeName()))
          .filter(item -> !tolerates((Pod) item.typed(), taint))
          .forEach(item -> api.delete(item.key(), Optional.of(item.uid()), OptionalLong.empty()));
    }
    return why;
  }

  private static boolean tolerates(Pod pod, Taint taint) {
    return Readings.pod(pod, _ -> true).pod().tolerates(Readings.taint(taint));
  }

  private static Key node(String name) {
    return new Key("Node", "", name);
  }

  // Objects.

  private Optional<String> create(List<ObjectNode> objects) {
    for (var object : objects) {
      if (store.find(Key.of(object)).isPresent()) {
        return Optional.of("%s is there already".formatted(Key.of(object)));
      }
      create(object);
    }
    return Optional.empty();
  }

  private void create(ObjectNode object) {
    var type = TYPED.get(object.path("kind").asText());
    if (type == null) {
      api.createJob(Secrets.encoded(object));
    } else {
      var placed = object.deepCopy();
      placed.withObject("/metadata").put("namespace", Key.of(object).namespace());
      api.create(typed(placed, type));
    }
    applied.put(Key.of(object), object.deepCopy());
  }

  void apply(ObjectNode object) {
    var standing = store.find(Key.of(object));
    if (standing.isEmpty()) {
      create(object);
      return;
    }
    var before = applied.getOrDefault(Key.of(object), JsonNodeFactory.instance.objectNode());
    patch(standing.get(), MergePatch.replacing(before, object));
    applied.put(Key.of(object), object.deepCopy());
  }

  private void patch(Item standing, ObjectNode patch) {
    switch (standing.content()) {
      case Content.Raw _ -> patchTree(standing, patch);
      case Content.Typed(var object) -> {
        ObjectNode tree = MAPPER.valueToTree(object);
        MergePatch.into(tree, patch);
        api.change(standing.key(), _ -> typed(tree, object.getClass()));
      }
    }
  }

  /// What concerns the status goes to the status, as by two requests.
  private void patchTree(Item standing, ObjectNode patch) {
    api.patchJob(standing.key(), patch);
    if (patch.get("status") instanceof ObjectNode status) {
      var tree = store.find(standing.key()).orElseThrow().raw().deepCopy();
      MergePatch.into(tree.withObject("/status"), status);
      api.updateJobStatus(standing.key(), tree);
    }
  }

  private static <T extends HasMetadata> T typed(ObjectNode tree, Class<T> type) {
    try {
      return MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  private interface OnItem {
    void act(Item item);
  }

  private Optional<String> onEach(Named target, OnItem act) {
    var name = new Glob(target.name());
    var found =
        matching(
            target.kind(),
            key ->
                name.matches(key) && target.namespace().map(key.namespace()::equals).orElse(true));
    found.forEach(act::act);
    return missing(found, target.kind(), name);
  }

  private List<Item> matching(String kind, Predicate<Key> which) {
    return store.all(kind).filter(item -> which.test(item.key())).toList();
  }

  private static Optional<String> missing(List<Item> found, String kind, Glob name) {
    return found.isEmpty()
        ? Optional.of("there is no %s %s at this moment".formatted(kind, name))
        : Optional.empty();
  }

  // The control plane.

  private Optional<String> crashOperator(Duration rest) {
    if (operatorBack.compareTo(agenda.elapsed()) > 0) {
      return Optional.of("the operator is away already");
    }
    operatorBack = agenda.elapsed().plus(rest);
    agenda.in(rest, () -> recording.note(new Note.Returned("operator")));
    world.crashControllers(rest);
    return Optional.empty();
  }

  private Optional<String> crashYard(Duration rest) {
    var away = crashOperator(rest).or(() -> crashScheduler(rest));
    if (away.isEmpty()) {
      machines.silence(rest);
    }
    return away;
  }

  private Optional<String> crashScheduler(Duration rest) {
    if (schedulerBack.compareTo(agenda.elapsed()) > 0) {
      return Optional.of("the scheduler is away already");
    }
    schedulerBack = agenda.elapsed().plus(rest);
    agenda.in(rest, () -> recording.note(new Note.Returned("scheduler")));
    world.crashScheduler(rest);
    return Optional.empty();
  }
}
