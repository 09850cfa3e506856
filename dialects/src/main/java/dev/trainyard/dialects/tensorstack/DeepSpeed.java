package dev.trainyard.dialects.tensorstack;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.DeepSpeedJob.Config;
import dev.trainyard.api.tensorstack.DeepSpeedJob.Run;
import dev.trainyard.api.tensorstack.RunMode.ResumeReplica;
import dev.trainyard.engine.model.Role.Command;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Text;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How the workers of a DeepSpeedJob are started.
record DeepSpeed(Layout job, Optional<Config> config, Transport transport) {

  static final String HOSTFILE = "/t9k/hostfile";
  static final int PORT = 29500;
  static final String NO_AUTOTUNE = "none";

  /// A daemon refuses to start without this directory, which images lack: it is made anew at every
  /// start of a machine.
  private static final String MAKE_ROOM = "mkdir -p /run/sshd && ";

  private static final List<String> SSHD =
      shell(MAKE_ROOM + "exec /usr/sbin/sshd -D -e -o StrictModes=no");

  private static final List<String> DEBUG_SSHD = shell(MAKE_ROOM + "exec /usr/sbin/sshd -D");

  /// Lets nobody start before every host answers. What is to be started follows as arguments, so
  /// that nothing of it is ever read by a shell.
  private static final String WAIT_FOR_HOSTS =
      MAKE_ROOM
          + "/usr/sbin/sshd -o StrictModes=no && while read -r h s; do until ssh -n"
          + " -o BatchMode=yes -o ConnectTimeout=2 \"$h\" true 2>/dev/null; do sleep 1; done; done"
          + " < /t9k/hostfile && exec \"$@\"";

  private static final String LAUNCHER = "deepspeed-launcher";

  /// The entry of this type is worker 0's alone.
  private static final String MASTER = ReplicaType.MASTER;

  static final String WORKER = "worker";

  Map<Mode, Launch> launches() {
    return Map.of(Mode.NORMAL, normal(), Mode.DEBUG, debug(), Mode.RESUME, resumed());
  }

  private Launch normal() {
    return Launches.marked(
        Mode.NORMAL, Optional.of(worker(program())), Optional.of(lead(program())), false, false);
  }

  private Launch debug() {
    var usual = transport == Transport.SSH ? DEBUG_SSHD : Launches.SLEEP;
    var worker = Launches.debug(job, WORKER);
    var lead = Launches.debug(job, MASTER).or(() -> worker);
    return Launches.marked(
        Mode.DEBUG,
        Optional.of(Launches.debugCommand(worker, usual)),
        Optional.of(Launches.debugCommand(lead, usual)),
        Launches.skipsInit(worker),
        Launches.skipsInit(lead));
  }

  private Launch resumed() {
    var worker = Launches.resume(job, WORKER);
    var lead = Launches.resume(job, MASTER).or(() -> worker);
    return Launches.marked(
        Mode.RESUME,
        Optional.of(own(worker).orElseGet(() -> worker(program(worker)))),
        Optional.of(own(lead).orElseGet(() -> lead(program(lead)))),
        Launches.resumesWithoutInit(worker),
        Launches.resumesWithoutInit(lead));
  }

  private static Optional<Command> own(Optional<ResumeReplica> entry) {
    return entry
        .filter(one -> one.command() != null)
        .map(
            one ->
                Launches.command(
                    requireNonNullElse(one.command(), List.of()),
                    requireNonNullElse(one.args(), List.of())));
  }

  private List<String> program(Optional<ResumeReplica> entry) {
    return entry.flatMap(one -> Optional.ofNullable(one.args())).orElseGet(this::program);
  }

  /// Every worker but the first.
  private Command worker(List<String> program) {
    return switch (transport) {
      case SSH -> Launches.command(SSHD, List.of());
      case NO_SSH ->
          customCommand().isPresent()
              ? Launches.command(Launches.SLEEP, List.of())
              : share(program);
    };
  }

  private Command lead(List<String> program) {
    return switch (transport) {
      case SSH -> {
        var command = new ArrayList<>(List.of("/bin/sh", "-c", WAIT_FOR_HOSTS, LAUNCHER));
        command.addAll(customCommand().map(DeepSpeed::shell).orElseGet(() -> line(program)));
        yield Launches.command(command, List.of());
      }
      case NO_SSH ->
          customCommand()
              .map(custom -> Launches.command(shell(custom), List.of()))
              .orElseGet(() -> share(program));
    };
  }

  private static List<String> shell(String command) {
    return List.of("/bin/sh", "-c", command);
  }

  /// The share of one worker, which knows itself by its index.
  private Command share(List<String> program) {
    var args = new ArrayList<Text>();
    var line = line(program);
    args.add(Text.of(line.get(1)));
    args.add(Text.of("--no_ssh"));
    args.add(new Text.Joined(List.of(Text.of("--node_rank="), new Text.Index())));
    args.addAll(Launches.words(line.subList(2, line.size())));
    return new Command(List.of(Text.of(line.getFirst())), args);
  }

  private List<String> line(List<String> program) {
    var line = new ArrayList<String>();
    line.add("deepspeed");
    line.add("--hostfile=" + HOSTFILE);
    line.add("--master_addr=" + job.lead());
    line.add("--master_port=" + PORT);
    if (job.elastic().isPresent()) {
      line.add("--elastic_training");
      line.add("--min_elastic_nodes=" + job.least());
      line.add("--max_elastic_nodes=" + job.most());
    }
    autotune().ifPresent(word -> line.add("--autotuning=" + word));
    if (!config.map(Config::localRank).orElse(true)) {
      line.add("--no_local_rank");
    }
    if (module().isPresent()) {
      line.add("--module");
    }
    if (exec().isPresent()) {
      line.add("--no_python");
    }
    line.addAll(config.map(Config::otherArgs).orElse(List.of()));
    line.addAll(program);
    return line;
  }

  Optional<String> autotune() {
    return config.map(Config::autotune).filter(word -> !word.equals(NO_AUTOTUNE));
  }

  Optional<String> customCommand() {
    return config.map(Config::customCommand).filter(command -> !command.isEmpty());
  }

  private Optional<Run> run() {
    return config.flatMap(one -> Optional.ofNullable(one.run()));
  }

  private Optional<List<String>> module() {
    return run().flatMap(run -> filled(Spellings.either(run.module(), run.capitalModule())));
  }

  private Optional<List<String>> exec() {
    return run().flatMap(run -> filled(Spellings.either(run.exec(), run.capitalExec())));
  }

  private Optional<List<String>> python() {
    return run().flatMap(run -> filled(Optional.ofNullable(run.python())));
  }

  private static Optional<List<String>> filled(Optional<List<String>> words) {
    return words.filter(list -> !list.isEmpty());
  }

  private List<String> program() {
    return python().or(this::module).or(this::exec).orElse(List.of());
  }

  /// How many forms of a program are written.
  long programs() {
    return List.of(python(), module(), exec()).stream().filter(Optional::isPresent).count();
  }

  int slots() {
    return config
        .flatMap(one -> Optional.ofNullable(one.slotsPerWorker()))
        .orElseGet(() -> Math.max(accelerators(), 1));
  }

  private int accelerators() {
    return job.types().getFirst().trainingContainer().stream()
        .flatMap(container -> Optional.ofNullable(container.getResources()).stream())
        .map(ResourceRequirements::getLimits)
        .flatMap(limits -> Optional.ofNullable(limits).stream())
        .flatMap(limits -> limits.entrySet().stream())
        .filter(limit -> limit.getKey().endsWith("/gpu") || limit.getKey().endsWith("/dcu"))
        .map(Map.Entry::getValue)
        .map(Quantity::getNumericalAmount)
        .mapToInt(amount -> amount.intValue())
        .sum();
  }
}
