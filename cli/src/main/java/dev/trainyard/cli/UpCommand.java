package dev.trainyard.cli;

import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.local.Detached;
import dev.trainyard.cli.local.LocalYard;
import dev.trainyard.cli.local.UsualSettings;
import dev.trainyard.cli.local.YardHome;
import dev.trainyard.dialects.Settings;
import dev.trainyard.yard.Yard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `trainyard up`
@Command(
    description = "Starts the yard of this machine and runs it until it is stopped.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  trainyard up --detach"})
final class UpCommand implements Callable<Integer> {

  private static final Duration PATIENCE_AT_STOP = Duration.ofSeconds(1);

  private final Surroundings surroundings;

  @Mixin private final Talk talk = new Talk();

  @Option(
      names = {"-d", "--detach"},
      description = "Run it in the background; `trainyard down` stops it.")
  private boolean detach;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port of its API; without one, the one it had last or any that is free.")
  private Optional<Integer> port = Optional.empty();

  @Mixin private WrapperHabits wrappers = new WrapperHabits();
  @Mixin private WorkloadHabits workloads = new WorkloadHabits();

  UpCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws Exception {
    var console = talk.console(surroundings);
    var home = new YardHome(surroundings.home());
    requireFree(home);
    if (port.isPresent() && (port.get() < 1 || port.get() > 65_535)) {
      throw new Refusal(
          ExitStatus.INVALID, "--port: %d is not between 1 and 65535.".formatted(port.get()));
    }
    var settings =
        workloads
            .over(UsualSettings.at(Settings.Place.YARD))
            .with(wrappers.said(surroundings, console, console::say).settings());
    return OnlineCommand.explained(
        talk.inside(surroundings),
        () -> detach ? inBackground(home, console) : inForeground(home, settings, console));
  }

  /// Said before anything is tried; the lock of the home makes sure of it.
  private static void requireFree(YardHome home) {
    home.running()
        .ifPresent(
            access -> {
              throw new Refusal(
                  ExitStatus.UNREACHABLE,
                  "A yard is up in %s already, at %s: use it, stop it with `trainyard down`, or choose another home with TRAINYARD_HOME."
                      .formatted(home.directory(), access));
            });
  }

  private ExitStatus inBackground(YardHome home, Console console) {
    var number = port.map(OptionalInt::of).orElse(OptionalInt.empty());
    var more = new ArrayList<>(wrappers.words(surroundings));
    more.addAll(workloads.words());
    Detached.start(home, number, more, surroundings.environment()).forEach(console::result);
    console.say("The yard runs in the background; `trainyard down` stops it.");
    return ExitStatus.DONE;
  }

  private ExitStatus inForeground(YardHome home, Settings settings, Console console)
      throws InterruptedException {
    var stop = new CountDownLatch(1);
    var defaults = Yard.Options.defaults();
    var options = port.map(defaults::withPort).orElse(defaults);
    try (var _ = surroundings.interrupts().listen(_ -> stop.countDown());
        var yard = LocalYard.start(home, settings, options, console::say)) {
      lines(yard).forEach(console::result);
      console.result("");
      console.say("The yard is up; Ctrl-C stops it.");
      stop.await();
      sayWhatGoesOn(yard, console);
    }
    return ExitStatus.DONE;
  }

  private static List<String> lines(LocalYard yard) {
    return List.of(
        "kubeconfig: %s".formatted(yard.kubeconfig()), "address: %s".formatted(yard.address()));
  }

  private static void sayWhatGoesOn(LocalYard yard, Console console) throws InterruptedException {
    var alive = yard.alive(PATIENCE_AT_STOP).map(UpCommand::names);
    console.say(
        alive
            .map(
                names ->
                    names.isEmpty()
                        ? "The yard stops."
                        : "The yard stops. Its jobs go on without it: %s; `trainyard up` takes them over again."
                            .formatted(names))
            .orElse(
                "The yard stops. What runs of its jobs goes on without it; `trainyard up` takes it"
                    + " over again."));
  }

  private static String names(List<Job> jobs) {
    return jobs.stream().map(Job::described).collect(Collectors.joining(", "));
  }
}
