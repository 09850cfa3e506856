package dev.trainyard.endtoend;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trainyard.endtoend.Terminal.Running;
import dev.trainyard.yard.Yard;
import dev.trainyard.yard.YardException;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `kill -9` of a yard under load, as often as `-Dkills=200` says, in the middle of whatever it
/// does. Every program keeps a ledger of its own life, which tells afterwards what really happened.
class AYardThatIsKilledAgainAndAgainTest {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int KILLS = Integer.getInteger("kills", 20);
  private static final long SEED = Long.getLong("kills.seed", 17);

  /// As many jobs as are under way at once, so that the last restarts still find work.
  private static final int UNDER_WAY = 4;

  private static final List<String> REPLICAS = List.of("master-0", "worker-0");

  @TempDir private Path home = Path.of("");

  private final String word = "marker-" + UUID.randomUUID();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicBoolean enough = new AtomicBoolean();

  @AfterEach
  void leaveNothingBehind() {
    new Terminal(home).run("down", "--force");
  }

  @Test
  void loses_nothing_runs_nothing_twice_and_leaves_nothing_behind() throws Exception {
    var terminal = new Terminal(home);
    var ledger = Files.createFile(home.resolve("ledger"));
    var random = new Random(SEED);
    var yard = terminal.start("up");
    var load = Thread.ofVirtual().start(() -> submitUntilEnough(ledger));
    try {
      for (int kill = 1; kill <= KILLS; kill++) {
        // Sometimes in the middle of a submission, sometimes of a program's start or end.
        IntSupplier happens = random.nextBoolean() ? accepted::get : () -> lines(ledger).size();
        awaitMore(yard, happens, 1 + random.nextInt(4));
        yard.kill();
        yard = terminal.start("up");
      }
      enough.set(true);
      load.join();
      awaitAllSucceeded();
    } finally {
      enough.set(true);
    }

    var expected =
        IntStream.range(0, accepted.get())
            .mapToObj("job-%d"::formatted)
            .flatMap(job -> REPLICAS.stream().map(replica -> job + "-" + replica))
            .flatMap(pod -> Stream.of("begins " + pod, "ends " + pod))
            .toList();
    // A job has succeeded once its master has; a worker may end a moment later.
    await("the last to end").atMost(PATIENCE).until(() -> lines(ledger).size() >= expected.size());
    var happened = lines(ledger).stream().collect(groupingBy(line -> line, counting()));
    assertThat(happened)
        .as("%d jobs, seed %d", accepted.get(), SEED)
        .containsExactlyInAnyOrderEntriesOf(once(expected));
    assertThat(terminal.run("down").status()).isZero();
    await("every process to end")
        .atMost(PATIENCE)
        .until(() -> Terminal.processesWith(word).isEmpty());
  }

  private static Map<String, Long> once(List<String> lines) {
    var map = new HashMap<String, Long>();
    lines.forEach(line -> map.put(line, 1L));
    return map;
  }

  /// Waits for so much more than there is now.
  private static void awaitMore(Running yard, IntSupplier happens, int more) {
    var enough = happens.getAsInt() + more;
    await("something to happen")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              assertThat(yard.ended()).as(yard.output()).isFalse();
              return happens.getAsInt() >= enough;
            });
  }

  /// Somebody who submits a job as soon as another has ended, and again whenever nobody answered.
  private void submitUntilEnough(Path ledger) {
    while (!enough.get()) {
      await("room for another job")
          .forever()
          .pollInterval(Duration.ofMillis(20))
          .until(() -> enough.get() || underWay(ledger) < UNDER_WAY);
      if (!enough.get() && acknowledged(job(accepted.get(), ledger))) {
        accepted.incrementAndGet();
      }
    }
  }

  private long underWay(Path ledger) {
    var ended = lines(ledger).stream().filter(line -> line.startsWith("ends")).count();
    return accepted.get() - ended / REPLICAS.size();
  }

  private boolean acknowledged(GenericKubernetesResource job) {
    try (var client = client()) {
      client.resource(job).create();
      return true;
    } catch (KubernetesClientException e) {
      // One that was accepted just before the yard died is there when it is back.
      return e.getCode() == 409;
    } catch (YardException notYet) {
      return false;
    }
  }

  private KubernetesClient client() {
    return Yard.connect(home.resolve("yard"));
  }

  private void awaitAllSucceeded() {
    await("all jobs to succeed")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptionsInstanceOf(KubernetesClientException.class)
        .until(() -> succeeded() == accepted.get());
  }

  private long succeeded() {
    try (var client = client()) {
      return client
          .genericKubernetesResources("kubeflow.org/v1", "PyTorchJob")
          .inNamespace("default")
          .list()
          .getItems()
          .stream()
          .filter(job -> String.valueOf(job.<Object>get("status")).contains("JobSucceeded"))
          .count();
    }
  }

  /// Appending a line is atomic, so programs need not know of each other.
  private GenericKubernetesResource job(int number, Path ledger) {
    var program =
        "[sh, -c, 'echo begins $POD >> %s; sleep 0.%d; echo ends $POD >> %s; : %s']"
            .formatted(ledger, number % 7 + 1, ledger, word);
    var replica =
        """
        {restartPolicy: Never, template: {spec: {containers: [{name: pytorch, image: none,
            command: %s,
            env: [{name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}]}}}
        """
            .formatted(program)
            .replaceAll("\\s+", " ");
    return new KubernetesSerialization()
        .unmarshal(
            """
            apiVersion: kubeflow.org/v1
            kind: PyTorchJob
            metadata: {name: job-%d, namespace: default}
            spec:
              runPolicy: {backoffLimit: 0, cleanPodPolicy: None}
              pytorchReplicaSpecs:
                Master: %s
                Worker: %s
            """
                .formatted(number, replica, replica),
            GenericKubernetesResource.class);
  }

  private static List<String> lines(Path ledger) {
    try {
      return Files.readAllLines(ledger);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
