package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Clusters;
import dev.trainyard.cli.install.KindNames;
import dev.trainyard.cli.local.Logging;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.appwrapper.WrapperSettings;
import dev.trainyard.operator.Limits;
import dev.trainyard.operator.Scope;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.operator.leader.Terms;
import dev.trainyard.operator.process.BindAddress;
import dev.trainyard.operator.process.OperatorProcess;
import dev.trainyard.operator.process.OperatorProcess.Ending;
import dev.trainyard.operator.process.Options;
import dev.trainyard.operator.rights.MissingRight;
import dev.trainyard.operator.rights.Rights;
import dev.trainyard.operator.webhook.WebhookNames;
import dev.trainyard.operator.webhook.WebhookOptions;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `trainyard operator`
@Command(
    description = {
      "Runs the operator against a cluster until it is stopped.",
      "The cluster is the one of --kubeconfig, --context or KUBECONFIG; in a pod, its own."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  trainyard operator --context staging",
      "  trainyard operator --namespace team-a --leader-elect=false"
    })
final class OperatorCommand implements Callable<Integer> {

  private static final Logger log = LoggerFactory.getLogger(OperatorCommand.class);

  private static final int HIGHEST_PORT = 65_535;

  private final Surroundings surroundings;

  @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The kubeconfig to use.")
  private Optional<Path> kubeconfig = Optional.empty();

  @Option(names = "--context", paramLabel = "NAME", description = "The context of it to use.")
  private Optional<String> context = Optional.empty();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      split = ",",
      description =
          "Look after jobs in these namespaces only; in that of KUBEFLOW_NAMESPACE, or without it"
              + " in all, unless said otherwise.")
  private List<String> namespaces = new ArrayList<>();

  @Option(
      names = {"--dialects", "--enable-scheme"},
      paramLabel = "KIND",
      split = ",",
      description = "Look after these kinds of jobs only.")
  private List<String> dialects = new ArrayList<>();

  @Option(
      names = "--disable",
      paramLabel = "KIND",
      split = ",",
      description = "Leave these kinds of jobs to another operator.")
  private List<String> disabled = new ArrayList<>();

  @Option(
      names = "--leader-elect",
      arity = "0..1",
      paramLabel = "true|false",
      defaultValue = "true",
      fallbackValue = "true",
      description = "Act only while holding a lease, so that several may run; on by default.")
  private boolean leaderElect;

  @Option(
      names = {"--lease-name", "--leader-election-id"},
      paramLabel = "NAME",
      defaultValue = Terms.LEASE,
      description = "The name of that lease; ${DEFAULT-VALUE} unless said otherwise.")
  private String leaseName = Terms.LEASE;

  @Option(
      names = {"--lease-namespace", "--leader-election-namespace"},
      paramLabel = "NAME",
      description = "Its namespace; in a pod the pod's, elsewhere the context's.")
  private Optional<String> leaseNamespace = Optional.empty();

  @Option(
      names = "--metrics-bind-address",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1:8080",
      description = "Where /metrics is; HOST:PORT, :PORT or 0 for nowhere. ${DEFAULT-VALUE}")
  private String metricsAddress = "";

  @Option(
      names = "--health-probe-bind-address",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1:8081",
      description = "Where /healthz, /livez and /readyz are. ${DEFAULT-VALUE}")
  private String probesAddress = "";

  @Option(
      names = "--webhook-server-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description =
          "Answer API servers that ask whether a job may be stored; 9443 where `trainyard install`"
              + " put it, 0 for not at all. ${DEFAULT-VALUE}")
  private int webhookPort;

  @Option(
      names = "--webhook-service-name",
      paramLabel = "NAME",
      defaultValue = WebhookNames.SERVICE,
      description = "The Service by which they reach it. ${DEFAULT-VALUE}")
  private String webhookService = WebhookNames.SERVICE;

  @Option(
      names = "--webhook-secret-name",
      paramLabel = "NAME",
      defaultValue = WebhookNames.SECRET,
      description = "The Secret that holds its certificate. ${DEFAULT-VALUE}")
  private String webhookSecret = WebhookNames.SECRET;

  @Option(
      names = "--webhook-configuration-name",
      paramLabel = "NAME",
      defaultValue = WebhookNames.CONFIGURATION,
      description = "The ValidatingWebhookConfiguration that names it. ${DEFAULT-VALUE}")
  private String webhookConfiguration = WebhookNames.CONFIGURATION;

  @Option(
      names = "--scheduler",
      paramLabel = "NAME",
      split = ",",
      arity = "0..1",
      fallbackValue = "trainyard",
      description =
          "Place pods too, but only those whose schedulerName is one of these; `trainyard` where"
              + " none is named. Name default-scheduler only where the cluster runs none.")
  private List<String> schedulers = new ArrayList<>();

  @Option(
      names = "--controller-threads",
      paramLabel = "N",
      description = "How many jobs are looked at together; 64 unless said otherwise.")
  private Optional<Integer> controllerThreads = Optional.empty();

  @Mixin private JobHabits habits = new JobHabits();
  @Mixin private WrapperHabits wrappers = new WrapperHabits();
  @Mixin private WorkloadHabits workloads = new WorkloadHabits();

  @Option(
      names = "--log-format",
      paramLabel = "FORM",
      description = "text or json; text on a terminal, otherwise json.")
  private Optional<LogFormat> logFormat = Optional.empty();

  @Option(
      names = {"-v", "--verbose"},
      description = "Log more of what goes on.")
  private boolean verbose;

  enum LogFormat {
    text,
    json
  }

  OperatorCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var kinds = KindNames.wanted("--dialects", dialects, disabled);
    if (namespaces.isEmpty()) {
      surroundings.variable("KUBEFLOW_NAMESPACE").ifPresent(namespaces::add);
    }
    if (!schedulers.isEmpty() && !namespaces.isEmpty()) {
      throw new Refusal(
          ExitStatus.INVALID,
          "--scheduler: a scheduler must see the pods of all namespaces; leave --namespace out.");
    }
    var warnings = new ArrayList<String>();
    var console = surroundings.console();
    var inAFile =
        wrappers.inAFile()
            ? Optional.of(wrappers.said(surroundings, console, warnings::add))
            : Optional.<WrapperHabits.Said>empty();
    var settings =
        workloads.over(habits.mounted(JobHabits.MOUNTED_TEMPLATE).settings(Settings.Place.CLUSTER));
    controllerThreads
        .filter(threads -> threads < 1)
        .ifPresent(
            threads -> {
              throw new Refusal(
                  ExitStatus.INVALID,
                  "--controller-threads: %d is not at least 1.".formatted(threads));
            });
    if (webhookPort < 0 || webhookPort > HIGHEST_PORT) {
      throw new Refusal(
          ExitStatus.INVALID,
          "--webhook-server-port: %d is not a port, or 0 for none.".formatted(webhookPort));
    }
    var metrics = address("--metrics-bind-address", metricsAddress);
    var probes = address("--health-probe-bind-address", probesAddress);
    var json = logFormat.map(form -> form == LogFormat.json).orElseGet(() -> !console.lively());
    return OnlineCommand.explained(
        Optional.of(Logging.ofAProcess(console.err(), json, verbose)),
        () -> {
          try (var cluster = connect()) {
            var home = leaseNamespace.orElse(cluster.namespace());
            log.atInfo()
                .addKeyValue("cluster", cluster.description())
                .addKeyValue("version", Version.number())
                .log("The operator starts");
            requireKinds(cluster, kinds, settings);
            requireRights(cluster, kinds, settings, home);
            var said =
                inAFile
                    .or(
                        () ->
                            ofTheCluster(cluster, kinds, home)
                                .map(map -> wrappers.said(map, console, warnings::add)))
                    .orElseGet(() -> wrappers.said(surroundings, console, warnings::add));
            warnings.forEach(
                warning -> log.atWarn().addKeyValue("warning", warning).log("Of AppWrappers"));
            var all = settings.with(said.settings());
            return run(cluster, options(kinds, all, home, metrics, probes));
          }
        });
  }

  private static Optional<InetSocketAddress> address(String option, String text) {
    try {
      return BindAddress.parse(text);
    } catch (IllegalArgumentException e) {
      throw new Refusal(ExitStatus.INVALID, "%s: %s.".formatted(option, e.getMessage()));
    }
  }

  private Cluster connect() {
    var choice = ClusterOptions.choice(surroundings, kubeconfig, context, Optional.empty());
    if (!choice.yard()) {
      return Clusters.connect(choice, surroundings.home());
    }
    if (surroundings.variable("KUBERNETES_SERVICE_HOST").isPresent()) {
      return Cluster.ofThisPod();
    }
    throw new Refusal(
        ExitStatus.INVALID,
        "No cluster is named: name one with --kubeconfig, --context or KUBECONFIG. A yard has an"
            + " operator of its own.");
  }

  /// Jobs could not do without them, so nobody should wait for them to come. A kind that is not
  /// served itself has no jobs yet.
  private static void requireKinds(
      Cluster cluster, List<Registration<?, ?>> kinds, Settings settings) {
    var missing =
        kinds.stream()
            .filter(kind -> kind.servedBy(cluster.client()))
            .flatMap(kind -> kind.dialect().attaches(settings).stream())
            .distinct()
            .filter(kind -> !cluster.client().supports(kind.apiVersion(), kind.kind()))
            .map(
                kind ->
                    "The cluster does not serve %s of %s; install its definition or leave out what"
                            .formatted(kind.kind(), kind.apiVersion())
                        + " asks for it (--dialects, --gang-scheduler-name).")
            .toList();
    if (!missing.isEmpty()) {
      throw new Refusal(ExitStatus.UNREACHABLE, missing);
    }
  }

  /// Better one line per right now than a watch that fails again and again.
  private void requireRights(
      Cluster cluster, List<Registration<?, ?>> kinds, Settings settings, String home)
      throws InterruptedException {
    var needed =
        Rights.of(
            kinds,
            settings,
            !schedulers.isEmpty(),
            leaderElect ? Optional.of(leaseName) : Optional.empty(),
            webhook(home).map(WebhookOptions::names));
    var missing = MissingRight.among(needed, Set.copyOf(namespaces), home, cluster.client());
    if (!missing.isEmpty()) {
      throw new Refusal(
          ExitStatus.UNREACHABLE,
          Stream.concat(
                  missing.stream().map("The operator may not %s."::formatted),
                  Stream.of(
                      "Grant what is missing; `trainyard install` prints roles with all of it."))
              .toList());
    }
  }

  /// What the cluster says about AppWrappers is read now, and not again.
  private static Optional<ConfigMap> ofTheCluster(
      Cluster cluster, List<Registration<?, ?>> kinds, String home) {
    return kinds.contains(Kinds.APP_WRAPPER)
        ? Optional.ofNullable(
            cluster
                .client()
                .configMaps()
                .inNamespace(home)
                .withName(WrapperSettings.CONFIG_MAP)
                .get())
        : Optional.empty();
  }

  private Options options(
      List<Registration<?, ?>> kinds,
      Settings settings,
      String home,
      Optional<InetSocketAddress> metrics,
      Optional<InetSocketAddress> probes) {
    var names = KindNames.names(kinds);
    return new Options(
        settings,
        new Scope(Set.copyOf(namespaces), names::contains),
        controllerThreads.map(Limits.defaults()::lookingAtJobsAtOnce).orElseGet(Limits::defaults),
        leaderElect ? Optional.of(Terms.usual(home, leaseName, identity())) : Optional.empty(),
        Set.copyOf(schedulers),
        metrics,
        probes,
        webhook(home));
  }

  private Optional<WebhookOptions> webhook(String home) {
    return webhookPort == 0
        ? Optional.empty()
        : Optional.of(
            WebhookOptions.usual(
                webhookPort,
                new WebhookNames(home, webhookService, webhookSecret, webhookConfiguration)));
  }

  /// The pod's name, for people; the rest keeps a restarted container from being its predecessor.
  private String identity() {
    return surroundings.variable("HOSTNAME").orElse("operator") + "_" + UUID.randomUUID();
  }

  private ExitStatus run(Cluster cluster, Options options) {
    var stop = new CompletableFuture<Void>();
    try (var _ = surroundings.interrupts().listen(_ -> stop.complete(null));
        var process = OperatorProcess.open(cluster.client(), options, InstantSource.system())) {
      return switch (process.run(stop)) {
        case Ending.Asked() -> {
          log.info("The operator stops, as asked");
          yield ExitStatus.DONE;
        }
        case Ending.LeaseLost(var why) ->
            throw new Refusal(
                ExitStatus.FAILED,
                "The lease %s is lost: %s. This operator has stopped acting and ends."
                    .formatted(leaseName, why));
      };
    } catch (IOException e) {
      throw new Refusal(ExitStatus.UNREACHABLE, "The operator %s.".formatted(e.getMessage()));
    }
  }
}
