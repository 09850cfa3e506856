package dev.trainyard.operator.webhook;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.yard.Yard;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AWebhookTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String DOOR = "/validate-kubeflow-org-v1-pytorchjob";
  private static final String OURS = "validator.pytorchjob.training-operator.kubeflow.org";
  private static final WebhookNames NAMES =
      new WebhookNames(
          "default", WebhookNames.SERVICE, WebhookNames.SECRET, WebhookNames.CONFIGURATION);

  private static final Lookup NOTHING = Lookup.nothing(Settings.defaults(Settings.Place.CLUSTER));

  private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir Path home;
  @AutoClose private Yard yard;
  @AutoClose private KubernetesClient client;

  @BeforeEach
  void open() {
    yard = Yard.open(home, Yard.Options.defaults());
    client = yard.client();
  }

  private void install() {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(NAMES.secret())
                .endMetadata()
                .build())
        .create();
    client
        .resource(
            new ValidatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName(NAMES.configuration())
                .endMetadata()
                .addNewWebhook()
                .withName("somebody.else.example.com")
                .withAdmissionReviewVersions("v1")
                .withSideEffects("None")
                .withNewClientConfig()
                .withUrl("https://example.com/")
                .endClientConfig()
                .endWebhook()
                .addNewWebhook()
                .withName(OURS)
                .withAdmissionReviewVersions("v1")
                .withSideEffects("None")
                .withNewClientConfig()
                .withNewService(NAMES.service(), "default", DOOR, 443)
                .endClientConfig()
                .endWebhook()
                .build())
        .create();
  }

  @Test
  void judges_over_a_connection_that_whoever_was_told_whom_to_trust_can_trust() throws Exception {
    install();
    var registry = new SimpleMeterRegistry();
    try (var webhook = opened(registry)) {
      awaitAnswer(webhook);
      var server = asking();

      assertThat(server.ask(webhook.port(), DOOR, Questions.create(Questions.job("train", 1))))
          .satisfies(reply -> assertThat(reply.code()).isEqualTo(200))
          .satisfies(reply -> assertThat(reply.body()).contains("\"allowed\":true"));
      assertThat(server.ask(webhook.port(), DOOR, Questions.create(Questions.job("train", 0))))
          .satisfies(reply -> assertThat(reply.code()).isEqualTo(200))
          .satisfies(reply -> assertThat(reply.body()).contains("must be at least 1"));
      assertThat(registry.counter("trainyard_reviews", "outcome", "refused").count()).isOne();
    }
    assertThat(bundles().get("somebody.else.example.com")).isEmpty();
  }

  @Test
  void tells_what_is_wrong_with_a_question_that_is_none() throws Exception {
    install();
    try (var webhook = serving()) {
      var server = asking();
      int port = webhook.port();

      var malformed = server.ask(port, DOOR, "{}");
      assertThat(malformed.code()).isEqualTo(400);
      assertThat(malformed.body()).startsWith("expected AdmissionReview of admission.k8s.io/v1");
      var deep = "[".repeat(100_000);
      assertThat(server.ask(port, DOOR, deep).code()).isEqualTo(400);
      assertThat(server.ask(port, DOOR, " ".repeat(7 * 1024 * 1024 + 1)).code()).isEqualTo(413);
      assertThat(server.ask(port, DOOR + "x", "{}").code()).isEqualTo(404);
      assertThat(server.send(port, "GET", DOOR, "application/json", "").code()).isEqualTo(405);
      assertThat(server.send(port, "POST", DOOR, "text/plain", "{}").code()).isEqualTo(415);
    }
  }

  @Test
  void lets_nothing_in_by_a_mistake_of_its_own() throws Exception {
    install();
    var shown = new ShownCertificate();
    shown.show(agreed());
    var broken = new Reviews(new Registered<>(broken(), Codec.of(PyTorchJob.class)), NOTHING);
    try (var server =
        ReviewServer.open(0, shown, Map.of(DOOR, broken), new SimpleMeterRegistry())) {
      var asking = new AskingApiServer(NAMES.service(), agreed().bundle());

      var reply = asking.ask(server.port(), DOOR, Questions.create(Questions.job("train", 1)));

      assertThat(reply.code()).isEqualTo(500);
      assertThat(reply.body()).isEqualTo("the job could not be judged\n");
    }
  }

  /// Knows its name and nothing else.
  @SuppressWarnings("unchecked")
  private static Dialect<PyTorchJob> broken() {
    return (Dialect<PyTorchJob>)
        Proxy.newProxyInstance(
            Dialect.class.getClassLoader(),
            new Class<?>[] {Dialect.class},
            (_, method, _) -> {
              if (method.getName().equals("kind")) {
                return Dialects.PYTORCH_JOB.dialect().kind();
              }
              throw new IllegalStateException("a mistake of ours");
            });
  }

  @Test
  void waits_for_what_must_be_installed_and_says_for_what() throws Exception {
    try (var webhook = opened(new SimpleMeterRegistry())) {
      await("it says so")
          .atMost(PATIENCE)
          .until(() -> webhook.waitsFor().orElse("").startsWith("there is no Secret"));

      install();

      awaitAnswer(webhook);
    }
  }

  @Test
  void shows_the_same_certificate_from_every_replica() throws Exception {
    install();
    try (var first = serving();
        var second = serving()) {
      var server = asking();

      assertThat(shown(server, second)).isEqualTo(shown(server, first));
    }
    var written = client.secrets().inNamespace("default").withName(NAMES.secret()).get();
    try (var third = serving()) {
      assertThat(asking().ask(third.port(), DOOR, "{}").code()).isEqualTo(400);
    }
    assertThat(client.secrets().inNamespace("default").withName(NAMES.secret()).get())
        .as("nothing is written where all is well")
        .isEqualTo(written);
  }

  @Test
  void agrees_with_another_that_starts_at_the_same_moment() throws Exception {
    install();
    try (var other = yard.client()) {
      var secrets =
          List.of(new CertificateSecret(client, NAMES), new CertificateSecret(other, NAMES));
      var start = new CompletableFuture<Void>();
      var agreed =
          secrets.stream()
              .map(secret -> start.thenApplyAsync(_ -> secret.agreed(now).certificate()))
              .toList();

      start.complete(null);

      assertThat(agreed.getFirst().get()).isEqualTo(agreed.getLast().get());
    }
  }

  @Test
  void changes_its_certificate_before_it_ends_without_a_pause() throws Exception {
    install();
    try (var webhook = serving()) {
      var server = asking();
      var first = shown(server, webhook);
      now = now.plus(Duration.ofDays(365 - 120));

      await("there is a new one")
          .atMost(PATIENCE)
          .until(() -> !shown(server, webhook).equals(first));

      assertThat(stored().authorities()).hasSize(1);
      assertThat(stored().certificate().getNotAfter().toInstant())
          .isEqualTo(now.plus(Duration.ofDays(365)));
    }
  }

  @Test
  void trusts_the_old_authority_beside_the_new_one() throws Exception {
    install();
    var old = agreed();
    new TrustedAuthority(client, NAMES.configuration(), Set.of(OURS)).tell(old);
    now = now.plus(Duration.ofDays(3650 - 730));
    try (var _ = serving()) {
      assertThat(stored().authority()).isNotEqualTo(old.authority());
      assertThat(stored().authorities()).hasSize(2).endsWith(old.authority());
      assertThat(bundles().get(OURS)).isEqualTo(stored().bundle());

      // A replica that has not seen the new one leaves it alone.
      new TrustedAuthority(client, NAMES.configuration(), Set.of(OURS)).tell(old);
      assertThat(bundles().get(OURS)).isEqualTo(stored().bundle());
    }
  }

  @Test
  void replaces_a_certificate_that_is_spoilt_or_for_another_name() {
    install();
    var first = agreed();
    client
        .secrets()
        .inNamespace("default")
        .withName(NAMES.secret())
        .edit(
            secret -> {
              secret.getData().put("tls.key", secret.getData().get("ca.key"));
              return secret;
            });
    var second = agreed();
    assertThat(second.certificate()).isNotEqualTo(first.certificate());
    assertThat(second.authority()).isEqualTo(first.authority());

    var moved = new WebhookNames("default", "elsewhere", NAMES.secret(), NAMES.configuration());
    var third = new CertificateSecret(client, moved).agreed(now);
    assertThat(third.certificate()).isNotEqualTo(second.certificate());
    assertThat(third.good(moved.hosts(), now)).isTrue();
  }

  @Test
  void keeps_its_keys_to_itself() {
    install();
    assertThat(agreed().toString()).doesNotContain("PrivateKey").startsWith("Credentials[CN=");
  }

  private Credentials agreed() {
    return new CertificateSecret(client, NAMES).agreed(now);
  }

  private Credentials stored() {
    var secret = client.secrets().inNamespace("default").withName(NAMES.secret()).get();
    return Credentials.read(secret.getData()).orElseThrow();
  }

  private Webhook opened(MeterRegistry registry) throws IOException {
    return Webhook.open(
        client,
        Kinds.all(),
        Settings.defaults(Settings.Place.CLUSTER),
        new WebhookOptions(0, NAMES, Duration.ofMillis(50), Duration.ofMillis(50)),
        () -> now,
        registry);
  }

  private Webhook serving() throws IOException {
    var webhook = opened(new SimpleMeterRegistry());
    awaitAnswer(webhook);
    return webhook;
  }

  private static void awaitAnswer(Webhook webhook) {
    await("it answers").atMost(PATIENCE).until(() -> webhook.waitsFor().isEmpty());
  }

  private AskingApiServer asking() throws Exception {
    return new AskingApiServer(
        "%s.default.svc".formatted(NAMES.service()), bundles().getOrDefault(OURS, ""));
  }

  private static X509Certificate shown(AskingApiServer server, Webhook webhook) throws Exception {
    return server.ask(webhook.port(), DOOR, "{}").shown();
  }

  /// Whom API servers were told to trust, by webhook.
  private Map<String, String> bundles() {
    return client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(NAMES.configuration())
        .get()
        .getWebhooks()
        .stream()
        .collect(
            toMap(
                ValidatingWebhook::getName,
                webhook ->
                    new String(
                        Base64.getDecoder()
                            .decode(
                                Optional.ofNullable(webhook.getClientConfig().getCaBundle())
                                    .orElse("")),
                        StandardCharsets.UTF_8)));
  }
}
