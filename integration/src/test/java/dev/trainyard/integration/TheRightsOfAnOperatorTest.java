package dev.trainyard.integration;

import static dev.trainyard.integration.PyTorchJobs.autoscaled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.Limits;
import dev.trainyard.operator.Scope;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.leader.Terms;
import dev.trainyard.operator.process.OperatorProcess;
import dev.trainyard.operator.process.Options;
import dev.trainyard.operator.rights.Rights;
import dev.trainyard.operator.webhook.WebhookNames;
import dev.trainyard.operator.webhook.WebhookOptions;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnACluster
class TheRightsOfAnOperatorTest {

  private static final Set<String> SCHEDULERS = Set.of("trainyard", "default-scheduler");

  /// The rights of each kind are added up, so one kind shows whether they are told apart from what
  /// is never asked for. To use every right of every kind would be to tell all their stories again.
  private static final String KIND = "pytorchjobs.kubeflow.org";

  private static final WebhookNames WEBHOOK =
      new WebhookNames(
          Installed.NAMESPACE,
          WebhookNames.SERVICE,
          WebhookNames.SECRET,
          WebhookNames.CONFIGURATION);

  private final SeenRequests requests = new SeenRequests();
  private final CompletableFuture<Void> stop = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private Installed site;
  private Guarded guarded;
  private Team team;
  private KubernetesClient client;

  @BeforeEach
  void start(Guarded installed) throws IOException {
    guarded = installed;
    site = installed.site();
    team = site.team();
    client =
        new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(site.kubeconfig().toFile()))
            .withHttpClientBuilderConsumer(
                builder -> builder.addOrReplaceInterceptor("seen", requests))
            .build();
    var process = OperatorProcess.open(client, options(), InstantSource.system());
    Thread.ofVirtual()
        .start(
            () -> {
              try (process) {
                var _ = process.run(stop);
              } finally {
                ended.complete(null);
              }
            });
  }

  @AfterEach
  void close() {
    stop.complete(null);
    ended.join();
    client.close();
  }

  private Options options() {
    return new Options(
        Settings.defaults(Settings.Place.CLUSTER),
        new Scope(Set.of(), KIND::equals),
        Limits.defaults(),
        Optional.of(Terms.usual(Installed.NAMESPACE, Terms.LEASE, "watched")),
        SCHEDULERS,
        Optional.empty(),
        Optional.empty(),
        Optional.of(WebhookOptions.usual(guarded.port(), WEBHOOK)));
  }

  /// A right that nobody uses shows here as one that is missing from the requests.
  @Test
  void are_all_that_it_uses_and_nothing_else() {
    guarded.awaitJudge();
    aJobThatReplacesAWorkerSucceedsAndExpires();
    aJobThatIsSuspendedGivesEverythingBack();
    aJobWhoseNamesAreTakenWaits();
    aJobAdoptsWhatAnotherOfItsNameHasLeft();
    aPodThatFitsNowhereIsToldSo();
    aJobIsAutoscaledForAWhile();

    team.waitUntil("everything was asked for", () -> requests.seen().containsAll(granted()));
    assertThat(requests.seen()).containsExactlyInAnyOrderElementsOf(granted());
  }

  private void aJobThatReplacesAWorkerSucceedsAndExpires() {
    var job = team.pyTorchJob("busy", 1);
    runPolicy(job).put("ttlSecondsAfterFinished", 0);
    team.submit(job);
    team.waitForPhase("busy", "Running");
    var first = team.uidOf("busy-worker-0");
    team.end("busy-worker-0", 137);
    team.waitUntil(
        "the worker is another one",
        () -> !List.of("", first).contains(team.uidOf("busy-worker-0")));
    team.end("busy-worker-0", 0);
    team.end("busy-master-0", 0);
    team.waitUntil("it has expired", () -> !team.exists("busy"));
  }

  private void aJobThatIsSuspendedGivesEverythingBack() {
    team.submit(team.pyTorchJob("patient", 1));
    team.waitForPhase("patient", "Running");
    team.edit("patient", PyTorchJobs.suspended(true));
    team.waitForPhase("patient", "Suspended");
  }

  private void aJobAdoptsWhatAnotherOfItsNameHasLeft() {
    team.submit(team.pyTorchJob("again", 1));
    team.waitForPhase("again", "Running");
    team.orphan("again");
    team.submit(team.pyTorchJob("again", 1));
    team.waitForPhase("again", "Running");
  }

  private void aJobWhoseNamesAreTakenWaits() {
    site.client().resource(service("blocked-worker-0")).create();
    team.submit(team.pyTorchJob("blocked", 1));
    team.waitUntil("it is told", () -> team.told("blocked").contains("FailedCreateService"));
    site.client().resource(pod("walled-master-0", "1m")).create();
    team.submit(team.pyTorchJob("walled", 1));
    team.waitUntil("it is told", () -> team.told("walled").contains("FailedCreatePod"));
  }

  private void aPodThatFitsNowhereIsToldSo() {
    site.client().resource(pod("giant", "1000")).create();
    team.waitUntil(
        "it knows why it waits",
        () ->
            site
                .client()
                .pods()
                .inNamespace("default")
                .withName("giant")
                .get()
                .getStatus()
                .getConditions()
                .stream()
                .anyMatch(condition -> "Unschedulable".equals(condition.getReason())));
  }

  private void aJobIsAutoscaledForAWhile() {
    team.submit(autoscaled(2).apply(team.pyTorchJob("flex", 1)));
    team.waitForPhase("flex", "Running");
    team.edit("flex", autoscaled(3));
    team.edit("flex", PyTorchJobs.suspended(true));
    team.waitUntil("it is told", () -> team.told("flex").contains("SuccessfulDeleteHPA"));
  }

  /// The finalizers are asked for by servers that guard owner references, not by a request.
  private static Set<String> granted() {
    return Rights.of(
            Kinds.all().stream().filter(kind -> kind.name().equals(KIND)).toList(),
            Settings.defaults(Settings.Place.CLUSTER),
            true,
            Optional.of(Terms.LEASE),
            Optional.of(WEBHOOK))
        .stream()
        .filter(right -> !right.resource().endsWith("/finalizers"))
        .flatMap(right -> right.verbs().stream().map(verb -> verb + " " + right.qualified()))
        .collect(Collectors.toSet());
  }

  private static Map<String, Object> runPolicy(GenericKubernetesResource job) {
    return job.get("spec", "runPolicy");
  }

  private static Service service(String name) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withClusterIP("None")
        .endSpec()
        .build();
  }

  private static Pod pod(String name, String cpu) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("theirs")
        .withImage("theirs:1")
        .withCommand("sh", "-c", "exec sleep 600")
        .withNewResources()
        .withRequests(Map.of("cpu", new Quantity(cpu)))
        .endResources()
        .endContainer()
        .endSpec()
        .build();
  }
}
