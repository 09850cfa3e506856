package dev.trainyard.operator.process;

import dev.trainyard.operator.TrainyardOperator;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.leader.Leadership;
import dev.trainyard.operator.process.Endpoints.Answer;
import dev.trainyard.operator.webhook.Webhook;
import dev.trainyard.scheduler.shell.Binder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One operator from start to end. It answers probes, and the questions of API servers, from the
/// first moment, also while it stands by for another that leads; caches are filled only once it is
/// elected, so that a stand-by costs the API server two requests every few seconds.
public final class OperatorProcess implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(OperatorProcess.class);
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /// How it came to an end.
  public sealed interface Ending {
    record Asked() implements Ending {}

    record LeaseLost(String why) implements Ending {}
  }

  private enum Stage {
    STANDING_BY,
    STARTING,
    WORKING
  }

  private final KubernetesClient client;
  private final Options options;
  private final InstantSource clock;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics garbage = new JvmGcMetrics();
  private final Optional<Endpoints> metrics;
  private final Optional<Endpoints> probes;
  private final Optional<Webhook> webhook;
  private final Optional<Leadership> leadership;
  private volatile Stage stage = Stage.STANDING_BY;
  private volatile Supplier<Boolean> healthy = () -> true;

  /// Listens and stands for election; `run` does the work.
  ///
  /// @throws IOException when it cannot listen where it should
  public static OperatorProcess open(KubernetesClient client, Options options, InstantSource clock)
      throws IOException {
    return new OperatorProcess(client, options, clock);
  }

  private OperatorProcess(KubernetesClient client, Options options, InstantSource clock)
      throws IOException {
    this.client = client;
    this.options = options;
    this.clock = clock;
    measure();
    this.metrics =
        listen(
            options.metrics(),
            Map.of("/metrics", () -> new Answer(200, METRICS_TYPE, registry.scrape())));
    try {
      this.probes =
          listen(
              options.probes(),
              Map.of("/healthz", this::live, "/livez", this::live, "/readyz", this::ready));
    } catch (IOException e) {
      metrics.ifPresent(Endpoints::close);
      throw e;
    }
    try {
      this.webhook = openWebhook();
    } catch (IOException e) {
      probes.ifPresent(Endpoints::close);
      metrics.ifPresent(Endpoints::close);
      throw e;
    }
    this.leadership = options.election().map(terms -> Leadership.seek(client, terms, clock));
  }

  private static Optional<Endpoints> listen(
      Optional<InetSocketAddress> address, Map<String, Supplier<Answer>> pages) throws IOException {
    if (address.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Endpoints.open(address.get(), pages));
    } catch (IOException e) {
      throw new IOException("cannot listen at %s: %s".formatted(address.get(), e.getMessage()), e);
    }
  }

  private Optional<Webhook> openWebhook() throws IOException {
    if (options.webhook().isEmpty()) {
      return Optional.empty();
    }
    var wanted = options.webhook().get();
    var kinds =
        Kinds.under(options.settings()).stream()
            .filter(kind -> options.scope().kinds().test(kind.name()))
            .toList();
    try {
      return Optional.of(Webhook.open(client, kinds, options.settings(), wanted, clock, registry));
    } catch (IOException e) {
      throw new IOException(
          "cannot listen at port %d: %s".formatted(wanted.port(), e.getMessage()), e);
    }
  }

  private void measure() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    garbage.bindTo(registry);
    Gauge.builder("trainyard_leader", this, one -> one.leads() ? 1 : 0)
        .description("Whether this operator is the one that acts")
        .register(registry);
  }

  private boolean leads() {
    return leadership.map(Leadership::held).orElse(stage != Stage.STANDING_BY);
  }

  private Answer live() {
    return healthy.get()
        ? Answer.ok("ok")
        : Answer.unavailable("a watch has stopped; a restart brings it back");
  }

  /// A replica whose webhook cannot answer yet must not be sent questions.
  private Answer ready() {
    var missing = webhook.flatMap(Webhook::waitsFor);
    if (missing.isPresent()) {
      return Answer.unavailable("the webhook waits: " + missing.get());
    }
    return switch (stage) {
      case STANDING_BY -> Answer.ok("ok, standing by");
      case STARTING -> Answer.unavailable("filling caches");
      case WORKING -> healthy.get() ? Answer.ok("ok, leading") : live();
    };
  }

  /// The port of the metrics, where they are served.
  public OptionalInt metricsPort() {
    return port(metrics);
  }

  public OptionalInt probesPort() {
    return port(probes);
  }

  public OptionalInt webhookPort() {
    return webhook.map(one -> OptionalInt.of(one.port())).orElse(OptionalInt.empty());
  }

  private static OptionalInt port(Optional<Endpoints> endpoints) {
    return endpoints.map(one -> OptionalInt.of(one.port())).orElse(OptionalInt.empty());
  }

  /// Waits to be elected, then works, until asked to stop or until the lease is lost.
  public Ending run(CompletableFuture<Void> stop) {
    var elected =
        leadership
            .map(Leadership::elected)
            .orElseGet(() -> CompletableFuture.completedFuture(null));
    CompletableFuture.anyOf(elected, stop).join();
    if (stop.isDone()) {
      return new Ending.Asked();
    }
    return work(stop);
  }

  private Ending work(CompletableFuture<Void> stop) {
    stage = Stage.STARTING;
    var lost = leadership.map(Leadership::lost).orElseGet(CompletableFuture::new);
    var binder =
        options.schedulers().isEmpty()
            ? Optional.<Binder>empty()
            : Optional.of(Binder.start(client, options.schedulers()::contains));
    try {
      var operator =
          TrainyardOperator.start(
              client,
              options.settings(),
              clock,
              registry,
              options.limits(),
              options.scope(),
              () -> leadership.map(Leadership::held).orElse(true));
      healthy = operator::healthy;
      stage = Stage.WORKING;
      log.atInfo()
          .addKeyValue("namespaces", options.scope().namespaces())
          .addKeyValue("schedulers", options.schedulers())
          .log("The operator works");
      CompletableFuture.anyOf(lost, stop).join();
      if (lost.isDone()) {
        operator.abandon();
        return new Ending.LeaseLost(lost.join());
      }
      operator.close();
      return new Ending.Asked();
    } finally {
      binder.ifPresent(Binder::close);
    }
  }

  /// Gives the lease back.
  @Override
  public void close() {
    leadership.ifPresent(Leadership::close);
    webhook.ifPresent(Webhook::close);
    probes.ifPresent(Endpoints::close);
    metrics.ifPresent(Endpoints::close);
    garbage.close();
    registry.close();
  }
}
