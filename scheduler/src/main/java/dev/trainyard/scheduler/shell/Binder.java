package dev.trainyard.scheduler.shell;

import dev.trainyard.api.UnreadableMark;
import dev.trainyard.scheduler.core.Placement.Binding;
import dev.trainyard.scheduler.core.Placement.Waiting;
import dev.trainyard.scheduler.core.Placer;
import dev.trainyard.scheduler.core.Snapshot.PodId;
import dev.trainyard.scheduler.core.WaitReason;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ReducedStateItemStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Binds pods that have no node, and says on the pod why it waits when there is no room. Whatever
/// changes while one placement is made is part of the next.
public final class Binder implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Binder.class);

  private static final int MAX_REQUESTS_IN_FLIGHT = 32;
  private static final Duration PATIENCE_ON_CLOSE = Duration.ofSeconds(5);
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private final Cluster cluster = new Cluster();
  private final Backoff backoff = new Backoff(InstantSource.system());
  private final Map<String, WaitReason> told = new ConcurrentHashMap<>();
  private final Semaphore changed = new Semaphore(0);
  private final Semaphore inFlight = new Semaphore(MAX_REQUESTS_IN_FLIGHT);
  private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch listed = new CountDownLatch(2);
  private final Predicate<String> schedulers;
  private final PodWrites writes;
  private final SharedIndexInformer<Pod> pods;
  private final SharedIndexInformer<Node> nodes;
  private final Thread loop;

  /// The one scheduler there is: every pod is ours, whichever scheduler it names.
  public static Binder start(KubernetesClient client) {
    return start(client, _ -> true);
  }

  /// One scheduler of several: it binds pods that name one of these schedulers, and of the others
  /// counts what they hold. Returns at once; pods are bound as soon as the cluster has been read.
  public static Binder start(KubernetesClient client, Predicate<String> schedulers) {
    var binder = new Binder(client, schedulers);
    binder.loop.start();
    return binder;
  }

  @Override
  public void close() {
    loop.interrupt();
    try {
      loop.join(PATIENCE_ON_CLOSE);
      pods.close();
      nodes.close();
      requests.shutdownNow();
      requests.awaitTermination(PATIENCE_ON_CLOSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      pods.start();
      nodes.start();
      // A placement made before every pod is known would give away what they hold.
      listed.await();
      while (true) {
        placeSafely();
        awaitChange();
      }
    } catch (InterruptedException e) {
      log.debug("The binder stops");
    }
  }

  /// A fault of ours must not end all scheduling; what changes next gets another chance.
  private void placeSafely() {
    try {
      place();
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("Could not place pods; the next change is another attempt");
    }
  }

  private void awaitChange() throws InterruptedException {
    var retry = backoff.untilNext();
    if (retry.isPresent()) {
      // One more, because a wait cut to whole milliseconds ends a moment too early.
      changed.tryAcquire(retry.get().toMillis() + 1, TimeUnit.MILLISECONDS);
    } else {
      changed.acquire();
    }
    changed.drainPermits();
  }

  private void place() {
    var placement = Placer.place(cluster.snapshot(backoff::due));
    for (var binding : placement.bindings()) {
      cluster.assume(binding);
      requests.execute(() -> bounded(() -> bind(binding)));
    }
    placement.waiting().forEach(this::tell);
  }

  private void bind(Binding binding) {
    var pod = binding.pod();
    try {
      writes.bind(binding);
      backoff.forget(pod.uid());
      told.remove(pod.uid());
      log.atDebug().addKeyValue("pod", pod).addKeyValue("node", binding.node()).log("Bound pod");
    } catch (RuntimeException e) {
      cluster.retract(pod);
      backoff.failed(pod);
      changed.release();
      report(e, pod, "Could not bind pod; it will be tried again");
    }
  }

  /// What merely waits on costs nothing: only another reason is worth a write.
  private void tell(Waiting wait) {
    var uid = wait.pod().uid();
    var before = told.put(uid, wait.reason());
    if (before != null && before.sameAs(wait.reason())) {
      return;
    }
    var message = wait.reason().message();
    cluster
        .waiting(wait.pod())
        .filter(pod -> !PodWrites.saysAlready(pod, message))
        .ifPresent(pod -> requests.execute(() -> bounded(() -> tell(pod, message))));
  }

  private void tell(SeenPod pod, String message) {
    try {
      writes.tellUnschedulable(pod, message);
    } catch (RuntimeException e) {
      // The next placement that leaves the pod waiting says it again.
      told.remove(pod.id().uid());
      report(e, pod.id(), "Could not say why pod waits");
    }
  }

  /// A pod that has gone or changed meanwhile is news on its way to us, not a fault.
  private static void report(RuntimeException e, PodId pod, String what) {
    var expected =
        e instanceof KubernetesClientException refusal
            && (refusal.getCode() == NOT_FOUND || refusal.getCode() == CONFLICT);
    (expected ? log.atDebug() : log.atWarn()).addKeyValue("pod", pod).setCause(e).log(what);
  }

  private void bounded(Runnable request) {
    try {
      inFlight.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try {
      request.run();
    } finally {
      inFlight.release();
    }
  }

  private void see(Pod pod) {
    if (UnreadableMark.on(pod)) {
      podGone(pod);
      return;
    }
    try {
      cluster.see(Readings.pod(pod, schedulers));
    } catch (RuntimeException e) {
      // One pod that cannot be read must not stop the others.
      log.atWarn()
          .addKeyValue("pod", pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName())
          .setCause(e)
          .log("Could not read pod; it is left alone until it changes");
      podGone(pod);
    }
    changed.release();
  }

  private void podGone(Pod pod) {
    var uid = pod.getMetadata().getUid();
    cluster.podGone(uid);
    backoff.forget(uid);
    told.remove(uid);
    changed.release();
  }

  private void see(Node node) {
    try {
      cluster.see(Readings.node(node));
    } catch (RuntimeException e) {
      log.atWarn()
          .addKeyValue("node", node.getMetadata().getName())
          .setCause(e)
          .log("Could not read node; no pod is placed on it until it changes");
      cluster.nodeGone(node.getMetadata().getName());
    }
    changed.release();
  }

  private void nodeGone(Node node) {
    cluster.nodeGone(node.getMetadata().getName());
    changed.release();
  }

  private Binder(KubernetesClient client, Predicate<String> schedulers) {
    this.schedulers = schedulers;
    writes = new PodWrites(client, InstantSource.system());
    // We keep what we need of a pod ourselves; the informer only has to know it again.
    var remembered =
        new ReducedStateItemStore<Pod>(
            ReducedStateItemStore.UID_KEY_STATE, Pod.class, client.getKubernetesSerialization());
    pods =
        client
            .pods()
            .inAnyNamespace()
            // Pods that are over hold nothing; there may be thousands of them.
            .withoutField("status.phase", "Succeeded")
            .withoutField("status.phase", "Failed")
            .runnableInformer(0)
            .itemStore(remembered)
            .exceptionHandler((_, _) -> true)
            .addEventHandler(Sight.of(this::see, this::podGone, listed::countDown));
    nodes =
        client
            .nodes()
            .runnableInformer(0)
            .exceptionHandler((_, _) -> true)
            .addEventHandler(Sight.of(this::see, this::nodeGone, listed::countDown));
    loop = Thread.ofVirtual().name("binder").unstarted(this::run);
  }
}
