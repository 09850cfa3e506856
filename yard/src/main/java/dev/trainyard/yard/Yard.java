package dev.trainyard.yard;

import dev.trainyard.yard.apiserver.ApiServer;
import dev.trainyard.yard.apiserver.Doorman;
import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.apiserver.WriteCounts;
import dev.trainyard.yard.http.ServingCertificate;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.SqliteStore;
import dev.trainyard.yard.store.StoreException;
import dev.trainyard.yard.streams.ExecSource;
import dev.trainyard.yard.streams.Whereabouts;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A running yard: the store and the Kubernetes API over it, in one home directory.
public final class Yard implements AutoCloseable {

  private final Home home;
  private final Ledger ledger;
  private final ApiServer server;
  private final String token;
  private final Path kubeconfig;

  /// Without a port the yard keeps the one it had last, where it is free.
  public record Options(
      OptionalInt port, InstantSource clock, Duration heartbeat, Doorman doorman) {

    public static Options defaults() {
      return new Options(
          OptionalInt.empty(), InstantSource.system(), Duration.ofSeconds(5), Doorman.open());
    }

    public Options withPort(int port) {
      return new Options(OptionalInt.of(port), clock, heartbeat, doorman);
    }

    public Options withClock(InstantSource clock) {
      return new Options(port, clock, heartbeat, doorman);
    }

    public Options withHeartbeat(Duration heartbeat) {
      return new Options(port, clock, heartbeat, doorman);
    }

    public Options withDoorman(Doorman doorman) {
      return new Options(port, clock, heartbeat, doorman);
    }
  }

  /// What clients need besides the address.
  private record Access(String token, ServingCertificate certificate) {}

  private Yard(Home home, Ledger ledger, ApiServer server, String token, Path kubeconfig) {
    this.home = home;
    this.ledger = ledger;
    this.server = server;
    this.token = token;
    this.kubeconfig = kubeconfig;
  }

  /// Starts the yard of this home, or says in a `YardException` why it cannot.
  public static Yard open(Path directory, Options options) {
    var home = Home.open(directory.toAbsolutePath().normalize());
    try {
      var access = new Access(home.token(), home.certificate(options.clock().instant()));
      var ledger = ledger(home);
      try {
        return open(home, ledger, access, options);
      } catch (RuntimeException e) {
        ledger.close();
        throw e;
      }
    } catch (StoreException e) {
      home.close();
      throw new YardException(String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      home.close();
      throw e;
    }
  }

  private static Yard open(Home home, Ledger ledger, Access access, Options options) {
    var server = serve(home, ledger, access, options);
    var port = server.address().getPort();
    home.write("port", Integer.toString(port));
    var kubeconfig =
        home.write(
            "kubeconfig",
            Kubeconfig.text(port, access.certificate().certificatePem(), access.token()));
    return new Yard(home, ledger, server, access.token(), kubeconfig);
  }

  private static Ledger ledger(Home home) {
    var store = SqliteStore.open(home.directory("store"));
    try {
      return new Ledger(store, Ledger.Limits.defaults());
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private static ApiServer serve(Home home, Ledger ledger, Access access, Options options) {
    if (options.port().isPresent()) {
      var port = options.port().getAsInt();
      return serve(ledger, access, options, port)
          .orElseThrow(
              () ->
                  new YardException(
                      ("Port %d is taken: free it, choose another one, or leave the choice"
                              + " to the yard.")
                          .formatted(port)));
    }
    return home.read("port")
        .filter(text -> text.matches("\\d{1,5}"))
        .flatMap(port -> serve(ledger, access, options, Integer.parseInt(port)))
        .or(() -> serve(ledger, access, options, 0))
        .orElseThrow(() -> new YardException("No port of 127.0.0.1 is free."));
  }

  /// Nothing when the port is taken.
  private static Optional<ApiServer> serve(
      Ledger ledger, Access access, Options options, int port) {
    try {
      return Optional.of(
          ApiServer.start(
              ledger,
              new ApiServer.Settings(
                  port,
                  access.token(),
                  options.clock(),
                  options.heartbeat(),
                  Optional.of(() -> access.certificate().context()),
                  options.doorman())));
    } catch (BindException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new YardException(
          "The API cannot listen on 127.0.0.1: %s".formatted(e.getMessage()), e);
    }
  }

  public URI address() {
    return server.address();
  }

  public String token() {
    return token;
  }

  /// The file that gives `kubectl` and every other client access.
  public Path kubeconfig() {
    return kubeconfig;
  }

  /// A new client of this yard; whoever asks for it closes it.
  public KubernetesClient client() {
    return client(address(), token);
  }

  /// A client of the yard that another process runs in this home. Unlike one made from the
  /// kubeconfig, no message of it can contain the token.
  public static KubernetesClient connect(Path directory) {
    var port = Home.read(directory, "port");
    var token = Home.read(directory, "token");
    if (port.isEmpty() || token.isEmpty()) {
      throw new YardException(
          "There is no yard in %s: start one with `trainyard up`.".formatted(directory));
    }
    return client(URI.create("http://127.0.0.1:" + port.get()), token.get());
  }

  private static KubernetesClient client(URI address, String token) {
    return Clients.of(
        new ConfigBuilder(Config.empty())
            .withMasterUrl(address.toString())
            .withOauthToken(token)
            .withNamespace("default")
            .withOnlyHttpWatches(true)
            .build());
  }

  /// From now on, what pods printed is found here.
  public void logsFrom(LogSource source) {
    server.logsFrom(source);
  }

  /// From now on, commands in containers are run here.
  public void execFrom(ExecSource source) {
    server.execFrom(source);
  }

  /// From now on, requests to pods and Services are relayed to where this says.
  public void reachBy(Whereabouts whereabouts) {
    server.reachBy(whereabouts);
  }

  /// How many writes of each kind clients have made since the start.
  public Map<WriteCounts.Write, Long> writes() {
    return server.writes().snapshot();
  }

  /// Stops answering, makes what was accepted durable, and leaves the home to the next yard.
  @Override
  public void close() {
    try (home;
        ledger;
        server) {
      // Closed in reverse order, each whatever becomes of the others.
    }
  }
}
