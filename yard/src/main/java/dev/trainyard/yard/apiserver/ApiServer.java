package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.apiserver.identity.SigningKey;
import dev.trainyard.yard.apiserver.identity.Tokens;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Routes;
import dev.trainyard.yard.http.WebServer;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.streams.ExecSource;
import dev.trainyard.yard.streams.Whereabouts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/// The Kubernetes API of the yard, on this machine's loopback address only.
public final class ApiServer implements AutoCloseable {

  /// What the API is called within a cluster.
  public static final List<String> NAMES =
      List.of(
          "kubernetes.default.svc",
          "kubernetes.default.svc.cluster.local",
          "kubernetes.default",
          "kubernetes");

  private static final int HTTPS = 443;

  private final WebServer http;
  private final Caretaker collector;
  private final EventExpiry expiry;
  private final Caretaker quotas;
  private final Caretaker upkeep;
  private final WriteCounts counts;
  private final MeterRegistry meters;
  private final NodeSide node;
  private final String tokenInside;
  private final Routes routes;
  private final Function<Gate.Premises, Gate> gates;
  private Optional<WebServer> forPods = Optional.empty();

  /// What the node adds to the API once there is one.
  private static final class NodeSide {
    volatile LogSource logs = LogSource.none();
    volatile ExecSource commands = ExecSource.none();
    volatile Whereabouts whereabouts = Whereabouts.unknown();
    volatile MetricsSource metrics = MetricsSource.none();
  }

  /// Port 0 is any free one. The heartbeat is how long a watch stays silent at most. With TLS, the
  /// port speaks both that and plain HTTP.
  public record Settings(
      int port,
      String token,
      InstantSource clock,
      Duration heartbeat,
      Optional<Supplier<SSLContext>> tls,
      Credentials credentials,
      Doorman doorman) {

    @Override
    public String toString() {
      return "Settings[port=%d, heartbeat=%s]".formatted(port, heartbeat);
    }
  }

  /// What pods know the API by, and what it knows them by.
  ///
  /// @param authority the certificate that clients trust; empty where the API speaks no TLS
  public record Credentials(String authority, SigningKey key) {

    /// For an API that speaks no TLS and is forgotten.
    public static Credentials temporary() {
      return new Credentials("", SigningKey.make());
    }
  }

  private ApiServer(
      WebServer http,
      Caretaker collector,
      EventExpiry expiry,
      Caretaker quotas,
      Caretaker upkeep,
      WriteCounts counts,
      MeterRegistry meters,
      NodeSide node,
      Routes routes,
      Function<Gate.Premises, Gate> gates,
      String tokenInside) {
    this.routes = routes;
    this.gates = gates;
    this.tokenInside = tokenInside;
    this.http = http;
    this.collector = collector;
    this.expiry = expiry;
    this.quotas = quotas;
    this.upkeep = upkeep;
    this.counts = counts;
    this.meters = meters;
    this.node = node;
  }

  /// Serves the ledger from now on. The ledger stays the caller's to close.
  public static ApiServer start(Ledger ledger, Settings settings) throws IOException {
    var kinds = new Kinds(ledger);
    var counts = new WriteCounts();
    var node = new NodeSide();
    var household = new Household(settings.credentials().authority(), settings.clock());
    var tokens = new Tokens(settings.credentials().key());
    var accounts = new Accounts(ledger, tokens, settings.clock());
    var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var routes = routes(ledger, kinds, settings, household, tokens, accounts, counts, meters, node);
    var _ =
        ledger.write(
            transaction -> {
              household.complete(transaction);
              return transaction;
            });
    var listen = WebServer.Settings.loopback(settings.port());
    var inside = settings.tls().map(_ -> randomWord());
    var key = new OwnersKey(settings.token(), inside);
    var rights = new RightsBook(ledger);
    var requests = new RequestMeters(meters, kinds);
    Function<Gate.Premises, Gate> gates =
        premises -> new Gate(premises, key, accounts, rights, requests);
    var gate = gates.apply(Gate.Premises.LOOPBACK);
    var http =
        WebServer.start(
            settings.tls().map(listen::withTlsBesidePlain).orElse(listen), routes, gate);
    var collector =
        Caretaker.start(
            ledger,
            "yard-garbage-collector",
            new GarbageCollector(ledger, kinds, settings.clock()));
    var expiry = new EventExpiry(ledger, settings.clock());
    expiry.start();
    var quotas = Caretaker.start(ledger, "yard-quota-keeper", new QuotaKeeper(ledger));
    var upkeep = Caretaker.start(ledger, "yard-upkeep", new Upkeep(ledger, household));
    Thread.ofVirtual().name("yard-tokens").start(tokens::prepare);
    return new ApiServer(
        http,
        collector,
        expiry,
        quotas,
        upkeep,
        counts,
        meters,
        node,
        routes,
        gates,
        inside.orElse(settings.token()));
  }

  private static String randomWord() {
    var bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /// What opens the address for this process's own parts.
  public String tokenInside() {
    return tokenInside;
  }

  /// Where this process's own parts go; everybody else uses the same port with `https`.
  public URI address() {
    return URI.create("http://127.0.0.1:" + http.port());
  }

  /// Answers at a further address of this machine, to these guests and nobody else: to the tokens
  /// of service accounts, not to the owner's. At the port that Kubernetes' clients expect, where it
  /// is free.
  public synchronized int openTo(
      InetAddress address, Predicate<InetAddress> guests, Supplier<SSLContext> tls)
      throws IOException {
    if (forPods.isEmpty()) {
      var names = new HashSet<>(NAMES);
      names.add(address.getHostAddress());
      var gate = gates.apply(new Gate.Premises(Set.copyOf(names), guests, false));
      forPods = Optional.of(serve(address, tls, gate));
    }
    return forPods.orElseThrow().port();
  }

  private WebServer serve(InetAddress address, Supplier<SSLContext> tls, Gate gate)
      throws IOException {
    try {
      var usual = WebServer.Settings.at(address, HTTPS).withTlsBesidePlain(tls);
      return WebServer.start(usual, routes, gate);
    } catch (SocketException e) {
      return WebServer.start(
          WebServer.Settings.at(address, 0).withTlsBesidePlain(tls), routes, gate);
    }
  }

  /// From now on logs come from here.
  public void logsFrom(LogSource source) {
    node.logs = source;
  }

  /// From now on commands in containers are run here.
  public void execFrom(ExecSource source) {
    node.commands = source;
  }

  /// From now on requests to pods go where this says.
  public void reachBy(Whereabouts whereabouts) {
    node.whereabouts = whereabouts;
  }

  /// From now on what pods use is read here.
  public void metricsFrom(MetricsSource source) {
    node.metrics = source;
  }

  public WriteCounts writes() {
    return counts;
  }

  /// What is measured here is told at `/metrics`.
  public MeterRegistry meters() {
    return meters;
  }

  /// Stops taking requests and cuts off those that are still being answered.
  @Override
  public void close() {
    upkeep.close();
    quotas.close();
    expiry.close();
    collector.close();
    openings().forEach(WebServer::close);
    http.close();
    meters.close();
  }

  private synchronized List<WebServer> openings() {
    return forPods.stream().toList();
  }

  private static Routes routes(
      Ledger ledger,
      Kinds kinds,
      Settings settings,
      Household household,
      Tokens tokens,
      Accounts accounts,
      WriteCounts counts,
      PrometheusMeterRegistry meters,
      NodeSide node) {
    var writer =
        new Writer(
            settings.clock(),
            household,
            Admission.inTurn(new PodAccounts(), new LimitRanges(), new Quotas()));
    var writes = new WriteApi(ledger, kinds, writer, settings.clock(), counts, settings.doorman());
    var scales = new Scales(ledger, kinds, writes, writer, settings.clock());
    var reads =
        new ReadApi(
            ledger,
            kinds,
            new Watches(ledger, settings.heartbeat(), settings.clock()),
            settings.clock());
    var pods = new PodApi(ledger, kinds, writes, settings.clock(), () -> node.logs);
    var discovery = new Discovery(kinds);
    var table = new Routes();
    for (var path : List.of("/healthz", "/livez", "/readyz")) {
      table.on("GET", path, call -> call.replyText(200, "ok"));
    }
    table
        .on("GET", "/metrics", call -> metrics(call, meters))
        .on("GET", "/version", discovery::version)
        .on("GET", "/api", discovery::coreVersions)
        .on("GET", "/apis", discovery::groups)
        .on("GET", "/apis/{group}", discovery::group);
    var openApi = new OpenApi(kinds);
    table
        .on("GET", "/openapi/v3", openApi::index)
        .on("GET", "/openapi/v3/api/{version}", openApi::group)
        .on("GET", "/openapi/v3/apis/{group}/{version}", openApi::group);
    new Reviews(accounts).serve(table);
    new TokenApi(ledger, kinds, tokens, settings.clock()).serve(table);
    var podPath = "/api/v1/namespaces/{namespace}/pods/{name}";
    table
        .on("POST", podPath + "/binding", pods::bind)
        .on("POST", "/api/v1/namespaces/{namespace}/bindings", pods::bind)
        .on("GET", podPath + "/log", pods::log);
    var commands = new ExecApi(ledger, kinds, () -> node.commands, () -> node.logs);
    var ports = new PortForwardApi(ledger, kinds, () -> node.whereabouts);
    table
        .upgrade(podPath + "/exec", commands::exec)
        .upgrade(podPath + "/attach", commands::attach)
        .upgrade(podPath + "/portforward", ports::forward);
    for (var part : List.of("exec", "attach", "portforward")) {
      table
          .on("GET", podPath + "/" + part, commands::refuse)
          .on("POST", podPath + "/" + part, commands::refuse);
    }
    new MetricsApi(ledger, kinds, () -> node.metrics).serve(table);
    var proxy = new ProxyApi(ledger, kinds, () -> node.whereabouts);
    table
        .below(podPath + "/proxy", proxy::pod)
        .below("/api/v1/namespaces/{namespace}/services/{name}/proxy", proxy::service);
    for (var api : List.of("/api/{version}", "/apis/{group}/{version}")) {
      table.on("GET", api, discovery::resources);
      one(table, api + "/{resource}/{name}", reads, writes);
      scale(table, api + "/{resource}/{name}/scale", scales);
      collection(table, api + "/{resource}", reads, writes);
      collection(table, api + "/namespaces/{namespace}/{resource}", reads, writes);
      one(table, api + "/namespaces/{namespace}/{resource}/{name}", reads, writes);
      scale(table, api + "/namespaces/{namespace}/{resource}/{name}/scale", scales);
    }
    return table;
  }

  /// As Prometheus reads it.
  private static void metrics(Call call, PrometheusMeterRegistry meters) throws IOException {
    var text = meters.scrape().getBytes(StandardCharsets.UTF_8);
    call.reply(200, "text/plain; version=0.0.4; charset=utf-8", text);
  }

  private static void collection(Routes table, String path, ReadApi reads, WriteApi writes) {
    table
        .on("GET", path, reads::listOrWatch)
        .on("POST", path, writes::create)
        .on("DELETE", path, writes::deleteCollection);
  }

  private static void one(Routes table, String path, ReadApi reads, WriteApi writes) {
    table
        .on("GET", path, reads::get)
        .on("PUT", path, writes::update)
        .on("PATCH", path, writes::patch)
        .on("DELETE", path, writes::delete)
        .on("GET", path + "/status", reads::getStatus)
        .on("PUT", path + "/status", writes::updateStatus)
        .on("PATCH", path + "/status", writes::patchStatus);
  }

  private static void scale(Routes table, String path, Scales scales) {
    table
        .on("GET", path, scales::get)
        .on("PUT", path, scales::update)
        .on("PATCH", path, scales::patch);
  }
}
