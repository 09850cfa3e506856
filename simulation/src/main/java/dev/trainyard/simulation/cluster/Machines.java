package dev.trainyard.simulation.cluster;

import dev.trainyard.simulation.api.Api;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.time.Agenda;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The nodes and the processes on them. A node that is out of sight goes on with its processes and
/// tells what became of them when it is seen again.
public final class Machines {

  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(10);
  private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);

  /// How long an unreachable node keeps its pods before they are asked to leave.
  private static final Duration EVICTS_AFTER = Duration.ofMinutes(5);

  private static final Duration COLLECTED_AFTER = Duration.ofSeconds(40);
  private static final int KILLED = 137;

  private final Api api;
  private final Store store;
  private final Agenda agenda;
  private final Program program;
  private final Pace pace;
  private final Map<String, Machine> machines = new TreeMap<>();
  private final Map<String, Work> processes = new TreeMap<>();
  private boolean silent;

  /// How fast a node starts and stops a pod.
  public interface Pace {
    Duration start();

    Duration stop(Pod pod);

    static Pace of(Duration start, Duration stop) {
      return new Pace() {
        @Override
        public Duration start() {
          return start;
        }

        @Override
        public Duration stop(Pod pod) {
          return stop;
        }
      };
    }
  }

  private static final class Machine {
    final List<Runnable> untold = new ArrayList<>();
    boolean seen = true;
    long outages;
  }

  /// What runs for a pod, whether or not anybody can see it.
  ///
  /// @param start how many times its containers were started
  public record Work(Key pod, String uid, Optional<String> job, String node, int start) {}

  public Machines(Api api, Store store, Agenda agenda, Program program, Pace pace) {
    this.api = api;
    this.store = store;
    this.agenda = agenda;
    this.program = program;
    this.pace = pace;
    store.listen(this::somethingHappened);
  }

  public void add(String name, Map<String, Quantity> capacity) {
    machines.put(name, new Machine());
    api.create(
        new NodeBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withNewStatus()
            .withCapacity(capacity)
            .withAllocatable(capacity)
            .withConditions(ready("True"))
            .endStatus()
            .build());
  }

  /// Processes that run at this moment.
  public Stream<Work> running() {
    return processes.values().stream();
  }

  /// The cluster loses sight of a node; what runs there runs on.
  public void lose(String node) {
    var machine = machine(node);
    if (!machine.seen) {
      return;
    }
    machine.seen = false;
    var outage = ++machine.outages;
    tellReady(node, "Unknown");
    agenda.in(
        EVICTS_AFTER,
        () -> {
          if (!machine.seen && machine.outages == outage) {
            evictFrom(node);
          }
        });
  }

  public void find(String node) {
    var machine = machine(node);
    if (machine.seen) {
      return;
    }
    machine.seen = true;
    tellReady(node, "True");
    catchUp(node, machine);
  }

  private void catchUp(String node, Machine machine) {
    endWhatWasRemoved(node);
    var untold = List.copyOf(machine.untold);
    machine.untold.clear();
    untold.forEach(Runnable::run);
    podsOn(node).forEach(this::attend);
  }

  /// It hears only now that pods were removed by force.
  private void endWhatWasRemoved(String node) {
    processes
        .values()
        .removeIf(
            process ->
                process.node().equals(node) && store.find(process.pod(), process.uid()).isEmpty());
  }

  /// For a while no node tells or hears anything, and nobody thinks the worse of it; what runs runs
  /// on.
  public void silence(Duration time) {
    silent = true;
    agenda.in(
        time,
        () -> {
          silent = false;
          machines.forEach(
              (node, machine) -> {
                if (machine.seen) {
                  catchUp(node, machine);
                }
              });
        });
  }

  /// The node and everything on it are no more.
  public void destroy(String node) {
    machines.remove(node);
    processes.values().removeIf(process -> process.node().equals(node));
    store.find(new Key("Node", "", node)).ifPresent(api::remove);
    agenda.in(COLLECTED_AFTER, () -> collect(node));
  }

  /// The control plane removes pods of nodes that do not exist, and calls them failed before.
  private void collect(String node) {
    if (machines.containsKey(node)) {
      return;
    }
    for (var item : podsOn(node)) {
      if (!ended((Pod) item.typed())) {
        api.change(item.key(), one -> Pods.collected((Pod) one, agenda.instant()));
      }
      agenda.in(
          Duration.ofSeconds(1), () -> store.find(item.key(), item.uid()).ifPresent(api::remove));
    }
  }

  public boolean has(String name) {
    return machines.containsKey(name);
  }

  /// A node of that name joins, unless one is there. It finds nothing of what ran on the last one.
  public void bringBack(String name, Map<String, Quantity> capacity) {
    if (has(name)) {
      return;
    }
    add(name, capacity);
    for (var item : podsOn(name)) {
      if (!ended((Pod) item.typed()) && !processes.containsKey(item.uid())) {
        tellLost(item);
      } else {
        attend(item);
      }
    }
  }

  private void tellLost(Item item) {
    api.change(
        item.key(),
        one -> Pods.ended((Pod) one, KILLED, "ContainerStatusUnknown", 1, agenda.instant()));
  }

  /// All containers of a pod end with this code.
  public void exit(Key pod, int code, String reason) {
    store
        .find(pod)
        .map(item -> processes.get(item.uid()))
        .ifPresent(process -> exited(process, code, reason));
  }

  /// One container of a pod ends with this code; the others go on.
  public void exit(Key pod, String container, int code, String reason) {
    store
        .find(pod)
        .map(item -> processes.get(item.uid()))
        .ifPresent(process -> exited(process, container, code, reason));
  }

  /// The pod says of itself that it is in this phase, whatever runs for it.
  public void drive(Key pod, String phase) {
    var item = store.find(pod).orElseThrow();
    var running = processes.containsKey(item.uid());
    switch (phase) {
      case "Running" -> {
        if (!running) {
          api.change(pod, one -> Pods.running((Pod) one, 1, agenda.instant()));
          processes.put(item.uid(), new Work(pod, item.uid(), item.controller(), nodeOf(item), 1));
        }
      }
      case "Succeeded", "Failed" -> {
        processes.remove(item.uid());
        var code = phase.equals("Succeeded") ? 0 : 1;
        var reason = code == 0 ? "Completed" : "Error";
        api.change(pod, one -> Pods.ended((Pod) one, code, reason, 1, agenda.instant()));
      }
      default -> api.change(pod, one -> Pods.inPhase((Pod) one, phase));
    }
  }

  public void drive(Key pod, boolean ready) {
    api.change(pod, one -> Pods.ready((Pod) one, ready, agenda.instant()));
  }

  private void tellReady(String node, String status) {
    store
        .find(new Key("Node", "", node))
        .ifPresent(
            item ->
                api.change(
                    item.key(),
                    one ->
                        new NodeBuilder((Node) one)
                            .editStatus()
                            .withConditions(ready(status))
                            .endStatus()
                            .build()));
  }

  private NodeCondition ready(String status) {
    return new NodeConditionBuilder()
        .withType("Ready")
        .withStatus(status)
        .withLastTransitionTime(Pods.text(agenda.instant()))
        .build();
  }

  private List<Item> podsOn(String node) {
    return store.all("Pod").filter(item -> node.equals(nodeOf(item))).toList();
  }

  private void evictFrom(String node) {
    podsOn(node).stream()
        .filter(item -> !ended((Pod) item.typed()))
        .forEach(item -> api.delete(item.key(), Optional.of(item.uid()), OptionalLong.empty()));
  }

  private Machine machine(String node) {
    var machine = machines.get(node);
    if (machine == null) {
      throw new IllegalArgumentException("there is no node %s".formatted(node));
    }
    return machine;
  }

  private void somethingHappened(Change change) {
    if (!change.key().kind().equals("Pod")) {
      return;
    }
    switch (change.type()) {
      case ADDED, MODIFIED -> attend(change.item());
      // Removed by force: its node ends what still runs once it hears of it.
      case DELETED -> {
        if (seen(nodeOf(change.item()))) {
          processes.remove(change.item().uid());
        }
      }
    }
  }

  /// Brings what runs in line with what stands in the cluster.
  private void attend(Item item) {
    var pod = (Pod) item.typed();
    if (!seen(nodeOf(item)) || ended(pod)) {
      if (pod.isMarkedForDeletion() && ended(pod) && seen(nodeOf(item))) {
        agenda.in(Duration.ZERO, () -> leave(item));
      }
      return;
    }
    if (pod.isMarkedForDeletion()) {
      agenda.in(pace.stop(pod), () -> leave(item));
    } else if (!processes.containsKey(item.uid()) && !"Running".equals(phase(pod))) {
      agenda.in(pace.start(), () -> start(item.key(), item.uid(), 1));
    }
  }

  private void leave(Item item) {
    if (!seen(nodeOf(item))) {
      return;
    }
    processes.remove(item.uid());
    store.find(item.key(), item.uid()).ifPresent(api::remove);
  }

  private void start(Key key, String uid, int start) {
    var item = store.find(key, uid);
    if (item.isEmpty()
        || item.get().leaving()
        || processes.containsKey(uid)
        || ended((Pod) item.get().typed())
        || !canStart(nodeOf(item.get()), start)) {
      return;
    }
    var process = new Work(key, uid, item.get().controller(), nodeOf(item.get()), start);
    processes.put(uid, process);
    var pod = (Pod) item.get().typed();
    tell(process, one -> Pods.running(one, start, agenda.instant()));
    program
        .of(pod, start)
        .ifPresent(
            ending ->
                agenda.in(
                    ending.after(),
                    () -> {
                      if (process.equals(processes.get(uid))) {
                        exited(process, ending.code(), ending.code() == 0 ? "Completed" : "Error");
                      }
                    }));
  }

  /// Of a new pod a node must hear; what it knows it starts again by itself, seen or not.
  private boolean canStart(String node, int start) {
    return start == 1 ? seen(node) : machines.containsKey(node);
  }

  private void exited(Work process, int code, String reason) {
    processes.remove(process.uid());
    var item = store.find(process.pod(), process.uid());
    if (item.isEmpty()) {
      return;
    }
    if (startsAgain(item.get(), code)) {
      tell(process, one -> Pods.restarting(one, code, reason, process.start(), agenda.instant()));
      agenda.in(
          backoff(process.start()), () -> start(process.pod(), process.uid(), process.start() + 1));
    } else {
      tell(process, one -> Pods.ended(one, code, reason, process.start(), agenda.instant()));
    }
  }

  private void exited(Work process, String container, int code, String reason) {
    var item = store.find(process.pod(), process.uid());
    var status = item.flatMap(one -> Pods.status((Pod) one.typed(), container));
    if (status.isEmpty() || status.get().getState().getRunning() == null) {
      return;
    }
    var now = agenda.instant();
    if (startsAgain(item.get(), code)) {
      tell(process, one -> Pods.containerRestarting(one, container, code, reason, now));
      agenda.in(
          backoff(status.get().getRestartCount() + 1),
          () -> {
            if (process.equals(processes.get(process.uid()))) {
              tell(process, one -> Pods.containerRunning(one, container, agenda.instant()));
            }
          });
    } else {
      tell(
          process,
          one -> {
            var told = Pods.containerEnded(one, container, code, reason, now);
            if (ended(told)) {
              processes.remove(process.uid());
            }
            return told;
          });
    }
  }

  private static boolean startsAgain(Item pod, int code) {
    var policy =
        Optional.ofNullable(((Pod) pod.typed()).getSpec().getRestartPolicy()).orElse("Always");
    return !pod.leaving() && (policy.equals("Always") || (policy.equals("OnFailure") && code != 0));
  }

  private static Duration backoff(int starts) {
    var delay = FIRST_BACKOFF.multipliedBy(1L << Math.min(starts - 1, 6));
    return delay.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : delay;
  }

  /// What happens on a node that nobody sees is told when it is seen again.
  private void tell(Work process, UnaryOperator<Pod> news) {
    if (seen(process.node())) {
      if (store.find(process.pod(), process.uid()).isPresent()) {
        api.change(process.pod(), one -> news.apply((Pod) one));
      }
    } else {
      Optional.ofNullable(machines.get(process.node()))
          .ifPresent(machine -> machine.untold.add(() -> tell(process, news)));
    }
  }

  private boolean seen(String node) {
    var machine = machines.get(node);
    return machine != null && machine.seen && !silent;
  }

  private static String nodeOf(Item pod) {
    return Optional.ofNullable(((Pod) pod.typed()).getSpec().getNodeName()).orElse("");
  }

  private static String phase(Pod pod) {
    return Optional.ofNullable(pod.getStatus().getPhase()).orElse("Pending");
  }

  private static boolean ended(Pod pod) {
    return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
  }
}
