package dev.trainyard.yard.autoscaler;

import dev.trainyard.yard.Teller;
import dev.trainyard.yard.Unreadable;
import dev.trainyard.yard.autoscaler.Recommendation.Trouble;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Scales what HorizontalPodAutoscalers point at by what its pods use, as the controller of a
/// cluster does: it looks every fifteen seconds, and asks for nothing where there is no autoscaler.
public final class Autoscaler implements AutoCloseable {

  public static final Duration PERIOD = Duration.ofSeconds(15);

  private static final Logger log = LoggerFactory.getLogger(Autoscaler.class);
  private static final Teller TELLER = new Teller("horizontal-pod-autoscaler", Optional.empty());

  private final KubernetesClient client;
  private final Targets targets;
  private final InstantSource clock;
  private final SharedIndexInformer<HorizontalPodAutoscaler> autoscalers;
  private final Map<String, Memory> memories = new HashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("yard-autoscaler").daemon().factory());

  /// What one look has come to.
  private record Look(Report report, List<Trouble> trouble, Optional<String> news) {}

  /// Looks from now on, until it is closed. The client stays the caller's to close.
  public static Autoscaler start(KubernetesClient client, InstantSource clock, Duration period) {
    var autoscaler = new Autoscaler(client, clock);
    // It goes on until the timer is closed; nobody waits for its end.
    var _ =
        autoscaler.timer.scheduleWithFixedDelay(
            autoscaler::lookAtAll, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    return autoscaler;
  }

  private Autoscaler(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.targets = new Targets(client);
    this.clock = clock;
    this.autoscalers =
        client.autoscaling().v2().horizontalPodAutoscalers().inAnyNamespace().runnableInformer(0);
    // Nobody waits for what it finds: it is looked at later anyway.
    var _ = autoscalers.start();
  }

  private void lookAtAll() {
    var all =
        autoscalers.getStore().list().stream()
            .filter(it -> !it.isMarkedForDeletion() && Unreadable.why(it).isEmpty())
            .toList();
    memories
        .keySet()
        .retainAll(all.stream().map(it -> it.getMetadata().getUid()).collect(Collectors.toSet()));
    for (var one : all) {
      try {
        tell(one, look(one));
      } catch (RuntimeException e) {
        // Whatever is wrong with one concerns no other, and is tried again.
        log.atDebug()
            .setCause(e)
            .addKeyValue("autoscaler", one.getFullResourceName())
            .log("An autoscaler was not looked after");
      }
    }
  }

  private Look look(HorizontalPodAutoscaler autoscaler) {
    Scale scale;
    try {
      scale = targets.scale(autoscaler);
    } catch (KubernetesClientException e) {
      return lost(
          autoscaler,
          Finding.unable(
              "FailedGetScale",
              "the HPA controller was unable to get the target's current scale: " + words(e)),
          new Trouble("FailedGetScale", words(e)));
    }
    return Optional.ofNullable(scale.getStatus())
        .flatMap(status -> Optional.ofNullable(status.getSelector()))
        .filter(selector -> !selector.isEmpty())
        .map(selector -> look(autoscaler, scale, selector))
        .orElseGet(
            () ->
                lost(
                    autoscaler,
                    Finding.inactive(
                        "InvalidSelector", "the HPA target's scale is missing a selector"),
                    new Trouble("SelectorRequired", "selector is required")));
  }

  private static Look lost(HorizontalPodAutoscaler autoscaler, Finding finding, Trouble trouble) {
    var before = status(autoscaler);
    return new Look(
        new Report(
            Optional.ofNullable(before.getCurrentReplicas()).orElse(0),
            Optional.ofNullable(before.getDesiredReplicas()).orElse(0),
            false,
            List.of(finding),
            List.of()),
        List.of(trouble),
        Optional.empty());
  }

  private Look look(HorizontalPodAutoscaler autoscaler, Scale scale, String selector) {
    var metadata = autoscaler.getMetadata();
    var now = clock.instant();
    var current = Optional.ofNullable(scale.getSpec().getReplicas()).orElse(0);
    var wish = Wishes.of(autoscaler);
    var memory = memories.computeIfAbsent(metadata.getUid(), _ -> Memory.beginning(current, now));
    var pods = targets.pods(metadata.getNamespace(), selector);
    var recommended = Recommendation.of(wish, current, pods, memory, now);
    memories.put(metadata.getUid(), recommended.memory());
    var findings = new ArrayList<Finding>();
    findings.add(
        Finding.able(
            "SucceededGetScale", "the HPA controller was able to get the target's current scale"));
    findings.addAll(recommended.findings());
    var desired = recommended.replicas();
    if (desired == current) {
      return new Look(
          new Report(current, current, false, findings, recommended.readings()),
          recommended.trouble(),
          Optional.empty());
    }
    var news = "New size: %d; reason: %s".formatted(desired, recommended.why());
    try {
      targets.scale(autoscaler, scale, desired);
    } catch (KubernetesClientException e) {
      findings.add(
          Finding.unable(
              "FailedUpdateScale",
              "the HPA controller was unable to update the target scale: " + words(e)));
      var failed = new Trouble("FailedRescale", "%s; error: %s".formatted(news, words(e)));
      return new Look(
          new Report(current, desired, false, findings, recommended.readings()),
          Stream.concat(recommended.trouble().stream(), Stream.of(failed)).toList(),
          Optional.empty());
    }
    memories.computeIfPresent(
        metadata.getUid(), (_, before) -> before.changed(desired - current, wish.behaviour(), now));
    findings.add(
        Finding.able(
            "SucceededRescale",
            "the HPA controller was able to update the target scale to %d".formatted(desired)));
    return new Look(
        new Report(current, desired, true, findings, recommended.readings()),
        recommended.trouble(),
        Optional.of(news));
  }

  /// The status first: an event of what goes on as before is not told again.
  private void tell(HorizontalPodAutoscaler autoscaler, Look look) {
    var before = status(autoscaler);
    var generation = Optional.ofNullable(autoscaler.getMetadata().getGeneration());
    var after = look.report().in(before, generation, clock.instant());
    if (after.equals(before)) {
      return;
    }
    // Whoever else has changed the autoscaler meanwhile has changed no status.
    client
        .resource(
            new HorizontalPodAutoscalerBuilder(autoscaler)
                .editMetadata()
                .withResourceVersion(null)
                .endMetadata()
                .withStatus(after)
                .build())
        .updateStatus();
    look.news().ifPresent(news -> tell(autoscaler, "Normal", "SuccessfulRescale", news));
    if (!after.getConditions().equals(before.getConditions())) {
      look.trouble().forEach(it -> tell(autoscaler, "Warning", it.reason(), it.message()));
    }
  }

  private void tell(
      HorizontalPodAutoscaler autoscaler, String type, String reason, String message) {
    var metadata = autoscaler.getMetadata();
    var about =
        new ObjectReferenceBuilder()
            .withApiVersion(autoscaler.getApiVersion())
            .withKind(autoscaler.getKind())
            .withNamespace(metadata.getNamespace())
            .withName(metadata.getName())
            .withUid(metadata.getUid())
            .build();
    client.resource(TELLER.event(about, type, reason, message, clock.instant())).create();
  }

  private static HorizontalPodAutoscalerStatus status(HorizontalPodAutoscaler autoscaler) {
    return Optional.ofNullable(autoscaler.getStatus())
        .orElseGet(HorizontalPodAutoscalerStatus::new);
  }

  private static String words(KubernetesClientException failure) {
    return Optional.ofNullable(failure.getStatus())
        .map(Status::getMessage)
        .or(() -> Optional.ofNullable(failure.getMessage()))
        .orElse("no answer");
  }

  @Override
  public void close() {
    timer.shutdownNow();
    autoscalers.close();
  }
}
