package dev.trainyard.cli.run;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.Durations;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Interrupts;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.Surroundings;
import dev.trainyard.cli.cluster.Blindness;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Replica;
import dev.trainyard.cli.logs.Screen;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Follows jobs until all of them are over, or until someone has seen enough.
final class Following implements AutoCloseable {

  /// How often the status line counts on.
  private static final Duration TICK = Duration.ofSeconds(1);

  private final Surroundings surroundings;
  private final Console console;
  private final Screen screen;
  private final List<Followed> all = new ArrayList<>();
  private final BlockingQueue<News> news = new LinkedBlockingQueue<>();
  private boolean asked;
  private boolean stays;
  private final Blindness blindness = new Blindness(Duration.ofSeconds(20));

  /// What wakes us.
  private sealed interface News {
    record Changed() implements News {}

    record Asked(Interrupts.Request request) implements News {}

    record Answered(String answer) implements News {}
  }

  /// How following ended.
  enum Ending {
    ALL_OVER,
    CANCELLED,
    DETACHED,
    TIMED_OUT
  }

  Following(Surroundings surroundings, Console console, Screen screen) {
    this.surroundings = surroundings;
    this.console = console;
    this.screen = screen;
  }

  void begin(Workplace place, List<Job> jobs) {
    // What only serves would be gone the moment its yard is.
    stays = place.own() && jobs.stream().allMatch(Job::endless);
    Followed.Naming naming =
        jobs.size() == 1
            ? (_, replica) -> replica
            : (job, replica) -> "%s/%s".formatted(job.name(), replica);
    for (var job : jobs) {
      job.training()
          .ifPresent(
              training ->
                  screen.expect(
                      training.replicas().stream()
                          .map(replica -> naming.prefix(job, replica.toString()))
                          .toList()));
      all.add(new Followed(place, job, screen, naming, () -> news.add(new News.Changed())));
    }
  }

  /// Someone wants us to stop; may be called from any thread, and before there is a job.
  void interrupt(Interrupts.Request request) {
    news.add(new News.Asked(request));
  }

  /// Waits until none of the jobs has a replica that runs; another request to stop, or patience at
  /// its end, answers false.
  boolean awaitStillness(Duration patience) throws InterruptedException {
    var deadline = Instant.now().plus(patience);
    while (true) {
      all.forEach(Followed::look);
      if (all.stream().allMatch(followed -> followed.live().isEmpty())) {
        return true;
      }
      var left = Duration.between(Instant.now(), deadline).toMillis();
      if (left <= 0 || news.poll(left, TimeUnit.MILLISECONDS) instanceof News.Asked) {
        return false;
      }
    }
  }

  List<Followed> all() {
    return all;
  }

  Ending await(Optional<Instant> deadline) throws InterruptedException {
    try {
      while (true) {
        all.forEach(Followed::look);
        if (over()) {
          return Ending.ALL_OVER;
        }
        if (deadline.isPresent() && !Instant.now().isBefore(deadline.get())) {
          return Ending.TIMED_OUT;
        }
        requireSight();
        screen.status(status());
        var ending = takeNews(deadline);
        if (ending.isPresent()) {
          return ending.get();
        }
      }
    } finally {
      screen.status("");
    }
  }

  /// Those on which the end depends: what never ends holds up nothing else.
  List<Followed> decisive() {
    var ending = all.stream().filter(followed -> !followed.endless()).toList();
    return ending.isEmpty() ? all : ending;
  }

  private boolean over() {
    return decisive().stream().allMatch(Followed::over)
        && !(stays && all.stream().anyMatch(Followed::serving));
  }

  private void requireSight() {
    if (blindness.tooLong(all.stream().allMatch(Followed::sighted))) {
      throw new Refusal(
          ExitStatus.UNREACHABLE,
          "The cluster has not answered for %s; what becomes of %s is not known: look with `trainyard get` when it is back."
              .formatted(Durations.words(blindness.patience()), names()));
    }
  }

  /// Waits for the next news, at most a tick, and takes in all there is.
  private Optional<Ending> takeNews(Optional<Instant> deadline) throws InterruptedException {
    var patience =
        deadline
            .map(end -> Duration.between(Instant.now(), end))
            .filter(left -> left.compareTo(TICK) < 0)
            .orElse(TICK);
    var next = news.poll(Math.max(1, patience.toMillis()), TimeUnit.MILLISECONDS);
    while (next != null) {
      var ending =
          switch (next) {
            case News.Changed() -> Optional.<Ending>empty();
            case News.Asked(var request) -> interrupted(request);
            case News.Answered(var answer) -> answered(answer);
          };
      if (ending.isPresent()) {
        return ending;
      }
      next = news.poll();
    }
    return Optional.empty();
  }

  /// A person is asked once what Ctrl-C should mean; anything else means an end.
  private Optional<Ending> interrupted(Interrupts.Request request) {
    if (request == Interrupts.Request.TERM || !console.lively() || asked) {
      return Optional.of(Ending.CANCELLED);
    }
    asked = true;
    screen.say(
        "Press Ctrl-C again to cancel %s, d and Enter to leave it running, Enter to go on."
            .formatted(names()));
    Thread.ofVirtual().name("answer").start(this::readAnswer);
    return Optional.empty();
  }

  private void readAnswer() {
    try {
      var line =
          new BufferedReader(new InputStreamReader(surroundings.in(), StandardCharsets.UTF_8))
              .readLine();
      if (line != null) {
        news.add(new News.Answered(line.strip()));
      }
    } catch (IOException _) {
      // Nobody is there to answer; the question stands.
    }
  }

  private Optional<Ending> answered(String answer) {
    asked = false;
    return answer.equalsIgnoreCase("d") ? Optional.of(Ending.DETACHED) : Optional.empty();
  }

  private String names() {
    return all.stream().map(followed -> followed.job().name()).collect(Collectors.joining(", "));
  }

  private String status() {
    return all.stream()
        .filter(followed -> !followed.over())
        .map(Following::status)
        .collect(Collectors.joining("   "));
  }

  private static String status(Followed followed) {
    var job = followed.job();
    var replicas = followed.replicas();
    var words = new ArrayList<String>();
    words.add("%s %s".formatted(job.name(), job.phase()));
    words.add(
        "%d/%d ready".formatted(replicas.stream().filter(Replica::ready).count(), job.wanted()));
    job.duration(Instant.now()).map(Durations::words).ifPresent(words::add);
    var restarts = job.restarts(replicas);
    if (restarts > 0) {
      words.add("%d restarts".formatted(restarts));
    }
    return String.join(" · ", words);
  }

  @Override
  public void close() {
    all.forEach(Followed::close);
  }
}
