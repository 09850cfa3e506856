package dev.trainyard.yard.node.usage;

import dev.trainyard.yard.node.supervisor.ProcessGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads from `/proc` what containers use. Every process carries the mark of its container, so one
/// look at all of them tells all.
///
/// Rates need an earlier look to compare with: one is taken every fifteen seconds, as a kubelet
/// does, and kept for as long again.
public final class UsageReader implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(UsageReader.class);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(15);
  private static final String MARK = ProcessGroup.MARK + "=";

  private final Path pods;
  private final InstantSource clock;
  private final Thread thread;
  private volatile Look newer = Look.nothing();
  private volatile Look older = Look.nothing();

  /// A container of a pod.
  public record Container(String podUid, String name) {}

  /// What is used on average for each second, and how much memory at this moment.
  public record Rate(long cpuNanos, long memoryBytes) {}

  /// What everything uses.
  ///
  /// @param window how long the averages reach back, at most
  public record Rates(Instant at, Duration window, Rate machine, Map<Container, Rate> containers) {}

  private record Look(
      Instant at, Optional<Consumption> machine, Map<Container, Consumption> containers) {

    static Look nothing() {
      return new Look(Instant.MIN, Optional.empty(), Map.of());
    }
  }

  /// Looks from now on, until it is closed.
  ///
  /// @param pods the directory that the marks of this node's containers begin with
  public static UsageReader start(Path pods, InstantSource clock) {
    var reader = new UsageReader(pods, clock);
    reader.thread.start();
    return reader;
  }

  private UsageReader(Path pods, InstantSource clock) {
    this.pods = pods;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("usage").unstarted(this::watch);
  }

  private void watch() {
    try {
      while (true) {
        try {
          var now = look();
          older = newer;
          newer = now;
        } catch (IOException e) {
          log.atDebug().log("What containers use cannot be read: {}", e.getMessage());
        }
        Thread.sleep(BETWEEN_LOOKS);
      }
    } catch (InterruptedException _) {
      // The node closes.
    }
  }

  public Rates read() throws IOException {
    var before = older;
    var now = look();
    var rates = new HashMap<Container, Rate>();
    now.containers()
        .forEach(
            (container, used) ->
                rates.put(
                    container,
                    rate(used, before, Optional.ofNullable(before.containers().get(container)))));
    var machine = now.machine().orElseThrow();
    var window = window(machine, before);
    return new Rates(now.at(), window, rate(machine, before, before.machine()), rates);
  }

  /// Since the earlier look, or since it began if it was not there then.
  private Rate rate(Consumption now, Look before, Optional<Consumption> then) {
    var window = then.isPresent() ? window(now, before) : now.age();
    var used = now.cpu().minus(then.map(Consumption::cpu).orElse(Duration.ZERO));
    var nanos =
        window.isPositive() && used.isPositive()
            ? Math.round(used.toNanos() * 1e9 / window.toNanos())
            : 0;
    return new Rate(nanos, now.memoryBytes());
  }

  private Duration window(Consumption now, Look before) {
    return before.machine().isPresent()
        ? Duration.between(before.at(), clock.instant())
        : now.age();
  }

  private Look look() throws IOException {
    var uptime = uptime();
    var found = new HashMap<Container, Consumption>();
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : processes) {
        add(process, uptime, found);
      }
    }
    var stat = Files.readString(Path.of("/proc/stat"));
    var machine =
        Consumption.ofMachine(
            stat.substring(0, stat.indexOf('\n')),
            Files.readAllLines(Path.of("/proc/meminfo")),
            uptime);
    return new Look(clock.instant(), Optional.of(machine), Map.copyOf(found));
  }

  private void add(Path process, Duration uptime, Map<Container, Consumption> found) {
    try {
      var container = container(process);
      if (container.isPresent()) {
        var stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        Consumption.ofProcess(stat, uptime)
            .ifPresent(used -> found.merge(container.get(), used, Consumption::plus));
      }
    } catch (IOException _) {
      // Another user's, or it has just ended.
    }
  }

  private Optional<Container> container(Path process) throws IOException {
    var environment =
        new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.UTF_8);
    return Stream.of(environment.split("\0", -1))
        .filter(entry -> entry.startsWith(MARK))
        .map(entry -> Path.of(entry.substring(MARK.length())))
        .filter(run -> run.startsWith(pods))
        .map(pods::relativize)
        .filter(run -> run.getNameCount() >= 2)
        .map(run -> new Container(run.getName(0).toString(), run.getName(1).toString()))
        .findFirst();
  }

  private static Duration uptime() throws IOException {
    var seconds = Files.readString(Path.of("/proc/uptime")).split(" ", 2)[0];
    return Duration.ofMillis(Math.round(Double.parseDouble(seconds) * 1000));
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
