package dev.trainyard.yard.node;

import dev.trainyard.yard.Teller;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells what happens to one pod's containers, under the kubelet's reasons where it has one. A
/// thing that happens again is counted on the event that told it first.
final class PodEvents {

  private static final Logger log = LoggerFactory.getLogger(PodEvents.class);
  private static final String COMPONENT = "trainyard-node";

  enum Reason {
    UNHEALTHY("Unhealthy", "Warning"),
    KILLING("Killing", "Normal"),
    BACK_OFF("BackOff", "Warning"),
    FAILED("Failed", "Warning"),
    FAILED_MOUNT("FailedMount", "Warning"),
    FAILED_SYNC("FailedSync", "Warning"),
    FAILED_VALIDATION("FailedValidation", "Warning"),
    FAILED_POST_START_HOOK("FailedPostStartHook", "Warning"),
    FAILED_PRE_STOP_HOOK("FailedPreStopHook", "Warning"),
    DEADLINE_EXCEEDED("DeadlineExceeded", "Warning"),
    SECURITY_NOT_ENFORCED("SecurityNotEnforced", "Warning"),
    LIMITS_NOT_KEPT("LimitsNotKept", "Warning"),
    S3_UNSUPPORTED("S3Unsupported", "Warning");

    private final String word;
    private final String type;

    Reason(String word, String type) {
      this.word = word;
      this.type = type;
    }
  }

  private record About(Reason reason, Optional<String> container) {}

  private final KubernetesClient client;
  private final Teller teller;
  private final InstantSource clock;
  private final Map<About, Event> told = new HashMap<>();

  PodEvents(KubernetesClient client, String node, InstantSource clock) {
    this.client = client;
    this.teller = new Teller(COMPONENT, Optional.of(node));
    this.clock = clock;
  }

  void tell(Pod pod, Container container, Reason reason, String message) {
    tell(pod, new About(reason, Optional.of(container.getName())), message);
  }

  void tell(Pod pod, Reason reason, String message) {
    tell(pod, new About(reason, Optional.empty()), message);
  }

  /// Losing an event loses a sentence; it must never stop the pod.
  private synchronized void tell(Pod pod, About about, String message) {
    try {
      var again =
          Optional.ofNullable(told.get(about)).filter(it -> message.equals(it.getMessage()));
      told.put(
          about,
          again.isPresent()
              ? client.resource(counted(again.get())).update()
              : client.resource(event(pod, about, message)).create());
    } catch (KubernetesClientException e) {
      told.remove(about);
      log.atDebug().setCause(e).addKeyValue("reason", about.reason.word).log("An event was lost");
    }
  }

  private Event counted(Event event) {
    return new EventBuilder(event)
        .withCount(event.getCount() + 1)
        .withLastTimestamp(PodReport.time(clock.instant()))
        .build();
  }

  private Event event(Pod pod, About about, String message) {
    var metadata = pod.getMetadata();
    var involved =
        new ObjectReferenceBuilder()
            .withApiVersion("v1")
            .withKind("Pod")
            .withName(metadata.getName())
            .withNamespace(metadata.getNamespace())
            .withUid(metadata.getUid())
            .withFieldPath(about.container.map(name -> fieldPath(pod, name)).orElse(null))
            .build();
    return teller.event(involved, about.reason.type, about.reason.word, message, clock.instant());
  }

  private static String fieldPath(Pod pod, String container) {
    var init =
        pod.getSpec().getInitContainers().stream().anyMatch(it -> it.getName().equals(container));
    return "spec.%s{%s}".formatted(init ? "initContainers" : "containers", container);
  }
}
