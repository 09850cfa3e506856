package dev.trainyard.operator.webhook;

import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Companion;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.dialects.LiveLookup;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.LiveObjects;
import dev.trainyard.operator.kinds.Registration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The webhook of one operator, whether it leads or stands by. It listens at once, and answers as
/// soon as it has a certificate that API servers are told to trust.
public final class Webhook implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Webhook.class);

  private final WebhookOptions options;
  private final InstantSource clock;
  private final CertificateSecret secret;
  private final TrustedAuthority trusted;
  private final ShownCertificate shown = new ShownCertificate();
  private final ReviewServer server;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Optional<String> waitsFor = Optional.of("there is no certificate yet");
  private volatile Instant until = Instant.EPOCH;

  /// What went wrong last; told once.
  private String trouble = "";

  /// Returns at once; `waitsFor` tells when it can answer.
  ///
  /// @throws IOException when it cannot listen where it should
  public static Webhook open(
      KubernetesClient client,
      List<Registration<?, ?>> kinds,
      Settings settings,
      WebhookOptions options,
      InstantSource clock,
      MeterRegistry registry)
      throws IOException {
    var webhook = new Webhook(client, kinds, settings, options, clock, registry);
    Thread.ofVirtual().name("webhook").start(webhook::keepLooking);
    return webhook;
  }

  private Webhook(
      KubernetesClient client,
      List<Registration<?, ?>> kinds,
      Settings settings,
      WebhookOptions options,
      InstantSource clock,
      MeterRegistry registry)
      throws IOException {
    this.options = options;
    this.clock = clock;
    this.secret = new CertificateSecret(client, options.names());
    var doors = new HashMap<String, Reviews>();
    var webhooks = new HashSet<String>();
    for (var kind : kinds) {
      doors.put(
          Admission.path(kind.dialect().kind()),
          reviews(kind, lookup(client, settings, kind.dialect())));
      webhooks.add(kind.dialect().validator());
      for (var companion : kind.dialect().companions()) {
        doors.put(Admission.path(companion.kind()), reviews(companion));
        webhooks.add(companion.kind().validator());
      }
    }
    if (kinds.contains(Kinds.APP_WRAPPER)) {
      var wrappers = new AppWrappers(WrapperSettings.of(settings));
      doors.putAll(
          new WrapperDoors(wrappers, requester -> new LiveSurroundings(client, requester)).all());
      webhooks.add(AppWrappers.MUTATOR);
    }
    this.trusted = new TrustedAuthority(client, options.names().configuration(), webhooks);
    this.server = ReviewServer.open(options.port(), shown, doors, registry);
    Gauge.builder("trainyard_webhook_certificate_expires_seconds", this, Webhook::expires)
        .description("When the certificate of the webhook ends, in seconds since 1970")
        .register(registry);
  }

  /// Asks the API server, which asks us.
  private static Lookup lookup(KubernetesClient client, Settings settings, Dialect<?> dialect) {
    return new LiveLookup(settings, dialect.judgesBy(), new LiveObjects(client));
  }

  private static <R> Reviews reviews(Registration<?, R> kind, Lookup lookup) {
    return new Reviews(new Registered<>(kind.dialect(), kind.codec()), lookup);
  }

  private static Reviews reviews(Companion companion) {
    return new Reviews(
        companion.kind(),
        (question, _) -> new Reviews.Judgement(Admission.judge(companion, question)));
  }

  private double expires() {
    return until.getEpochSecond();
  }

  private void keepLooking() {
    try {
      var next = Duration.ZERO;
      while (!closed.await(next.toMillis(), TimeUnit.MILLISECONDS)) {
        next = looked() ? options.lookEvery() : options.retryAfter();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// What was shown so far is shown until there is better.
  private boolean looked() {
    try {
      look();
      trouble = "";
      return true;
    } catch (RuntimeException e) {
      var cause = String.valueOf(e.getMessage());
      if (closed.getCount() > 0 && !cause.equals(trouble)) {
        log.atWarn()
            .addKeyValue("cause", cause)
            .log("The certificate of the webhook could not be looked after; it is tried again");
      }
      trouble = cause;
      if (waitsFor.isPresent()) {
        waitsFor = Optional.of(cause);
      }
      return false;
    }
  }

  /// API servers must trust a certificate before they are shown it.
  private void look() {
    var credentials = secret.agreed(clock.instant());
    trusted.tell(credentials);
    shown.show(credentials);
    until = credentials.certificate().getNotAfter().toInstant();
    if (waitsFor.isPresent()) {
      waitsFor = Optional.empty();
      log.atInfo().addKeyValue("port", port()).log("The webhook answers");
    }
  }

  /// What must be there before it can answer; nothing once it does.
  public Optional<String> waitsFor() {
    return waitsFor;
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    closed.countDown();
    server.close();
  }
}
