package dev.trainyard.integration.cluster;

import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Nodes without machines: they are registered, their Leases are kept, and whatever is bound to one
/// of them seems to run there, for as long and to such an end as a script says. No process is
/// started, so that a small machine can drive many thousands of pods through a control plane.
///
/// All nodes share one watch, one client and a bound on the requests in flight.
public final class HollowNodes implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HollowNodes.class);

  /// By which pods choose these nodes and not others.
  public static final String LABEL = "trainyard.dev/hollow";

  private static final String LEASES = "kube-node-lease";
  private static final Duration BEAT = Duration.ofSeconds(10);
  private static final int LEASE_SECONDS = 40;
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Set<Integer> GONE_OR_ANOTHER = Set.of(404, 409);

  /// What becomes of a pod once it is bound: it starts after a moment, runs for a while, and ends.
  public record Script(Duration start, Duration run, int exitCode) {

    public static Script succeeding(Duration start, Duration run) {
      return new Script(start, run, 0);
    }

    private Stage end() {
      return exitCode == 0 ? Stage.SUCCEEDED : Stage.FAILED;
    }
  }

  /// How far a pod is, once the API server knows it.
  public enum Stage {
    RUNNING("Running"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed"),
    DELETED("Deleted");

    final String word;

    Stage(String word) {
      this.word = word;
    }
  }

  /// How many nodes there are, what they have, and what they do with pods.
  ///
  /// @param name of the first node is this with `-0` behind it
  /// @param capacity of each
  /// @param told after every stage of a pod
  public record Options(
      String name,
      int nodes,
      Map<String, Quantity> capacity,
      int requestsInFlight,
      Function<Pod, Script> script,
      BiConsumer<Pod, Stage> told) {

    public Options {
      capacity = Map.copyOf(capacity);
    }

    /// Nodes like those of a cluster in size, whose pods run for a second and succeed.
    public static Options of(String name, int nodes) {
      return new Options(
          name,
          nodes,
          Map.of(
              "cpu", new Quantity("64"),
              "memory", new Quantity("256Gi"),
              "pods", new Quantity("110")),
          16,
          _ -> Script.succeeding(Duration.ofMillis(100), Duration.ofSeconds(1)),
          (_, _) -> {});
    }

    public Options playing(Function<Pod, Script> other) {
      return new Options(name, nodes, capacity, requestsInFlight, other, told);
    }

    public Options telling(BiConsumer<Pod, Stage> other) {
      return new Options(name, nodes, capacity, requestsInFlight, script, other);
    }
  }

  private final KubernetesClient client;
  private final Options options;
  private final Set<String> names;
  private final Map<String, Boolean> begun = new ConcurrentHashMap<>();
  private final AtomicInteger addresses = new AtomicInteger();
  private final Semaphore inFlight;
  private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
  private final ScheduledExecutorService times =
      Executors.newSingleThreadScheduledExecutor(
          task -> Thread.ofPlatform().daemon().name("hollow").unstarted(task));
  private final SharedIndexInformer<Pod> pods;

  /// Returns once all nodes are registered and what is bound to them is seen. The client stays the
  /// caller's.
  public static HollowNodes join(KubernetesClient client, Options options) {
    var nodes = new HollowNodes(client, options);
    nodes.names.forEach(nodes::register);
    var _ =
        nodes.times.scheduleAtFixedRate(
            () -> nodes.names.forEach(name -> nodes.send(() -> nodes.beat(name))),
            0,
            BEAT.toMillis(),
            TimeUnit.MILLISECONDS);
    nodes.pods.start().toCompletableFuture().join();
    return nodes;
  }

  private HollowNodes(KubernetesClient client, Options options) {
    this.client = client;
    this.options = options;
    this.inFlight = new Semaphore(options.requestsInFlight());
    this.names =
        IntStream.range(0, options.nodes())
            .mapToObj(i -> options.name() + "-" + i)
            .collect(TreeSet::new, Set::add, Set::addAll);
    this.pods =
        client
            .pods()
            .inAnyNamespace()
            .withoutField("spec.nodeName", "")
            .withoutField("status.phase", Stage.SUCCEEDED.word)
            .withoutField("status.phase", Stage.FAILED.word)
            .runnableInformer(0)
            .itemStore(
                new ReducedStateItemStore<>(
                    ReducedStateItemStore.UID_KEY_STATE,
                    Pod.class,
                    client.getKubernetesSerialization()))
            .exceptionHandler((_, _) -> true)
            .addEventHandler(new Bound());
  }

  private void register(String name) {
    client
        .resource(
            new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(LABEL, options.name())
                .addToLabels("kubernetes.io/hostname", name)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withCapacity(options.capacity())
                .withAllocatable(options.capacity())
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .withReason("Hollow")
                .withMessage("Nothing runs here.")
                .withLastHeartbeatTime(Instant.now().toString())
                .withLastTransitionTime(Instant.now().toString())
                .endCondition()
                .endStatus()
                .build())
        .create();
  }

  private void beat(String name) {
    var lease =
        new LeaseBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(LEASES)
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity(name)
            .withLeaseDurationSeconds(LEASE_SECONDS)
            .withRenewTime(ZonedDateTime.now(ZoneOffset.UTC))
            .endSpec()
            .build();
    client.resource(lease).createOr(known -> known.update());
  }

  private final class Bound implements ResourceEventHandler<Pod> {

    @Override
    public void onAdd(Pod pod) {
      see(pod);
    }

    @Override
    public void onUpdate(Pod before, Pod pod) {
      see(pod);
    }

    @Override
    public void onDelete(Pod pod, boolean unsure) {
      begun.remove(pod.getMetadata().getUid());
    }

    private void see(Pod pod) {
      if (!names.contains(requireNonNullElse(pod.getSpec().getNodeName(), ""))) {
        return;
      }
      if (pod.isMarkedForDeletion()) {
        send(() -> confirmDeletion(pod));
      } else if (begun.putIfAbsent(pod.getMetadata().getUid(), true) == null) {
        begin(pod);
      }
    }
  }

  /// A pod that ran when these nodes came back only has its end before it.
  private void begin(Pod pod) {
    var script = options.script().apply(pod);
    if (Stage.RUNNING.word.equals(pod.getStatus().getPhase())) {
      after(script.run(), () -> reach(pod, script.end(), script));
    } else {
      after(script.start(), () -> reach(pod, Stage.RUNNING, script));
    }
  }

  private void reach(Pod pod, Stage stage, Script script) {
    of(pod)
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            client
                .getKubernetesSerialization()
                .asJson(HollowStatus.of(pod, stage, script.exitCode(), address(), Instant.now())));
    options.told().accept(pod, stage);
    if (stage == Stage.RUNNING) {
      after(script.run(), () -> reach(pod, script.end(), script));
    }
  }

  private String address() {
    var number = addresses.incrementAndGet();
    return "10.%d.%d.%d".formatted(200 + (number >> 16) % 50, (number >> 8) % 256, number % 256);
  }

  /// As a node does once nothing runs of the pod any more.
  private void confirmDeletion(Pod pod) {
    of(pod).withGracePeriod(0).delete();
    options.told().accept(pod, Stage.DELETED);
  }

  private PodResource of(Pod pod) {
    return client
        .pods()
        .inNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName());
  }

  private void after(Duration delay, Runnable request) {
    var _ = times.schedule(() -> send(request), delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void send(Runnable request) {
    requests.execute(
        () -> {
          try {
            inFlight.acquire();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return;
          }
          try {
            request.run();
          } catch (KubernetesClientException e) {
            retry(request, e);
          } finally {
            inFlight.release();
          }
        });
  }

  private void retry(Runnable request, KubernetesClientException refusal) {
    if (!GONE_OR_ANOTHER.contains(refusal.getCode()) && !times.isShutdown()) {
      log.atDebug().setCause(refusal).log("A hollow node asks again");
      after(RETRY, request);
    }
  }

  /// The nodes stay registered, as those of a machine that is switched off.
  @Override
  public void close() {
    pods.close();
    times.shutdownNow();
    requests.shutdownNow();
    try {
      var _ = requests.awaitTermination(BEAT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
