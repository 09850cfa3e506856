package dev.trainyard.cli.logs;

import dev.trainyard.cli.logs.PodLog.Line;
import dev.trainyard.cli.logs.PodLog.Request;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows one container of one pod through all its restarts, and hands on every line once.
final class ContainerFollower {

  private static final Logger log = LoggerFactory.getLogger(ContainerFollower.class);

  /// How long a stream may be over while the container is still told to run, before we ask again.
  private static final Duration DOUBT = Duration.ofSeconds(2);

  /// Time enough for what is on the way.
  private static final Duration LAST_GLANCE = Duration.ofMillis(500);

  private static final int KEPT_LINES = 10;

  private final KubernetesClient client;
  private final Target target;
  private final Optional<Archive> archive;
  private final OptionalLong tail;
  private final Consumer<Line> lines;
  private final Thread thread;
  private final Deque<String> last = new ArrayDeque<>();
  private int started = -1;
  private int read = -1;
  private boolean runs;
  private boolean over;
  private boolean gone;
  private boolean missed;
  private boolean closed;
  private Optional<PodLog> open = Optional.empty();
  private Instant newest = Instant.MIN;
  private int atNewest;

  record Target(String namespace, String pod, String podUid, String container) {}

  /// @param archive where the rest is found when the pod is gone before all of it was read
  /// @param tail only the last lines of what was printed before
  ContainerFollower(
      KubernetesClient client,
      Target target,
      Optional<Archive> archive,
      OptionalLong tail,
      Consumer<Line> lines) {
    this.client = client;
    this.target = target;
    this.archive = archive;
    this.tail = tail;
    this.lines = lines;
    this.thread =
        Thread.ofVirtual()
            .name("log-%s-%s".formatted(target.pod(), target.container()))
            .start(this::run);
  }

  /// Tells what is known of the container now. `podOver`: nothing of the pod will start any more.
  synchronized void look(Optional<ContainerStatus> status, boolean podOver) {
    runs = status.filter(ContainerFollower::runs).isPresent() && !podOver;
    if (runs || status.filter(ContainerFollower::ended).isPresent()) {
      var number = status.flatMap(known -> Optional.ofNullable(known.getRestartCount())).orElse(0);
      started = Math.max(started, number);
    }
    over = over || podOver;
    notifyAll();
  }

  /// The pod's object is gone, and its log with it.
  synchronized void lookInVain() {
    runs = false;
    over = true;
    gone = true;
    notifyAll();
  }

  private static boolean runs(ContainerStatus status) {
    return status.getState() != null && status.getState().getRunning() != null;
  }

  private static boolean ended(ContainerStatus status) {
    return (status.getState() != null && status.getState().getTerminated() != null)
        || (status.getLastState() != null && status.getLastState().getTerminated() != null);
  }

  /// Waits a little for the end of all that an ended container printed. False: there may be more.
  boolean awaitEnd(Duration patience) throws InterruptedException {
    synchronized (this) {
      if (!over || gone) {
        return true; // more may come, but not because we wait
      }
    }
    return thread.join(patience);
  }

  /// No more waiting: what has not been handed on by now is fetched where it can be.
  void finish() throws InterruptedException {
    boolean ended;
    synchronized (this) {
      ended = over;
    }
    if (!ended || !thread.join(LAST_GLANCE)) {
      missed = missed || ended;
      close();
      thread.join();
    }
    if (gone || missed) {
      archive.ifPresent(this::readRest);
    }
  }

  private void readRest(Archive archive) {
    var before = new Skip(newest, atNewest);
    try {
      archive.read(target, since(), line -> take(line, before));
    } catch (IOException e) {
      log.atWarn().setCause(e).addKeyValue("pod", target.pod()).log("A log could not be read");
    }
  }

  void close() {
    Optional<PodLog> stream;
    synchronized (this) {
      closed = true;
      stream = open;
      notifyAll();
    }
    stream.ifPresent(ContainerFollower::end);
    thread.interrupt();
  }

  synchronized List<String> lastLines() {
    return List.copyOf(last);
  }

  private void run() {
    try {
      for (var next = awaitNext(); next.isPresent(); next = awaitNext()) {
        if (next.get() > read + 1) {
          read(true);
        }
        read(false);
        synchronized (this) {
          read = next.get();
        }
      }
    } catch (InterruptedException _) {
      // No longer of interest.
    }
  }

  /// The run to read: a new one, or the same again when its stream broke. Nothing when all is read.
  private synchronized Optional<Integer> awaitNext() throws InterruptedException {
    while (!closed) {
      if (started > read) {
        return Optional.of(started);
      }
      if (over) {
        return Optional.empty();
      }
      if (!runs) {
        wait();
        continue;
      }
      wait(DOUBT.toMillis());
      if (runs && started == read) {
        return Optional.of(read);
      }
    }
    return Optional.empty();
  }

  private void read(boolean previous) throws InterruptedException {
    var before = new Skip(newest, atNewest);
    var request =
        new Request(
            target.namespace(),
            target.pod(),
            target.container(),
            !previous,
            previous,
            newest.equals(Instant.MIN) ? tail : OptionalLong.empty(),
            since());
    try {
      var stream = PodLog.open(client, request);
      synchronized (this) {
        open = stream;
        if (closed) {
          stream.ifPresent(ContainerFollower::end);
          return;
        }
      }
      missed = missed || stream.isEmpty();
      if (stream.isPresent()) {
        try (var lines = stream.get()) {
          lines.read(line -> take(line, before));
        }
      }
    } catch (IOException e) {
      log.atDebug().setCause(e).addKeyValue("pod", target.pod()).log("A log stream broke");
    }
  }

  private Optional<Instant> since() {
    return Optional.of(newest).filter(time -> !time.equals(Instant.MIN));
  }

  /// What an earlier stream has already brought: times may be equal, so those lines are counted.
  private static final class Skip {
    private final Instant until;
    private int left;

    Skip(Instant until, int left) {
      this.until = until;
      this.left = left;
    }

    boolean covers(Line line) {
      return line.at().isBefore(until) || (line.at().equals(until) && left-- > 0);
    }
  }

  private void take(Line line, Skip before) {
    if (before.covers(line)) {
      return;
    }
    synchronized (this) {
      atNewest = line.at().equals(newest) ? atNewest + 1 : 1;
      newest = line.at();
      last.addLast(line.text());
      if (last.size() > KEPT_LINES) {
        last.removeFirst();
      }
    }
    lines.accept(line);
  }

  private static void end(PodLog stream) {
    try {
      stream.close();
    } catch (IOException e) {
      log.atDebug().setCause(e).log("A log stream was closed");
    }
  }
}
