package dev.trainyard.cli.local;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.history.Historian;
import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.TrainyardOperator;
import dev.trainyard.scheduler.shell.Binder;
import dev.trainyard.yard.Clients;
import dev.trainyard.yard.Yard;
import dev.trainyard.yard.YardException;
import dev.trainyard.yard.apiserver.LogSource;
import dev.trainyard.yard.node.Options;
import dev.trainyard.yard.node.ProcessNode;
import dev.trainyard.yard.node.supervisor.Protection;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A whole cluster in this process: API and store, node, scheduler and operator, in one home.
public final class LocalYard implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LocalYard.class);

  /// The one node of every yard.
  public static final String NODE = "yard";

  private final Deque<Part> parts;
  private final Yard yard;
  private final KubernetesClient client;
  private final ProcessNode node;
  private final Historian historian;
  private final YardHome home;

  /// Starts everything, or nothing.
  ///
  /// @param notice told what a person should know about this machine
  /// @throws Refusal when the home is in use, the port is taken, the disk is full …
  public static LocalYard start(
      YardHome home, Settings settings, Yard.Options options, Consumer<String> notice) {
    var started = new ConcurrentLinkedDeque<Part>();
    try {
      return new LocalYard(home, settings, options, notice, started);
    } catch (YardException | IOException e) {
      end(started);
      throw new Refusal(ExitStatus.UNREACHABLE, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("The yard did not start");
      end(started);
      throw new Refusal(
          ExitStatus.UNREACHABLE,
          "The yard cannot start: %s; %s tells more.".formatted(e.getMessage(), home.log()));
    }
  }

  private LocalYard(
      YardHome home,
      Settings settings,
      Yard.Options options,
      Consumer<String> notice,
      Deque<Part> started)
      throws IOException {
    parts = started;
    this.home = home;
    Protection.seek();
    // Whoever typed the command waits: what need not be done in turn is done meanwhile.
    try (var meanwhile = Executors.newVirtualThreadPerTaskExecutor()) {
      var _ = meanwhile.submit(Clients::prepare);
      yard =
          begun(
              started,
              "API",
              Yard.open(home.directory(), options.withDoorman(new DialectDoorman(settings))));
      var _ = begun(started, "log", Logging.to(home.log()));
      client = begun(started, "client", yard.client());
      var itsNode =
          meanwhile.submit(
              () -> begun(started, "node", ProcessNode.begin(client, node(home, notice))));
      Definitions.register(client);
      historian =
          begun(
              started,
              "history",
              Historian.start(Cluster.here(client, home), home, InstantSource.system()));
      node = of(itsNode);
    }
    yard.logsFrom(node);
    yard.execFrom(node);
    yard.reachBy(node);
    yard.metricsFrom(node);
    var _ = begun(started, "scheduler", Binder.start(client));
    var _ =
        begun(
            started,
            "operator",
            TrainyardOperator.begin(
                client, settings, InstantSource.system(), new SimpleMeterRegistry()));
    log.atInfo().addKeyValue("address", yard.address()).log("The yard is up");
  }

  private static Options node(YardHome home, Consumer<String> notice) {
    return Options.of(NODE, home.directory().resolve("node"))
        .withHidden(List.of(home.directory()))
        .withNotice(told(notice));
  }

  /// What was done meanwhile, or why it could not be.
  private static <T> T of(Future<T> done) throws IOException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the yard starts", e);
    }
  }

  private static Consumer<String> told(Consumer<String> notice) {
    return text -> {
      log.atInfo().log(text);
      notice.accept(text);
    };
  }

  private record Part(String name, AutoCloseable thing) {}

  private static <T extends AutoCloseable> T begun(Deque<Part> started, String name, T thing) {
    started.addFirst(new Part(name, thing));
    return thing;
  }

  public URI address() {
    return yard.address();
  }

  /// This yard as its own process sees it; whoever asks for it closes it.
  public Cluster cluster(Optional<String> namespace) {
    return Cluster.here(yard.client(), home, namespace);
  }

  public Path kubeconfig() {
    return yard.kubeconfig();
  }

  /// What pods printed, also of those that are gone.
  public LogSource logs() {
    return node;
  }

  /// The jobs that go on, or have left something running.
  public List<Job> running() {
    return historian.running();
  }

  /// The jobs of which something runs; nothing when that takes longer to find out, as it may right
  /// after a start, among very many that have ended.
  public Optional<List<Job>> alive(Duration patience) throws InterruptedException {
    var asked = CompletableFuture.supplyAsync(historian::alive, Thread::startVirtualThread);
    try {
      return Optional.of(asked.get(patience.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      log.atDebug().setCause(e).log("What goes on without the yard is not known yet");
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Nobody can tell what goes on", e);
    }
  }

  /// Ends every process of this yard's pods and waits until they are gone.
  public void endProcesses() throws InterruptedException {
    node.stopAll();
  }

  /// Stops the yard. Processes of pods go on, and the next yard of this home finds them again.
  @Override
  public void close() {
    end(parts);
  }

  /// The last started ends first. One part that fails to end must not keep the others.
  private static void end(Deque<Part> parts) {
    while (!parts.isEmpty()) {
      var part = parts.removeFirst();
      try {
        part.thing().close();
      } catch (Exception e) {
        log.atWarn().setCause(e).addKeyValue("part", part.name()).log("A part did not end well");
      }
    }
  }
}
