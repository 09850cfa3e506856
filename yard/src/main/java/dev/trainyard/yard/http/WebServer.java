package dev.trainyard.yard.http;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/// An HTTP/1.1 server on one address, with a virtual thread for every request and web socket. Why
/// it is Jetty stands in `docs/decisions/0007-jetty-under-the-routes.md`.
public final class WebServer implements AutoCloseable {

  private static final int PLATFORM_THREADS = 8;
  private static final int HEADER_BYTES = 64 * 1024;
  private static final int BACKLOG = 1024;

  private final Server server;
  private final ServerConnector connector;
  private final ExecutorService threads;

  /// Port 0 is any free one.
  public record Settings(InetAddress address, int port, Encryption encryption, Limits limits) {

    public static Settings loopback(int port) {
      return new Settings(LoopbackHolder.ADDRESS, port, new Encryption.None(), Limits.defaults());
    }

    public static Settings at(InetAddress address, int port) {
      return new Settings(address, port, new Encryption.None(), Limits.defaults());
    }

    /// TLS only. Clients may show a certificate; what it is worth is the door's to judge.
    public Settings withTls(SSLContext context) {
      return new Settings(address, port, new Encryption.Always(context), limits);
    }

    /// TLS and plain HTTP on the same port, whichever a client begins with. The context is asked
    /// for when the first client needs it.
    public Settings withTlsBesidePlain(Supplier<SSLContext> context) {
      return new Settings(address, port, new Encryption.OnDemand(context), limits);
    }

    public Settings withLimits(Limits limits) {
      return new Settings(address, port, encryption, limits);
    }
  }

  /// What a client may take of the server.
  ///
  /// @param strangers how many connections there may be that have not passed the door
  /// @param stay how long each of these may stay at least, however many others come
  /// @param knock how long such a connection may last, whatever it is doing
  /// @param idle how long one that has passed the door may wait between two requests. Clients that
  ///   keep connections give them up after five minutes at the latest; they must be the ones who
  ///   do, or a request is lost on a connection that is just being closed
  /// @param body how long the body of a request may take
  public record Limits(int strangers, Duration stay, Duration knock, Duration idle, Duration body) {
    public static Limits defaults() {
      return new Limits(
          1_024,
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofMinutes(6),
          Duration.ofMinutes(1));
    }
  }

  /// How a connection begins.
  public sealed interface Encryption {
    record None() implements Encryption {}

    record Always(SSLContext context) implements Encryption {}

    record OnDemand(Supplier<SSLContext> context) implements Encryption {}
  }

  static {
    // Jetty pads its queues by this number, and would start the JVM's whole management to find out
    // whether references are compressed. They are on every heap a yard may have.
    System.setProperty("org.eclipse.jetty.util.referencesPerCacheLine", "16");
  }

  private static final class LoopbackHolder {
    static final InetAddress ADDRESS = InetAddress.ofLiteral("127.0.0.1");
  }

  private WebServer(Server server, ServerConnector connector, ExecutorService threads) {
    this.server = server;
    this.connector = connector;
    this.threads = threads;
  }

  /// Answers from now on; a `BindException` says that the port is taken.
  public static WebServer start(Settings settings, Routes routes, Door door) throws IOException {
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    var pool = new QueuedThreadPool(PLATFORM_THREADS, 1);
    pool.setName("web");
    pool.setVirtualThreadsExecutor(threads);
    var server = new Server(pool);
    var lobby = new Lobby(settings.limits());
    var connector = connector(server, settings, lobby);
    server.addConnector(connector);
    var sockets = ServerWebSocketContainer.ensure(server);
    sockets.setIdleTimeout(Duration.ZERO);
    server.setHandler(new Reception(routes, door, lobby, settings.limits(), sockets, threads));
    // What Jetty refuses by itself, such as a header that is no header, gets its code and no page.
    server.setErrorHandler(
        (_, _, callback) -> {
          callback.succeeded();
          return true;
        });
    var started = new WebServer(server, connector, threads);
    try {
      server.start();
      return started;
    } catch (Exception e) {
      started.close();
      throw asBindFailure(e);
    }
  }

  private static IOException asBindFailure(Exception e) {
    for (Throwable at = e; at != null; at = at.getCause()) {
      if (at instanceof BindException bind) {
        return bind;
      }
    }
    return e instanceof IOException io ? io : new IOException(e);
  }

  private static ServerConnector connector(Server server, Settings settings, Lobby lobby) {
    var http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(HEADER_BYTES);
    http.setResponseHeaderSize(HEADER_BYTES);
    // Routes split a path before they decode it, so that no encoding of it is ambiguous.
    http.setUriCompliance(UriCompliance.UNSAFE);
    var plain = new HttpConnectionFactory(http);
    var factories =
        switch (settings.encryption()) {
          case Encryption.None() -> List.<ConnectionFactory>of(plain);
          case Encryption.Always(var context) -> {
            var customizer = new SecureRequestCustomizer();
            customizer.setSniHostCheck(false);
            http.addCustomizer(customizer);
            yield List.<ConnectionFactory>of(TlsOnDemand.factory(context, true), plain);
          }
          case Encryption.OnDemand(var context) ->
              List.<ConnectionFactory>of(
                  new DetectorConnectionFactory(new TlsOnDemand(context)), plain);
        };
    var connector =
        new ServerConnector(server, 1, 1, factories.toArray(ConnectionFactory[]::new)) {
          @Override
          public void accept(int acceptor) throws IOException {
            lobby.awaitRoom();
            super.accept(acceptor);
          }

          @Override
          protected void onEndPointOpened(EndPoint connection) {
            super.onEndPointOpened(connection);
            lobby.enter(connection, getScheduler());
          }

          @Override
          protected void onEndPointClosed(EndPoint connection) {
            lobby.leave(connection);
            super.onEndPointClosed(connection);
          }
        };
    connector.setHost(settings.address().getHostAddress());
    connector.setPort(settings.port());
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(settings.limits().idle().toMillis());
    return connector;
  }

  public int port() {
    return connector.getLocalPort();
  }

  /// Stops taking requests and cuts off those that are still being answered.
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("The web server cannot be stopped.", e);
    } finally {
      threads.shutdownNow();
    }
  }
}
