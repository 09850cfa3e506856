package dev.trainyard.cli.doctor;

import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.Surroundings;
import dev.trainyard.cli.doctor.Programs.Answer;
import dev.trainyard.cli.local.YardHome;
import dev.trainyard.yard.node.cgroups.Cgroups;
import dev.trainyard.yard.node.network.Networks;
import dev.trainyard.yard.node.view.Views;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Looks at everything a yard on this machine relies on.
public final class Examination {

  private static final int JAVA = 25;
  private static final long GIB = 1L << 30;
  private static final long LEAST_DISK = GIB / 10;
  private static final Duration QUICK = Duration.ofSeconds(10);

  /// Importing torch reads hundreds of megabytes where nobody has done so before.
  private static final Duration PATIENT = Duration.ofSeconds(60);

  private static final Path DEVICES = Path.of("/dev");
  private static final List<String> NETWORK_TOOLS = List.of("ip", "nsenter", "unshare", "mount");

  private final Programs programs;
  private final Path home;

  public Examination(Surroundings surroundings) {
    this.programs = new Programs(surroundings);
    this.home = surroundings.home();
  }

  /// Each is answered when it is asked for, for some take a while.
  public List<Supplier<Check>> checks() {
    return List.of(
        this::java,
        this::directory,
        this::disk,
        this::yard,
        this::python,
        this::torch,
        this::torchrun,
        this::network,
        this::tools,
        this::volumes,
        this::limits,
        Examination::gpus,
        this::kubectl);
  }

  private Check java() {
    var version = Runtime.version();
    return version.feature() >= JAVA
        ? Check.ok("Java", version.toString())
        : Check.fail("Java", "%s is too old".formatted(version), "install JDK %d".formatted(JAVA));
  }

  private Check directory() {
    var existing = nearest(home);
    return Files.isDirectory(existing) && Files.isWritable(existing)
        ? Check.ok("home", home.toString())
        : Check.fail(
            "home",
            "%s cannot be written".formatted(home),
            "set TRAINYARD_HOME to a directory of yours");
  }

  private static Path nearest(Path path) {
    return Stream.iterate(path, at -> at != null, Path::getParent)
        .filter(Files::exists)
        .findFirst()
        .orElse(path);
  }

  private Check disk() {
    try {
      long free = Files.getFileStore(nearest(home)).getUsableSpace();
      var found = "%.1f GiB free".formatted((double) free / GIB);
      var fix = "free some space, or set TRAINYARD_HOME to another disk";
      if (free < LEAST_DISK) {
        return Check.fail("disk", found, fix);
      }
      return free < GIB ? Check.warn("disk", found, fix) : Check.ok("disk", found);
    } catch (IOException failure) {
      return Check.warn(
          "disk", "free space is unknown: %s".formatted(failure.getMessage()), "check it by hand");
    }
  }

  private Check yard() {
    try {
      var running = new YardHome(home).running();
      if (running.isPresent()) {
        return Check.ok("yard", "up at %s".formatted(running.get().address()));
      }
    } catch (Refusal refusal) {
      return Check.fail("yard", String.valueOf(refusal.getMessage()), "let it go on, or end it");
    }
    return lastPort()
        .filter(port -> !free(port))
        .map(
            port ->
                Check.warn(
                    "yard",
                    "not running, and its port %d is taken by another program".formatted(port),
                    "none is needed: the next one takes a free port"))
        .orElseGet(() -> Check.ok("yard", "not running; trainyard up starts one"));
  }

  /// A yard keeps the port it had last.
  private Optional<Integer> lastPort() {
    try {
      return Optional.of(Files.readString(home.resolve("port")).strip())
          .filter(text -> text.matches("\\d{1,5}"))
          .map(Integer::valueOf);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static boolean free(int port) {
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException | IllegalArgumentException _) {
      return false;
    }
  }

  private Check python() {
    var fix = "install Python 3 to run training scripts on this machine";
    return programs
        .find("python3")
        .map(
            python ->
                judged(
                    "python3",
                    programs.ask(QUICK, python, "--version"),
                    Programs.Answer.Ended::lastLine,
                    fix))
        .orElseGet(() -> Check.warn("python3", "not found", fix));
  }

  private Check torch() {
    var fix = "python3 -m pip install torch";
    return programs
        .find("python3")
        .map(
            python ->
                judged(
                    "torch",
                    programs.ask(PATIENT, python, "-c", "import torch; print(torch.__version__)"),
                    Programs.Answer.Ended::lastLine,
                    fix))
        .orElseGet(() -> Check.warn("torch", "needs python3", fix));
  }

  private Check torchrun() {
    return programs
        .find("torchrun")
        .map(program -> Check.ok("torchrun", program.toString()))
        .orElseGet(
            () ->
                Check.warn(
                    "torchrun",
                    "not found",
                    "install torch, and put the directory of its programs on PATH"));
  }

  private Check network() {
    var fix = "run the yard as root for Services with addresses of their own";
    try {
      return Networks.obstacle(home)
          .map(why -> Check.warn("network", "pods share this machine's: " + why, fix))
          .orElseGet(() -> Check.ok("network", "pods have networks of their own"));
    } catch (IOException failure) {
      return Check.warn("network", "cannot be tried: %s".formatted(failure.getMessage()), fix);
    }
  }

  private Check tools() {
    var missing =
        Stream.concat(
                NETWORK_TOOLS.stream().filter(name -> programs.findTool(name).isEmpty()),
                Stream.of("iptables")
                    .filter(
                        _ ->
                            programs.findTool("iptables").isEmpty()
                                && programs.findTool("nft").isEmpty()))
            .toList();
    return missing.isEmpty()
        ? Check.ok("tools", "%s, iptables".formatted(String.join(", ", NETWORK_TOOLS)))
        : Check.warn(
            "tools",
            "%s not found; pods share this machine's network".formatted(String.join(", ", missing)),
            "install iproute2, util-linux and iptables");
  }

  private Check volumes() {
    var fix = "run the yard as root, or allow user namespaces, to mount volumes";
    try {
      return Views.obstacle(home)
          .map(
              why ->
                  Check.warn(
                      "volumes",
                      "not at their mount paths, but named by variables, and pods of your user can"
                          + " read the yard's token: "
                          + why,
                      fix))
          .orElseGet(() -> Check.ok("volumes", "pods have them at their mount paths"));
    } catch (IOException failure) {
      return Check.warn("volumes", "cannot be tried: %s".formatted(failure.getMessage()), fix);
    }
  }

  private Check limits() {
    var fix = "run the yard as root, or in a tree of cgroups that was delegated to your user";
    try {
      return Cgroups.obstacle(home)
          .map(why -> Check.warn("limits", "of CPU and memory are not kept: " + why, fix))
          .orElseGet(() -> Check.ok("limits", "of CPU, memory and processes are kept by cgroups"));
    } catch (IOException failure) {
      return Check.warn("limits", "cannot be tried: %s".formatted(failure.getMessage()), fix);
    }
  }

  private static Check gpus() {
    try (var devices = Files.list(DEVICES)) {
      long gpus =
          devices.filter(device -> device.getFileName().toString().matches("nvidia\\d+")).count();
      return Check.ok(
          "GPUs", gpus == 0 ? "none; jobs that ask for GPUs wait here" : "%d".formatted(gpus));
    } catch (IOException failure) {
      return Check.warn(
          "GPUs", "cannot be counted: %s".formatted(failure.getMessage()), "check /dev by hand");
    }
  }

  private Check kubectl() {
    var fix = "none is needed; install it to look into a yard the way you know";
    return programs
        .find("kubectl")
        .map(
            kubectl ->
                judged(
                    "kubectl",
                    programs.ask(QUICK, kubectl, "version", "--client"),
                    answer -> answer.text().lines().findFirst().orElse(""),
                    fix))
        .orElseGet(() -> Check.warn("kubectl", "not found", fix));
  }

  private static Check judged(
      String subject, Answer answer, Function<Answer.Ended, String> found, String fix) {
    return switch (answer) {
      case Answer.Ended ended when ended.exitCode() == 0 -> Check.ok(subject, found.apply(ended));
      case Answer.Ended ended ->
          Check.warn(
              subject, "ended with %d: %s".formatted(ended.exitCode(), ended.lastLine()), fix);
      case Answer.TooSlow(var limit) ->
          Check.warn(subject, "no answer within %d s".formatted(limit.toSeconds()), fix);
      case Answer.Unstartable(var why) -> Check.warn(subject, "cannot be run: " + why, fix);
    };
  }
}
