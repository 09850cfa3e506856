package dev.trainyard.dialects.tensorstack;

import static java.util.Map.entry;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.PyTorchTrainingJob;
import dev.trainyard.api.tensorstack.TorchrunConfig;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.dialects.pods.ReplicaCount;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a PyTorchTrainingJob must be to run at all; every problem, in the order of the fields.
final class PyTorchRules {

  private static final String SPECS = "spec.replicaSpecs";
  private static final String TORCHRUN = "spec.torchrunConfig";

  private static final Pattern TYPE = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final int LONGEST_TYPE = 20;

  /// The types of the documentation; others are legal, and may still be slips.
  private static final List<String> USUAL_TYPES = List.of("master", "worker", "node", "ps");

  private static final Pattern PROCESSES = Pattern.compile("[1-9][0-9]{0,5}|gpu|cpu|auto");

  private static final Words<String> BACKENDS =
      Words.of(
          entry(Torchrun.C10D, Torchrun.C10D), entry("etcd", "etcd"), entry("etcd-v2", "etcd-v2"));

  static List<Problem> check(PyTorchTrainingJob written, Layout job, Lookup lookup) {
    var problems = new ArrayList<>(CommonRules.ofName(job));
    var torchrun = Optional.ofNullable(written.spec().torchrunConfig());
    if (job.types().isEmpty()) {
      problems.add(Problem.required(SPECS, "must have at least one entry"));
    }
    types(job, torchrun.filter(config -> isOn(config) && !job.debugging()).isPresent(), problems);
    problems.addAll(
        Boards.check(job, Optional.ofNullable(written.spec().tensorboardSpec()), lookup));
    problems.addAll(
        CommonRules.ofRunMode(
            job, job.types().stream().map(ReplicaType::name).collect(Collectors.toSet())));
    problems.addAll(CommonRules.ofRunPolicy(job.runPolicy()));
    problems.addAll(CommonRules.ofScheduler(job.t9kScheduler()));
    var elastic = Optional.ofNullable(written.spec().elastic());
    if (!job.types().isEmpty()) {
      problems.addAll(ElasticRules.check(job, elastic));
    }
    if (Layout.ifOn(elastic).isPresent() && job.elastic().isEmpty()) {
      problems.add(Problem.warning("spec.elastic", ElasticRules.IGNORED));
    }
    torchrun.ifPresent(config -> torchrun(config, problems));
    return problems;
  }

  /// @param needArgs whether nothing but the args say what to run
  private static void types(Layout job, boolean needArgs, List<Problem> problems) {
    var seen = new HashSet<String>();
    for (var type : job.types()) {
      name(type, problems);
      if (!type.name().isEmpty() && !seen.add(type.name())) {
        problems.add(
            Problem.duplicate(
                type.path() + ".type", type.name(), "give the replicas of a type one entry"));
      }
      replicas(job, type, problems);
      problems.addAll(CommonRules.ofTemplate(type));
      if (needArgs && type.args().isEmpty() && !type.containers().isEmpty()) {
        problems.add(
            Problem.required(
                type.trainingPath() + ".args",
                "must name the script for torchrun to start, and its arguments; the command is not"
                    + " used"));
      }
      CommonRules.ofRestartPolicy(type).ifPresent(problems::add);
      weight(type, problems);
    }
  }

  private static void name(ReplicaType type, List<Problem> problems) {
    var at = type.path() + ".type";
    if (type.name().isEmpty()) {
      problems.add(Problem.required(at, "must name the type, such as master or worker"));
    } else if (type.name().length() > LONGEST_TYPE || !TYPE.matcher(type.name()).matches()) {
      problems.add(
          Problem.invalid(
              at,
              type.name(),
              "must be no more than %d characters, lower case letters, digits and '-', start with a"
                      .formatted(LONGEST_TYPE)
                  + " letter and end with a letter or digit"));
    } else if (!USUAL_TYPES.contains(type.name())) {
      Words.nearest(type.name(), USUAL_TYPES)
          .ifPresent(
              usual ->
                  problems.add(
                      Problem.warning(
                          at,
                          "\"%s\" is a type of its own; did you mean \"%s\"?"
                              .formatted(type.name(), usual))));
    }
  }

  private static void replicas(Layout job, ReplicaType type, List<Problem> problems) {
    var at = type.path() + ".replicas";
    if (type.name().equals(ReplicaType.MASTER)) {
      if (type.replicas() != 1) {
        problems.add(
            Problem.invalid(at, type.replicas(), "must be 1, for a job has exactly one master"));
      }
      return;
    }
    boolean leads = job.ranked().getFirst().equals(type);
    ReplicaCount.check(at, type.replicas(), leads ? 1 : 0).ifPresent(problems::add);
  }

  private static void weight(ReplicaType type, List<Problem> problems) {
    var at = type.path() + ".scalingWeight";
    if (type.weight() < 0) {
      problems.add(Problem.invalid(at, type.weight(), "must be at least 0"));
    } else if (type.weight() > 0 && type.name().equals(ReplicaType.MASTER)) {
      problems.add(
          Problem.invalid(at, type.weight(), "must be 0, for a job has exactly one master"));
    }
  }

  private static boolean isOn(TorchrunConfig config) {
    return Spellings.isOn(config.enable(), config.enabled());
  }

  private static void torchrun(TorchrunConfig config, List<Problem> problems) {
    Spellings.conflict(TORCHRUN, "enable", config.enable(), "enabled", config.enabled())
        .ifPresent(problems::add);
    if (config.maxRestarts() != null && config.maxRestarts() < 0) {
      problems.add(
          Problem.invalid(TORCHRUN + ".maxRestarts", config.maxRestarts(), "must be at least 0"));
    }
    var processes = Torchrun.processes(config);
    if (!PROCESSES.matcher(processes).matches()) {
      problems.add(
          Problem.invalid(
              TORCHRUN + ".procPerNode",
              processes,
              "must be a whole number from 1 on, gpu, cpu or auto"));
    }
    var backend = requireNonNullElse(config.rdzvBackend(), Torchrun.C10D);
    BACKENDS.check(TORCHRUN + ".rdzvBackend", backend).ifPresent(problems::add);
    if (isOn(config) && !backend.equals(Torchrun.C10D) && !namesEndpoint(config)) {
      problems.add(
          Problem.required(
              TORCHRUN + ".extraOptions",
              "must have --rdzv_endpoint, for nobody but you knows where %s runs"
                  .formatted(backend)));
    }
  }

  private static boolean namesEndpoint(TorchrunConfig config) {
    return requireNonNullElse(config.extraOptions(), List.<String>of()).stream()
        .map(option -> option.replace('_', '-'))
        .anyMatch(
            option -> option.equals("--rdzv-endpoint") || option.startsWith("--rdzv-endpoint="));
  }

  private PyTorchRules() {}
}
