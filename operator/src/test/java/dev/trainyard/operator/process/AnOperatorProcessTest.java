package dev.trainyard.operator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.api.Crds;
import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.Limits;
import dev.trainyard.operator.Scope;
import dev.trainyard.operator.kinds.Kinds;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.operator.leader.Terms;
import dev.trainyard.operator.process.OperatorProcess.Ending;
import dev.trainyard.yard.Yard;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnOperatorProcessTest {

  private static final Registration<?, ?> MPI_JOBS =
      Kinds.all().stream()
          .filter(kind -> kind.name().equals("mpijobs.kubeflow.org"))
          .findFirst()
          .orElseThrow();

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path home;
  @AutoClose private Yard yard;
  @AutoClose private KubernetesClient client;

  @BeforeEach
  void open() {
    yard = Yard.open(home, Yard.Options.defaults());
    client = yard.client();
  }

  @Test
  void takes_up_a_kind_of_job_that_is_installed_after_its_start() throws Exception {
    try (var operator = new Running("first", Set.of())) {
      operator.awaitLine("trainyard_leader 1.0");
      operator.awaitLine("trainyard_kind_watched{kind=\"pytorchjobs.kubeflow.org\"} 0.0");

      install();
      submit("late");

      await("the master is made").atMost(PATIENCE).until(() -> podOf("late"));
      operator.awaitLine("trainyard_kind_watched{kind=\"pytorchjobs.kubeflow.org\"} 1.0");
      assertThat(operator.probe("/livez").statusCode()).isEqualTo(200);
      assertThat(operator.end()).isEqualTo(new Ending.Asked());
    }
  }

  @Test
  void stands_by_while_another_leads_and_goes_on_where_that_one_stopped() throws Exception {
    install();
    try (var first = new Running("first", Set.of())) {
      first.awaitLine("trainyard_leader 1.0");
      try (var second = new Running("second", Set.of())) {
        submit("shared");
        await("the master is made").atMost(PATIENCE).until(() -> podOf("shared"));

        assertThat(second.probe("/readyz").body()).isEqualTo("ok, standing by\n");
        assertThat(second.scrape()).contains("trainyard_leader 0.0");

        assertThat(first.end()).isEqualTo(new Ending.Asked());
        second.awaitLine("trainyard_leader 1.0");
        await("it works")
            .atMost(PATIENCE)
            .until(() -> second.probe("/readyz").body().contains("leading"));

        submit("successor");
        await("the master is made").atMost(PATIENCE).until(() -> podOf("successor"));
        assertThat(second.end()).isEqualTo(new Ending.Asked());
      }
    }
  }

  @Test
  void ends_when_its_lease_is_taken() throws Exception {
    install();
    try (var operator = new Running("first", Set.of())) {
      await("it works")
          .atMost(PATIENCE)
          .until(() -> operator.probe("/readyz").body().contains("leading"));

      client
          .leases()
          .inNamespace("default")
          .withName(Terms.LEASE)
          .patch(
              PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"holderIdentity\":\"usurper\"}}");

      assertThat(operator.ending()).isEqualTo(new Ending.LeaseLost("another operator took it"));
      assertThat(operator.scrape()).contains("trainyard_leader 0.0");
    }
  }

  @Test
  void leaves_a_kind_of_job_alone_that_is_served_in_the_version_of_another_operator()
      throws Exception {
    Crds.all().stream()
        .map(one -> one.getMetadata().getName().startsWith("mpijobs.") ? inVersion("v1", one) : one)
        .forEach(definition -> client.resource(definition).create());
    try (var operator = new Running("first", Set.of())) {
      operator.awaitLine("trainyard_kind_watched{kind=\"pytorchjobs.kubeflow.org\"} 1.0");
      operator.awaitLine("trainyard_kind_watched{kind=\"mpijobs.kubeflow.org\"} 0.0");
      assertThat(MPI_JOBS.servedBy(client)).isFalse();
      assertThat(MPI_JOBS.otherVersions(client)).containsExactly("v1");

      submit("beside");
      await("the master is made").atMost(PATIENCE).until(() -> podOf("beside"));
      assertThat(operator.probe("/livez").statusCode()).isEqualTo(200);
    }
  }

  @SuppressWarnings("unchecked")
  private static GenericKubernetesResource inVersion(
      String version, GenericKubernetesResource definition) {
    List<Map<String, Object>> versions = definition.get("spec", "versions");
    versions.forEach(one -> one.put("name", version));
    return definition;
  }

  @Test
  void shows_the_mpi_jobs_that_there_are() throws Exception {
    install();
    try (var operator = new Running("first", Set.of())) {
      operator.awaitLine("trainyard_kind_watched{kind=\"mpijobs.kubeflow.org\"} 1.0");
      var shown = "mpi_operator_job_info{launcher=\"pi-launcher\",namespace=\"default\"} 1.0";

      var job =
          create(
              """
              apiVersion: kubeflow.org/v2beta1
              kind: MPIJob
              metadata: {name: pi, namespace: default}
              spec:
                runPolicy: {suspend: true}
                mpiReplicaSpecs:
                  Launcher:
                    template: {spec: {containers: [{name: mpi, image: "train:1"}]}}
              """);
      operator.awaitLine(shown);
      operator.awaitLine("mpi_operator_jobs_created_total 1.0");

      client.resource(job).delete();
      await("it is shown no more").atMost(PATIENCE).until(() -> !operator.scrape().contains(shown));
    }
  }

  @Test
  void leaves_kinds_of_jobs_alone_that_are_switched_off() throws Exception {
    install();
    var kinds = Kinds.all().stream().map(Registration::name).collect(Collectors.toSet());
    try (var operator = new Running("first", kinds)) {
      await("it works")
          .atMost(PATIENCE)
          .until(() -> operator.probe("/readyz").body().contains("leading"));

      assertThat(operator.scrape()).doesNotContain("trainyard_kind_watched");
    }
  }

  private void install() {
    Crds.all().forEach(definition -> client.resource(definition).create());
  }

  private void submit(String name) {
    var yaml =
        """
        apiVersion: kubeflow.org/v1
        kind: PyTorchJob
        metadata: {name: %s, namespace: default}
        spec:
          pytorchReplicaSpecs:
            Master:
              template: {spec: {containers: [{name: pytorch, image: "train:1"}]}}
        """
            .formatted(name);
    create(yaml);
  }

  private GenericKubernetesResource create(String yaml) {
    var job = new KubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
    await("the definition is served")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> client.resource(job).create() != null);
    return job;
  }

  private boolean podOf(String job) {
    return client.pods().inNamespace("default").withName(job + "-master-0").get() != null;
  }

  /// A process without a process of its own.
  private final class Running implements AutoCloseable {

    private final HttpClient http = HttpClient.newHttpClient();
    private final CompletableFuture<Void> stop = new CompletableFuture<>();
    private final CompletableFuture<Ending> ending = new CompletableFuture<>();
    private final KubernetesClient own = yard.client();
    private final OperatorProcess process;

    Running(String identity, Set<String> off) throws IOException {
      var anyPort = Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      process =
          OperatorProcess.open(
              own,
              new Options(
                  Settings.defaults(Settings.Place.CLUSTER),
                  new Scope(Set.of(), kind -> !off.contains(kind)),
                  Limits.defaults().lookingForKindsEvery(Duration.ofMillis(200)),
                  Optional.of(
                      new Terms(
                          "default",
                          Terms.LEASE,
                          identity,
                          Duration.ofSeconds(15),
                          Duration.ofSeconds(10),
                          Duration.ofMillis(500))),
                  Set.of(),
                  anyPort,
                  anyPort,
                  Optional.empty()),
              InstantSource.system());
      Thread.ofVirtual().start(() -> ending.complete(process.run(stop)));
    }

    Ending ending() {
      return ending.join();
    }

    /// As a signal would end it.
    Ending end() {
      stop.complete(null);
      var ended = ending.join();
      process.close();
      return ended;
    }

    HttpResponse<String> probe(String path) throws Exception {
      return get(process.probesPort(), path);
    }

    String scrape() throws Exception {
      return get(process.metricsPort(), "/metrics").body();
    }

    void awaitLine(String line) {
      await(line).atMost(PATIENCE).until(() -> scrape().contains(line));
    }

    private HttpResponse<String> get(OptionalInt port, String path) throws Exception {
      var address = URI.create("http://127.0.0.1:%d%s".formatted(port.orElseThrow(), path));
      return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
      var _ = end();
      http.close();
      own.close();
    }
  }
}
