package dev.trainyard.yard.apiserver;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.StoreException;
import dev.trainyard.yard.store.StoreException.Trouble;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The Kubernetes API of the yard, on this machine's loopback address only.
public final class ApiServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ApiServer.class);
  private static final int BACKLOG = 256;

  private final HttpServer http;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Gate gate;
  private final Routes routes;
  private final WriteCounts counts = new WriteCounts();
  private final GarbageCollector collector;
  private volatile LogSource logs = LogSource.none();

  /// Port 0 is any free one. The heartbeat is how long a watch stays silent at most.
  public record Settings(int port, String token, InstantSource clock, Duration heartbeat) {
    public static Settings of(int port, String token) {
      return new Settings(port, token, InstantSource.system(), Duration.ofSeconds(5));
    }

    @Override
    public String toString() {
      return "Settings[port=%d, heartbeat=%s]".formatted(port, heartbeat);
    }
  }

  private ApiServer(HttpServer http, Ledger ledger, Settings settings) {
    this.http = http;
    gate = new Gate(settings.token());
    var kinds = new Kinds(ledger);
    collector = new GarbageCollector(ledger, kinds, settings.clock());
    routes = routes(ledger, kinds, settings);
    http.setExecutor(threads);
    http.createContext("/", this::answer);
  }

  /// Serves the ledger from now on. The ledger stays the caller's to close.
  public static ApiServer start(Ledger ledger, Settings settings) throws IOException {
    // Read once by the JDK, when the first server of the process is made.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxReqTime", "60");
    var loopback = InetAddress.getByAddress("localhost", new byte[] {127, 0, 0, 1});
    var http = HttpServer.create(new InetSocketAddress(loopback, settings.port()), BACKLOG);
    var server = new ApiServer(http, ledger, settings);
    makePermanentNamespaces(ledger, settings.clock());
    server.collector.start();
    http.start();
    return server;
  }

  private static void makePermanentNamespaces(Ledger ledger, InstantSource clock) {
    var writer = new Writer(clock);
    for (var name : Namespaces.PERMANENT.stream().sorted().toList()) {
      if (ledger.find(Namespaces.key(name)).isEmpty()) {
        var target = new Target(Namespaces.KIND, "", name);
        ledger.write(tx -> writer.create(tx, target, Namespaces.named(name)));
      }
    }
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /// From now on logs come from here.
  public void logsFrom(LogSource source) {
    logs = source;
  }

  public WriteCounts writes() {
    return counts;
  }

  /// Stops taking requests and cuts off those that are still being answered.
  @Override
  public void close() {
    collector.close();
    http.stop(0);
    threads.shutdownNow();
  }

  private Routes routes(Ledger ledger, Kinds kinds, Settings settings) {
    var writer = new Writer(settings.clock());
    var writes = new WriteApi(ledger, kinds, writer, settings.clock(), counts);
    var scales = new Scales(ledger, kinds, writes, writer);
    var reads = new ReadApi(ledger, kinds, new Watches(ledger, settings.heartbeat()));
    var pods = new PodApi(ledger, kinds, writes, settings.clock(), () -> logs);
    var discovery = new Discovery(kinds);
    var table = new Routes();
    for (var path : List.of("/healthz", "/livez", "/readyz")) {
      table.on("GET", path, call -> call.replyText(200, "ok"));
    }
    table
        .on("GET", "/version", discovery::version)
        .on("GET", "/api", discovery::coreVersions)
        .on("GET", "/apis", discovery::groups)
        .on("GET", "/apis/{group}", discovery::group);
    var openApi = new OpenApi(kinds);
    table
        .on("GET", "/openapi/v3", openApi::index)
        .on("GET", "/openapi/v3/api/{version}", openApi::group)
        .on("GET", "/openapi/v3/apis/{group}/{version}", openApi::group);
    var podPath = "/api/v1/namespaces/{namespace}/pods/{name}";
    table
        .on("POST", podPath + "/binding", pods::bind)
        .on("POST", "/api/v1/namespaces/{namespace}/bindings", pods::bind)
        .on("GET", podPath + "/log", pods::log);
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

  private void answer(HttpExchange exchange) {
    try (exchange) {
      var call = new Call(exchange, Map.of());
      try {
        handle(exchange);
      } catch (ApiException e) {
        call.reply(e.status().code(), e.status().json());
      } catch (StoreException e) {
        var status = storeTrouble(e);
        call.reply(status.code(), status.json());
      } catch (RuntimeException e) {
        log.atError()
            .addKeyValue("method", exchange.getRequestMethod())
            .addKeyValue("path", exchange.getRequestURI().getPath())
            .setCause(e)
            .log("A request failed");
        var status = Status.plain(500, "InternalError", "Internal error occurred: " + e);
        call.reply(status.code(), status.json());
      }
    } catch (IOException e) {
      log.atDebug().log("A client left: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void handle(HttpExchange exchange) throws IOException, InterruptedException {
    var refusal = gate.refusal(exchange);
    if (refusal.isPresent()) {
      throw new ApiException(refusal.get());
    }
    var upgrade = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Upgrade"));
    if (upgrade.filter("websocket"::equalsIgnoreCase).isPresent()) {
      // Clients that try a web socket first take an empty success as "not here" and fall back at
      // once; after a failure they would try again for a while.
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    var match = routes.find(exchange.getRequestMethod(), exchange.getRequestURI().getRawPath());
    match.handler().handle(new Call(exchange, match.parameters()));
  }

  private static Status storeTrouble(StoreException e) {
    var full = e.trouble() == Trouble.FULL;
    return Status.plain(
        full ? 507 : 500,
        full ? "InsufficientStorage" : "InternalError",
        String.valueOf(e.getMessage()));
  }
}
