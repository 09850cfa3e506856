package dev.trainyard.yard.node;

import dev.trainyard.yard.Unreadable;
import dev.trainyard.yard.node.ContainerStarter.Blocked;
import dev.trainyard.yard.node.Lifecycle.Plan;
import dev.trainyard.yard.node.Lifecycle.Start;
import dev.trainyard.yard.node.Lifecycle.Waiting;
import dev.trainyard.yard.node.PodEvents.Reason;
import dev.trainyard.yard.node.supervisor.ExitRecord;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Starts the containers of one pod, and knows why some cannot start yet.
final class Starts {

  private final Workplace place;
  private final PodRuns runs;
  private final PodEvents events;
  private final Map<String, Waiting> blocked = new HashMap<>();
  private final Map<String, Waiting> toldBlocked = new HashMap<>();
  private final Set<String> toldBackOff = new HashSet<>();
  private volatile boolean waitsForOthers;

  Starts(Workplace place, PodRuns runs, PodEvents events) {
    this.place = place;
    this.runs = runs;
    this.events = events;
  }

  /// A new look: what kept containers waiting before may be there by now.
  void lookAnew() {
    blocked.clear();
    waitsForOthers = false;
  }

  /// Containers that could not be started, and why.
  Map<String, Waiting> blocked() {
    return Map.copyOf(blocked);
  }

  /// True while a change of another pod may let this one go on.
  boolean waitsForOthers() {
    return waitsForOthers;
  }

  void start(Pod pod, Start start) throws IOException {
    var container = PodSpecs.container(pod, start.container()).orElseThrow();
    var init = pod.getSpec().getInitContainers().contains(container);
    var wait = init ? MasterWait.of(container) : Optional.<MasterWait>empty();
    if (wait.isPresent()) {
      waitForMaster(pod, start, wait.get());
      return;
    }
    try {
      var run = runs.of(container.getName());
      var spec = place.starter().prepare(pod, container, run.files(start.number()));
      run.start(start.number(), start.delay(), spec);
      place
          .limits()
          .unkept(container)
          .ifPresent(why -> events.tell(pod, container, Reason.LIMITS_NOT_KEPT, why));
      var unenforced =
          Unenforced.of(
              pod.getSpec(), SecurityContexts.here(true).root(), place.filters()::obstacle);
      if (!unenforced.isEmpty()) {
        events.tell(pod, Reason.SECURITY_NOT_ENFORCED, String.join("; ", unenforced) + ".");
      }
      S3Mount.of(container)
          .ifPresent(it -> events.tell(pod, container, Reason.S3_UNSUPPORTED, it.warning()));
    } catch (Blocked e) {
      blocked.put(container.getName(), e.waiting());
    } catch (KubernetesClientException e) {
      if (!Unreadable.isCauseOf(e)) {
        throw e;
      }
      blocked.put(
          container.getName(),
          new Waiting("CreateContainerConfigError", String.valueOf(e.getMessage())));
    } catch (IOException | RuntimeException e) {
      blocked.put(
          container.getName(),
          new Waiting(
              "CreateContainerError",
              "Container %s could not be prepared: %s"
                  .formatted(container.getName(), Trouble.words(e))));
    }
  }

  private void waitForMaster(Pod pod, Start start, MasterWait wait) throws IOException {
    // Said before looking: a master that starts in between still wakes us.
    waitsForOthers = true;
    if (wait.over(pod.getMetadata().getNamespace(), place.pods())) {
      waitsForOthers = false;
      var now = place.now();
      var exit = new ExitRecord(0, ExitRecord.COMPLETED, Optional.empty(), Optional.of(now), now);
      runs.of(start.container()).record(start.number(), exit);
      return;
    }
    blocked.put(
        start.container(),
        new Waiting("PodInitializing", "Waiting for pod %s to start.".formatted(wait.host())));
  }

  /// Tells, once each, why containers do not start.
  void tellWaits(Pod pod, Plan plan) {
    plan.waiting().keySet().stream()
        .filter(toldBackOff::add)
        .forEach(
            name ->
                tell(
                    pod,
                    name,
                    Reason.BACK_OFF,
                    "Container %s keeps ending; each restart waits longer.".formatted(name)));
    blocked.forEach(
        (name, waiting) -> {
          var mounting = waiting.reason().equals(ContainerStarter.MOUNTING);
          if ((mounting || waiting.reason().startsWith("Create"))
              && !waiting.equals(toldBlocked.put(name, waiting))) {
            tell(pod, name, mounting ? Reason.FAILED_MOUNT : Reason.FAILED, waiting.message());
          }
        });
  }

  private void tell(Pod pod, String container, Reason reason, String message) {
    PodSpecs.container(pod, container).ifPresent(it -> events.tell(pod, it, reason, message));
  }
}
