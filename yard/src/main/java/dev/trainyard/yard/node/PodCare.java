package dev.trainyard.yard.node;

import dev.trainyard.yard.node.Observed.Run;
import dev.trainyard.yard.node.PodEvents.Reason;
import dev.trainyard.yard.node.probes.Check;
import dev.trainyard.yard.node.probes.Checker;
import dev.trainyard.yard.node.probes.Checks;
import dev.trainyard.yard.node.probes.Probing.Kind;
import dev.trainyard.yard.node.probes.Vigil;
import dev.trainyard.yard.node.probes.Vigil.Known;
import dev.trainyard.yard.node.probes.Watch;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after the running containers of one pod: their hooks, their probes and their orderly end.
final class PodCare {

  private static final Logger log = LoggerFactory.getLogger(PodCare.class);

  /// What a container always has between its preStop hook and SIGKILL.
  private static final Duration LEAST_GRACE = Duration.ofSeconds(2);

  private final Workplace place;
  private final PodRuns runs;
  private final PodEvents events;
  private final Runnable signal;
  private final Map<String, Watched> watches = new HashMap<>();
  private final Set<String> asked = new HashSet<>();
  private final List<Thread> stopping = new ArrayList<>();

  private record Watched(int number, Watch watch) {}

  PodCare(Workplace place, PodRuns runs, PodEvents events, Runnable signal) {
    this.place = place;
    this.runs = runs;
    this.events = events;
    this.signal = signal;
  }

  /// The containers as they are on disk and as they answer.
  List<Observed> observe(Pod pod, List<Container> containers) throws IOException {
    var all = new ArrayList<Observed>();
    for (var container : containers) {
      var seen = runs.of(container.getName()).observe();
      if (seen.run() instanceof Run.Running(var number, var since)) {
        var watch = watch(pod, container, number, since);
        all.add(watch.map(it -> seen.with(it.health())).orElse(seen));
      } else {
        Optional.ofNullable(watches.remove(container.getName())).ifPresent(it -> it.watch.close());
        all.add(seen);
      }
    }
    return all;
  }

  private Optional<Watch> watch(Pod pod, Container container, int number, Instant since)
      throws IOException {
    var name = container.getName();
    var known = Optional.ofNullable(watches.get(name));
    if (known.filter(it -> it.number == number).isPresent()) {
      return known.map(Watched::watch);
    }
    known.ifPresent(it -> it.watch.close());
    if (!PodSpecs.needsCare(container)) {
      return Optional.empty();
    }
    var podIp = place.network().join(pod).podIp();
    var marks = new RunMarks(runs.of(name).files(number));
    var watch =
        new Watch(
            checker(pod, container, number),
            place.options().clock(),
            since,
            Vigil.of(container, podIp, known(pod, container, number)),
            new Told(pod, container, marks));
    var hook =
        PodSpecs.postStart(container)
            .filter(_ -> !marks.greeted())
            .map(it -> Checks.of(it, container, podIp));
    watches.put(name, new Watched(number, watch));
    watch.begin(hook);
    return Optional.of(watch);
  }

  private Checker checker(Pod pod, Container container, int number) {
    var run = runs.of(container.getName()).files(number);
    return new Checker(
        command ->
            Indoors.program(run, command)
                .orElseThrow(() -> new IOException("the container does not run"))
                .redirectErrorStream(true)
                .start(),
        (host, port) ->
            host.equals(place.network().join(pod).podIp())
                ? place.network().reach(pod, port).getPort()
                : port);
  }

  /// What the status says of this very run was found out by a node before us.
  private static Known known(Pod pod, Container container, int number) {
    if (pod.getStatus() == null) {
      return Known.NOTHING;
    }
    var id = PodReport.containerId(pod, container.getName(), number);
    return Stream.concat(
            pod.getStatus().getInitContainerStatuses().stream(),
            pod.getStatus().getContainerStatuses().stream())
        .filter(status -> id.equals(status.getContainerID()))
        .filter(status -> status.getState() != null && status.getState().getRunning() != null)
        .map(
            status ->
                new Known(
                    Boolean.TRUE.equals(status.getStarted()),
                    Boolean.TRUE.equals(status.getReady())))
        .findFirst()
        .orElse(Known.NOTHING);
  }

  private final class Told implements Watch.Listener {
    private final Pod pod;
    private final Container container;
    private final RunMarks marks;

    Told(Pod pod, Container container, RunMarks marks) {
      this.pod = pod;
      this.container = container;
      this.marks = marks;
    }

    @Override
    public void changed() {
      signal.run();
    }

    @Override
    public void greeted() {
      try {
        marks.greet();
      } catch (IOException e) {
        throw new UncheckedIOException("a hook that has run could not be noted", e);
      }
    }

    @Override
    public void unhealthy(Kind kind, String words) {
      events.tell(
          pod, container, Reason.UNHEALTHY, "%s probe failed: %s".formatted(kind.word(), words));
    }

    @Override
    public void hookFailed(String words) {
      events.tell(pod, container, Reason.FAILED_POST_START_HOOK, "postStart hook failed: " + words);
    }
  }

  /// Ends the runs that their probes or hooks have given up; whether another follows is not said
  /// here.
  void endDoomed(Pod pod, List<Observed> all) throws IOException {
    for (var observed : all) {
      var doom = observed.health().doomed();
      if (doom.isPresent() && observed.live() && !observed.condemned()) {
        var container = PodSpecs.container(pod, observed.container()).orElseThrow();
        new RunMarks(runs.of(observed.container()).files(observed.restarts()))
            .condemn(doom.get().why());
        events.tell(
            pod,
            container,
            Reason.KILLING,
            "Container %s %s and is ended.".formatted(container.getName(), doom.get().why()));
        end(pod, observed, doom.get().grace().orElse(PodSpecs.grace(pod)));
      }
    }
  }

  /// Asks a container to end, once: its preStop hook first, then SIGTERM, SIGKILL after the grace.
  /// Answers at once.
  void end(Pod pod, Observed observed, Duration grace) throws IOException {
    var name = observed.container();
    if (!asked.add("%s/%d".formatted(name, observed.restarts()))) {
      return;
    }
    var container = PodSpecs.container(pod, name);
    var hook = container.flatMap(PodSpecs::preStop);
    if (hook.isEmpty() || grace.isZero() || !(observed.run() instanceof Run.Running)) {
      runs.of(name).stop(Optional.of(grace));
      return;
    }
    var podIp = place.network().join(pod).podIp();
    var check = Checks.of(hook.get(), container.get(), podIp);
    var checker = checker(pod, container.get(), observed.restarts());
    var run = runs.of(name);
    stopping.add(
        Thread.ofVirtual()
            .name("pre-stop-" + name)
            .start(() -> endPolitely(pod, container.get(), run, checker, check, grace)));
  }

  private void endPolitely(
      Pod pod,
      Container container,
      ContainerRuns run,
      Checker checker,
      Check hook,
      Duration grace) {
    try {
      var begun = place.now();
      var outcome = checker.ask(hook, grace);
      if (!outcome.passed()) {
        events.tell(
            pod, container, Reason.FAILED_PRE_STOP_HOOK, "preStop hook failed: " + outcome.words());
      }
      var left = grace.minus(Duration.between(begun, place.now()));
      run.stop(Optional.of(left.compareTo(LEAST_GRACE) < 0 ? LEAST_GRACE : left));
    } catch (IOException e) {
      log.atWarn()
          .setCause(e)
          .addKeyValue("container", container.getName())
          .log("A container could not be asked to end");
    } catch (InterruptedException _) {
      // The node closes. Whoever comes next asks again.
    }
  }

  /// Ends everything that lives: containers together, then sidecars from the last to the first.
  /// True once nothing is left.
  boolean allEnded(Pod pod, Duration left) throws IOException {
    var live = runs.live();
    if (live.isEmpty()) {
      return true;
    }
    var sidecars = Lifecycle.sidecars(pod);
    var first = new ArrayList<Observed>();
    for (var run : live) {
      var observed = run.observe();
      if (!sidecars.contains(observed.container())) {
        first.add(observed);
      }
    }
    for (var observed : first.isEmpty() ? lastSidecar(pod, live) : first) {
      end(pod, observed, left);
    }
    return false;
  }

  private static List<Observed> lastSidecar(Pod pod, List<ContainerRuns> live) throws IOException {
    for (var init : pod.getSpec().getInitContainers().reversed()) {
      for (var run : live) {
        var observed = run.observe();
        if (observed.container().equals(init.getName())) {
          return List.of(observed);
        }
      }
    }
    return List.of();
  }

  /// Leaves the containers alone.
  void close() {
    watches.values().forEach(it -> it.watch.close());
    stopping.forEach(Thread::interrupt);
  }
}
