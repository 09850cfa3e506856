package dev.trainyard.yard.node;

import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells the cluster that the node lives: a small Lease often, the whole Node rarely.
final class Heartbeat implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);
  private static final String NAMESPACE = "kube-node-lease";
  private static final Duration BEAT = Duration.ofSeconds(10);
  private static final Duration REPORT = Duration.ofMinutes(5);

  /// After this long without a beat the cluster takes the node for lost.
  private static final int LEASE_SECONDS = 40;

  private final KubernetesClient client;
  private final NodeRegistration registration;
  private final InstantSource clock;
  private final Thread thread;
  private Optional<Lease> lease = Optional.empty();

  static Heartbeat start(
      KubernetesClient client, NodeRegistration registration, InstantSource clock) {
    var heartbeat = new Heartbeat(client, registration, clock);
    heartbeat.thread.start();
    return heartbeat;
  }

  private Heartbeat(KubernetesClient client, NodeRegistration registration, InstantSource clock) {
    this.client = client;
    this.registration = registration;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("heartbeat").unstarted(this::beat);
  }

  private void beat() {
    var reported = clock.instant();
    try {
      while (true) {
        var now = clock.instant();
        try {
          renew(now);
          if (Duration.between(reported, now).compareTo(REPORT) >= 0) {
            registration.register(now);
            reported = now;
          }
        } catch (KubernetesClientException e) {
          lease = Optional.empty();
          log.atWarn()
              .addKeyValue("why", e.getMessage())
              .log("The cluster could not be told that the node lives");
        }
        Thread.sleep(BEAT);
      }
    } catch (InterruptedException _) {
      // The node closes.
    }
  }

  private void renew(Instant now) {
    var time = ZonedDateTime.ofInstant(now, ZoneOffset.UTC);
    var known = lease.or(() -> Optional.ofNullable(leases().get()));
    lease =
        Optional.of(
            known.isPresent()
                ? client
                    .resource(
                        new LeaseBuilder(known.get())
                            .editSpec()
                            .withHolderIdentity(registration.name())
                            .withLeaseDurationSeconds(LEASE_SECONDS)
                            .withRenewTime(time)
                            .endSpec()
                            .build())
                    .update()
                : client.resource(fresh(time)).create());
  }

  private Resource<Lease> leases() {
    return client.leases().inNamespace(NAMESPACE).withName(registration.name());
  }

  private Lease fresh(ZonedDateTime time) {
    var builder =
        new LeaseBuilder()
            .withNewMetadata()
            .withName(registration.name())
            .withNamespace(NAMESPACE)
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity(registration.name())
            .withLeaseDurationSeconds(LEASE_SECONDS)
            .withRenewTime(time)
            .endSpec();
    // With its Node the Lease goes too.
    Optional.ofNullable(client.nodes().withName(registration.name()).get())
        .ifPresent(
            node ->
                builder
                    .editMetadata()
                    .withOwnerReferences(
                        new OwnerReferenceBuilder()
                            .withApiVersion("v1")
                            .withKind("Node")
                            .withName(node.getMetadata().getName())
                            .withUid(node.getMetadata().getUid())
                            .build())
                    .endMetadata());
    return builder.build();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
