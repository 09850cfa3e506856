package dev.trainyard.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.Console;
import dev.trainyard.cli.Console.Style;
import dev.trainyard.cli.Durations;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.Surroundings;
import dev.trainyard.cli.cluster.Clusters.Choice;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.JobKind;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.logs.Screen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Submits jobs, follows them to the end, and leaves nothing behind that should not be there.
public final class Run {

  /// Longer than any grace a pod usually has.
  private static final Duration PATIENCE_WITH_ENDING = Duration.ofSeconds(45);

  private static final Duration A_MOMENT = Duration.ofSeconds(2);

  private final Surroundings surroundings;
  private final Console console;
  private final Choice choice;
  private final Optional<Duration> timeout;
  private final Screen screen;
  private final List<Job> created = new ArrayList<>();

  /// What came with the jobs and outlives them: a claim may hold results that nobody has elsewhere.
  private final List<String> beside = new ArrayList<>();

  public Run(
      Surroundings surroundings, Console console, Choice choice, Optional<Duration> timeout) {
    this.surroundings = surroundings;
    this.console = console;
    this.choice = choice;
    this.timeout = timeout;
    this.screen = new Screen(console);
  }

  /// The manifests are sound, and at least one of them is a job.
  public ExitStatus run(List<ObjectNode> manifests) throws InterruptedException {
    var following = new Following(surroundings, console, screen);
    try (var _ = surroundings.interrupts().listen(following::interrupt);
        var place = Workplace.open(surroundings, choice)) {
      console.say(console.styled("Talking to %s.".formatted(place.description()), Style.DIM));
      var detached = false;
      try (following) {
        submit(place, manifests);
        following.begin(place, created);
        var ending = following.await(timeout.map(Instant.now()::plus));
        detached = ending == Following.Ending.DETACHED;
        var status = settle(place, following, ending);
        if (!beside.isEmpty()) {
          console.say(
              "Kept with what is in it: %s; `trainyard delete -f FILE` removes it."
                  .formatted(String.join(", ", beside)));
        }
        return status;
      } finally {
        if (place.own() && !detached) {
          leaveNothingBehind(place);
        }
      }
    }
  }

  private void submit(Workplace place, List<ObjectNode> manifests) throws InterruptedException {
    var cluster = place.cluster();
    var submission = new Submission(cluster);
    var jobs = new Jobs(cluster);
    for (var manifest : manifests) {
      var kind = Submission.kind(manifest);
      if (kind.isPresent()) {
        makeRoom(place, jobs, submission.namespace(manifest), manifest, kind.get());
      }
    }
    for (var manifest : Submission.inOrder(manifests)) {
      if (cluster.yard().isPresent()) {
        Here.startIn(surroundings.workingDirectory().toAbsolutePath(), manifest);
        Caveats.in(surroundings.home()).of(manifest).forEach(it -> console.say("Warning: " + it));
      }
      var effect = submission.apply(manifest);
      console.say("%s %s".formatted(Submission.reference(manifest), effect));
      if (Submission.kind(manifest).isEmpty()) {
        beside.add(Submission.reference(manifest));
      }
      Submission.kind(manifest)
          .flatMap(
              kind ->
                  jobs.find(
                      kind, submission.namespace(manifest), manifest.at("/metadata/name").asText()))
          .ifPresent(created::add);
    }
  }

  /// A finished job of the same name makes way; one that still runs does not.
  private void makeRoom(
      Workplace place, Jobs jobs, String namespace, ObjectNode manifest, JobKind kind)
      throws InterruptedException {
    var name = manifest.at("/metadata/name").asText();
    var before = jobs.find(kind, namespace, name);
    if (before.isEmpty()) {
      return;
    }
    if (!before.get().finished()) {
      throw new Refusal(
          ExitStatus.INVALID,
          "%s is there already and has not finished (%s): follow it with `trainyard logs -f %s`, delete it with `trainyard delete %s`, or give this one another name with --name."
              .formatted(before.get().reference(), before.get().phase(), name, name));
    }
    console.say("%s had finished before and is replaced.".formatted(before.get().reference()));
    new Removal(place.cluster(), PATIENCE_WITH_ENDING).remove(before.get());
  }

  private ExitStatus settle(Workplace place, Following following, Following.Ending ending)
      throws InterruptedException {
    return switch (ending) {
      case ALL_OVER -> summarise(place, following);
      case CANCELLED -> cancel(place, following);
      case TIMED_OUT -> timedOut(place, following);
      case DETACHED -> detach(place, following);
    };
  }

  private ExitStatus summarise(Workplace place, Following following) throws InterruptedException {
    if (place.own()) {
      endLeftovers(place, following);
    } else {
      // Replicas often end within a moment of each other, and their last lines belong here too.
      var _ = following.awaitStillness(A_MOMENT);
    }
    for (var followed : following.all()) {
      followed.finishLogs();
    }
    var summary = new Summary(console, place.cluster(), place.own());
    for (var followed : following.all()) {
      summary.of(followed).forEach(screen::result);
    }
    return following.decisive().stream().allMatch(Followed::succeeded)
        ? ExitStatus.DONE
        : ExitStatus.FAILED;
  }

  /// A job may be over while some of its replicas are not; without a yard nobody would end them.
  private void endLeftovers(Workplace place, Following following) throws InterruptedException {
    var submission = new Submission(place.cluster());
    following.all().stream()
        .filter(followed -> followed.endless() && !followed.gone())
        .forEach(followed -> submission.delete(followed.job().json()));
    following.all().stream()
        .flatMap(followed -> followed.live().stream())
        .forEach(replica -> place.cluster().client().resource(replica.pod()).delete());
    var _ = following.awaitStillness(PATIENCE_WITH_ENDING);
  }

  private ExitStatus cancel(Workplace place, Following following) throws InterruptedException {
    screen.say("Cancelling %s …".formatted(names()));
    delete(place);
    var still = following.awaitStillness(PATIENCE_WITH_ENDING);
    for (var followed : following.all()) {
      followed.finishLogs();
    }
    screen.complain(
        still
            ? "Cancelled: %s deleted.".formatted(names())
            : "Cancelled: %s deleted; some replicas are still ending.".formatted(names()));
    return ExitStatus.INTERRUPTED;
  }

  private ExitStatus timedOut(Workplace place, Following following) throws InterruptedException {
    var limit = timeout.map(Durations::words).orElse("");
    if (place.own()) {
      delete(place);
      var _ = following.awaitStillness(PATIENCE_WITH_ENDING);
      screen.complain("Not finished after %s: %s deleted.".formatted(limit, names()));
    } else {
      screen.complain(
          "Not finished after %s: %s goes on; `trainyard delete` ends it."
              .formatted(limit, names()));
    }
    return ExitStatus.TIMED_OUT;
  }

  private ExitStatus detach(Workplace place, Following following) {
    following.close();
    place.handOver(surroundings);
    console.say(
        "%s goes on: `trainyard get` shows it, `trainyard logs -f NAME` follows it."
            .formatted(names()));
    return ExitStatus.DONE;
  }

  private void delete(Workplace place) {
    var submission = new Submission(place.cluster());
    created.forEach(job -> submission.delete(job.json()));
  }

  private String names() {
    return created.stream().map(Job::reference).collect(Collectors.joining(", "));
  }

  /// Whatever happened: what we made and is not finished goes, and unless an earlier job still runs
  /// here, so does every process.
  private void leaveNothingBehind(Workplace place) throws InterruptedException {
    var ours = created.stream().map(Job::uid).collect(Collectors.toSet());
    var running = place.running();
    var submission = new Submission(place.cluster());
    running.stream()
        .filter(job -> ours.contains(job.uid()) && !job.finished())
        .forEach(job -> submission.delete(job.json()));
    var others = running.stream().filter(job -> !ours.contains(job.uid())).toList();
    if (others.isEmpty()) {
      place.endProcesses();
    } else {
      console.say(
          "Still running in this home, without a yard from now on: %s; `trainyard up` takes them over again."
              .formatted(others.stream().map(Job::described).collect(Collectors.joining(", "))));
    }
  }
}
