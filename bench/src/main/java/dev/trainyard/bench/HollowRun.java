package dev.trainyard.bench;

import dev.trainyard.api.Crds;
import dev.trainyard.dialects.Settings;
import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.integration.cluster.HollowNodes;
import dev.trainyard.integration.cluster.HollowNodes.Script;
import dev.trainyard.integration.cluster.HollowNodes.Stage;
import dev.trainyard.integration.cluster.ServedKinds;
import dev.trainyard.operator.TrainyardOperator;
import dev.trainyard.scheduler.shell.Binder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Operator, scheduler and hollow nodes at work on one cluster.
final class HollowRun implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final Duration START = Duration.ofMillis(200);
  private static final Duration RUN = Duration.ofSeconds(2);
  private static final int SUBMITTED_AT_ONCE = 16;
  private static final String JOB_OF = "training.kubeflow.org/job-name";
  private static final ResourceDefinitionContext KIND =
      new ResourceDefinitionContext.Builder()
          .withGroup("kubeflow.org")
          .withVersion("v1")
          .withKind("PyTorchJob")
          .withPlural("pytorchjobs")
          .withNamespaced(true)
          .build();

  private final Cluster cluster;
  private final KubernetesClient client;
  private final Binder scheduler;
  private final TrainyardOperator operator;
  private final HollowNodes nodes;
  private final Map<String, Instant> running = new ConcurrentHashMap<>();

  /// What was measured.
  ///
  /// @param processor seconds of this process and all it has started
  /// @param untilRunning of every pod, in seconds, the shortest first
  record Result(
      int pods,
      double seconds,
      double processor,
      List<Double> untilRunning,
      Map<String, Long> writes) {

    double untilRunning(double share) {
      return untilRunning.get((int) Math.min(untilRunning.size() - 1, share * untilRunning.size()));
    }
  }

  static HollowRun on(Cluster cluster, Hollow.Load load) {
    return new HollowRun(cluster, load);
  }

  private HollowRun(Cluster cluster, Hollow.Load load) {
    this.cluster = cluster;
    client = cluster.client();
    ServedKinds.create(client, Crds.all());
    nodes =
        HollowNodes.join(
            client,
            HollowNodes.Options.of("hollow", load.nodes())
                .playing(_ -> Script.succeeding(START, RUN))
                .telling(this::note));
    scheduler = Binder.start(client);
    operator =
        TrainyardOperator.begin(
            client,
            Settings.defaults(Settings.Place.CLUSTER),
            InstantSource.system(),
            new SimpleMeterRegistry());
  }

  private void note(Pod pod, Stage stage) {
    if (stage == Stage.RUNNING) {
      running.put(pod.getMetadata().getUid(), Instant.now());
    }
  }

  /// Returns once every job has succeeded.
  Result play(String namespace, Hollow.Load load) throws InterruptedException {
    cluster.open(namespace);
    running.clear();
    var left = new CountDownLatch(load.jobs());
    Set<String> ended = ConcurrentHashMap.newKeySet();
    var submitted = new ConcurrentHashMap<String, Instant>();
    var jobs = client.genericKubernetesResources(KIND).inNamespace(namespace);
    var processor = processor();
    var began = Instant.now();
    try (var _ =
        jobs.withLimit(500L)
            .inform(
                new Every(
                    job -> {
                      if (succeeded(job) && ended.add(job.getMetadata().getName())) {
                        left.countDown();
                      }
                    }))) {
      submit(namespace, load, submitted);
      if (!left.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "%d of %d jobs have not ended within %s"
                .formatted(left.getCount(), load.jobs(), PATIENCE));
      }
    }
    var seconds = Duration.between(began, Instant.now()).toNanos() / 1e9;
    var spent = processor().minus(processor).toNanos() / 1e9;
    var waits =
        client.pods().inNamespace(namespace).list().getItems().stream()
            .filter(pod -> running.containsKey(pod.getMetadata().getUid()))
            .map(
                pod ->
                    Duration.between(
                                submitted.get(pod.getMetadata().getLabels().get(JOB_OF)),
                                running.get(pod.getMetadata().getUid()))
                            .toNanos()
                        / 1e9)
            .sorted()
            .toList();
    return new Result(load.jobs() * load.pods(), seconds, spent, waits, cluster.writes(namespace));
  }

  private void submit(String namespace, Hollow.Load load, Map<String, Instant> submitted)
      throws InterruptedException {
    var places = new Semaphore(SUBMITTED_AT_ONCE);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < load.jobs(); i++) {
        var job = job(namespace, "job-%05d".formatted(i), load.pods());
        places.acquire();
        var _ =
            threads.submit(
                () -> {
                  try {
                    submitted.put(job.getMetadata().getName(), Instant.now());
                    client.resource(job).create();
                  } finally {
                    places.release();
                  }
                });
      }
    }
  }

  private GenericKubernetesResource job(String namespace, String name, int pods) {
    var template =
        "{spec: {containers: [{name: pytorch, image: none, command: [train],"
            + " resources: {requests: {cpu: '1', memory: 1Gi}}}]}}";
    return client
        .getKubernetesSerialization()
        .unmarshal(
            """
            apiVersion: kubeflow.org/v1
            kind: PyTorchJob
            metadata: {name: %1$s, namespace: %2$s}
            spec:
              runPolicy: {cleanPodPolicy: None}
              pytorchReplicaSpecs:
                Master: {replicas: 1, restartPolicy: Never, template: %3$s}
                Worker: {replicas: %4$d, restartPolicy: Never, template: %3$s}
            """
                .formatted(name, namespace, template, pods - 1),
            GenericKubernetesResource.class);
  }

  private static boolean succeeded(GenericKubernetesResource job) {
    List<Map<String, Object>> conditions = job.get("status", "conditions");
    return conditions != null
        && conditions.stream()
            .anyMatch(
                one -> "Succeeded".equals(one.get("type")) && "True".equals(one.get("status")));
  }

  /// Of this process, in which operator, scheduler and nodes are, and a yard too, and of a control
  /// plane's processes.
  private static Duration processor() {
    var here = ProcessHandle.current();
    return Stream.concat(Stream.of(here), here.descendants())
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  private record Every(Consumer<GenericKubernetesResource> seen)
      implements ResourceEventHandler<GenericKubernetesResource> {

    @Override
    public void onAdd(GenericKubernetesResource job) {
      seen.accept(job);
    }

    @Override
    public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource job) {
      seen.accept(job);
    }

    @Override
    public void onDelete(GenericKubernetesResource job, boolean unsure) {}
  }

  @Override
  public void close() {
    operator.close();
    scheduler.close();
    nodes.close();
    client.close();
  }
}
