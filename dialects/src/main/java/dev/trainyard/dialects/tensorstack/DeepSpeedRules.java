package dev.trainyard.dialects.tensorstack;

import static java.util.Map.entry;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.DeepSpeedJob;
import dev.trainyard.api.tensorstack.DeepSpeedJob.Config;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.dialects.pods.ReplicaCount;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a DeepSpeedJob must be to run at all; every problem, in the order of the fields.
final class DeepSpeedRules {

  private static final String CONFIG = "spec.config";

  /// Options that the job says in fields of its own, or that are its controller's to set.
  private static final Set<String> TAKEN =
      Set.of(
          "--no_local_rank",
          "--autotuning",
          "--module",
          "--no_python",
          "--hostfile",
          "-H",
          "--master_addr",
          "--master_port",
          "--elastic_training",
          "--min_elastic_nodes",
          "--max_elastic_nodes",
          "--no_ssh",
          "--node_rank");

  private static final String LAUNCHER = "--launcher";
  private static final String PDSH = "pdsh";

  private static final Words<String> AUTOTUNE =
      Words.of(
          entry("tune", "tune"),
          entry("run", "run"),
          entry(DeepSpeed.NO_AUTOTUNE, DeepSpeed.NO_AUTOTUNE));

  private final DeepSpeedJob written;
  private final Layout job;
  private final DeepSpeed launcher;
  private final List<Problem> problems = new ArrayList<>();

  private DeepSpeedRules(DeepSpeedJob written, Layout job, DeepSpeed launcher) {
    this.written = written;
    this.job = job;
    this.launcher = launcher;
  }

  static List<Problem> check(DeepSpeedJob written, Layout job, DeepSpeed launcher) {
    var rules = new DeepSpeedRules(written, job, launcher);
    rules.all();
    return rules.problems;
  }

  private void all() {
    problems.addAll(CommonRules.ofName(job));
    Transport.written(job.metadata())
        .flatMap(
            word ->
                Transport.WORDS.check(
                    "metadata.annotations[%s]".formatted(Transport.ANNOTATION), word))
        .ifPresent(problems::add);
    var worker = job.types().getFirst();
    ReplicaCount.check(worker.path() + ".replicas", worker.replicas(), 1).ifPresent(problems::add);
    CommonRules.ofRestartPolicy(worker).ifPresent(problems::add);
    problems.addAll(CommonRules.ofTemplate(worker));
    environment(worker);
    mounts(worker);
    config();
    problems.addAll(ElasticRules.check(job, Optional.ofNullable(written.spec().elastic())));
    problems.addAll(CommonRules.ofScheduler(job.t9kScheduler()));
    problems.addAll(CommonRules.ofRunMode(job, Set.of(ReplicaType.MASTER, DeepSpeed.WORKER)));
    problems.addAll(CommonRules.ofRunPolicy(job.runPolicy()));
  }

  private void environment(ReplicaType worker) {
    var withheld = DeepSpeedEquipment.allWithheld(worker.trainingContainer());
    if (launcher.transport() == Transport.SSH
        && !requireNonNullElse(written.spec().disableCustomEnv(), false)
        && !withheld.isEmpty()) {
      problems.add(Problem.warning(worker.trainingPath() + ".env", Sentences.withheld(withheld)));
    }
  }

  private void mounts(ReplicaType worker) {
    var mounts =
        worker
            .trainingContainer()
            .map(
                container ->
                    requireNonNullElse(container.getVolumeMounts(), List.<VolumeMount>of()))
            .orElse(List.of());
    for (int i = 0; i < mounts.size(); i++) {
      var path = requireNonNullElse(mounts.get(i).getMountPath(), "");
      if (DeepSpeedEquipment.RESERVED_PATHS.stream()
          .anyMatch(reserved -> path.equals(reserved) || path.startsWith(reserved + "/"))) {
        problems.add(
            Problem.invalid(
                "%s.volumeMounts[%d].mountPath".formatted(worker.trainingPath(), i),
                path,
                "is reserved for what deepspeed needs there; mount it elsewhere"));
      }
    }
  }

  private void config() {
    var config = Optional.ofNullable(written.spec().config());
    if (config.isEmpty()) {
      if (!job.debugging()) {
        problems.add(Problem.required(CONFIG, "must say what to run, unless the job is debugged"));
      }
      return;
    }
    program(config.get());
    var slots = config.get().slotsPerWorker();
    if (slots != null && slots < 1) {
      problems.add(Problem.invalid(CONFIG + ".slotsPerWorker", slots, "must be at least 1"));
    }
    if (launcher.customCommand().isEmpty()) {
      options(config.get());
    }
  }

  /// What nothing comes of where the user has a command of their own.
  private void options(Config config) {
    // What deepspeed itself asserts.
    if (job.elastic().isPresent() && Boolean.FALSE.equals(config.localRank())) {
      problems.add(Problem.forbidden(CONFIG + ".localRank", "must not be false in an elastic job"));
    }
    autotune(config).ifPresent(problems::add);
    otherArgs(requireNonNullElse(config.otherArgs(), List.of()));
  }

  private Optional<Problem> autotune(Config config) {
    var at = CONFIG + ".autotune";
    var word = requireNonNullElse(config.autotune(), DeepSpeed.NO_AUTOTUNE);
    var unknown = AUTOTUNE.check(at, word);
    if (unknown.isPresent() || launcher.autotune().isEmpty()) {
      return unknown;
    }
    if (job.elastic().isPresent()) {
      return Optional.of(Problem.forbidden(at, "must be none in an elastic job"));
    }
    return launcher.transport() == Transport.NO_SSH && job.total() > 1
        ? Optional.of(
            Problem.invalid(
                at,
                word,
                "needs ssh to start more than one worker; set %s: ssh, or worker.replicas to 1"
                    .formatted(Transport.ANNOTATION)))
        : Optional.empty();
  }

  private void program(Config config) {
    var at = CONFIG + ".run";
    Optional.ofNullable(config.run())
        .ifPresent(
            run -> {
              Spellings.conflict(at, "Module", run.capitalModule(), "module", run.module())
                  .ifPresent(problems::add);
              Spellings.conflict(at, "Exec", run.capitalExec(), "exec", run.exec())
                  .ifPresent(problems::add);
            });
    boolean needed = !job.debugging() && launcher.customCommand().isEmpty();
    if (launcher.programs() > 1) {
      problems.add(Problem.forbidden(at, "must have only one of python, module and exec"));
    } else if (needed && launcher.programs() == 0) {
      problems.add(Problem.required(at, "must have one of python, module and exec"));
    }
  }

  private void otherArgs(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      var at = "%s.otherArgs[%d]".formatted(CONFIG, i);
      var option = args.get(i).split("=", 2);
      var name =
          option[0].startsWith("--") ? option[0].replace('-', '_').replace("__", "--") : option[0];
      if (TAKEN.contains(name)) {
        problems.add(
            Problem.invalid(
                at, args.get(i), "is set by the job itself; use its own field where it has one"));
      }
      if (name.equals(LAUNCHER)) {
        var value = option.length > 1 ? option[1] : i + 1 < args.size() ? args.get(i + 1) : "";
        if (!value.equalsIgnoreCase(PDSH)) {
          problems.add(Problem.invalid(at, args.get(i), "must be " + PDSH));
        }
      }
    }
  }
}
