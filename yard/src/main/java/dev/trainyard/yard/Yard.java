package dev.trainyard.yard;

import dev.trainyard.yard.apiserver.ApiServer;
import dev.trainyard.yard.apiserver.Doorman;
import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.apiserver.MetricsSource;
import dev.trainyard.yard.apiserver.WriteCounts;
import dev.trainyard.yard.apiserver.identity.SigningKey;
import dev.trainyard.yard.http.ServingCertificate;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.SqliteStore;
import dev.trainyard.yard.store.StoreException;
import dev.trainyard.yard.streams.Doorway;
import dev.trainyard.yard.streams.ExecSource;
import dev.trainyard.yard.streams.Whereabouts;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
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
  private final ServingCertificate certificate;
  private final InstantSource clock;

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

  /// What the home keeps for whoever wants in.
  private record Keys(String token, ServingCertificate certificate, SigningKey accounts) {}

  private Yard(
      Home home, Ledger ledger, ApiServer server, Keys keys, Path kubeconfig, InstantSource clock) {
    this.certificate = keys.certificate();
    this.clock = clock;
    this.home = home;
    this.ledger = ledger;
    this.server = server;
    this.token = keys.token();
    this.kubeconfig = kubeconfig;
  }

  /// Starts the yard of this home, or says in a `YardException` why it cannot.
  public static Yard open(Path directory, Options options) {
    var home = Home.open(directory.toAbsolutePath().normalize());
    try {
      var keys =
          new Keys(home.token(), home.certificate(options.clock().instant()), home.accountsKey());
      var ledger = ledger(home);
      try {
        return open(home, ledger, keys, options);
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

  private static Yard open(Home home, Ledger ledger, Keys keys, Options options) {
    var server = serve(home, ledger, keys, options);
    var port = server.address().getPort();
    home.write("port", Integer.toString(port));
    var kubeconfig =
        home.write(
            "kubeconfig", Kubeconfig.text(port, keys.certificate().certificatePem(), keys.token()));
    return new Yard(home, ledger, server, keys, kubeconfig, options.clock());
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

  private static ApiServer serve(Home home, Ledger ledger, Keys keys, Options options) {
    if (options.port().isPresent()) {
      var port = options.port().getAsInt();
      return serve(ledger, keys, options, port)
          .orElseThrow(
              () ->
                  new YardException(
                      ("Port %d is taken: free it, choose another one, or leave the choice"
                              + " to the yard.")
                          .formatted(port)));
    }
    return home.read("port")
        .filter(text -> text.matches("\\d{1,5}"))
        .flatMap(port -> serve(ledger, keys, options, Integer.parseInt(port)))
        .or(() -> serve(ledger, keys, options, 0))
        .orElseThrow(() -> new YardException("No port of 127.0.0.1 is free."));
  }

  /// Nothing when the port is taken.
  private static Optional<ApiServer> serve(Ledger ledger, Keys keys, Options options, int port) {
    try {
      return Optional.of(
          ApiServer.start(
              ledger,
              new ApiServer.Settings(
                  port,
                  keys.token(),
                  options.clock(),
                  options.heartbeat(),
                  Optional.of(() -> keys.certificate().context()),
                  new ApiServer.Credentials(keys.certificate().certificatePem(), keys.accounts()),
                  options.doorman())));
    } catch (BindException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new YardException(
          "The API cannot listen on 127.0.0.1: %s".formatted(e.getMessage()), e);
    }
  }

  /// Where its clients find it. By its certificate they know that it is this yard.
  public URI address() {
    return URI.create("https://127.0.0.1:" + server.address().getPort());
  }

  public String token() {
    return token;
  }

  /// The file that gives `kubectl` and every other client keys.
  public Path kubeconfig() {
    return kubeconfig;
  }

  /// What is stored, for whoever must go behind the API's back.
  public Ledger ledger() {
    return ledger;
  }

  /// A directory becomes the home of a yard that is yet to come, or a `YardException` says why it
  /// may not: it is not ours, or something else is in it.
  public static void claim(Path directory) {
    Home.claim(directory);
  }

  /// A client of the yard that another process runs in this home.
  public static KubernetesClient connect(Path directory) {
    return Access.of(directory)
        .orElseThrow(
            () ->
                new YardException(
                    "There is no yard in %s: start one with `trainyard up`.".formatted(directory)))
        .client("default");
  }

  /// A new client for a part of this very process, which needs no proof of whose port it is;
  /// whoever asks for it closes it.
  public KubernetesClient client() {
    return Clients.of(
        new ConfigBuilder(Config.empty())
            .withMasterUrl(server.address().toString())
            .withOauthToken(server.tokenInside())
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

  /// From now on, what pods use is read here.
  public void metricsFrom(MetricsSource source) {
    server.metricsFrom(source);
  }

  /// From now on, requests to pods and Services are relayed to where this says.
  public void reachBy(Whereabouts whereabouts) {
    server.reachBy(whereabouts);
  }

  /// How the pods of a node in this process reach the API, where they have networks of their own.
  public Doorway doorway() {
    return (address, guests) ->
        OptionalInt.of(
            server.openTo(
                address,
                guests,
                () ->
                    certificate
                        .sign(ApiServer.NAMES, List.of(address), clock.instant())
                        .context()));
  }

  /// Where the parts of this process measure; `/metrics` tells it all.
  public MeterRegistry meters() {
    return server.meters();
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
