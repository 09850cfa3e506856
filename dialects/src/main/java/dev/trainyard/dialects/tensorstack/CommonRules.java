package dev.trainyard.dialects.tensorstack;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.tensorstack.RunMode.DebugMode;
import dev.trainyard.api.tensorstack.RunMode.DebugReplica;
import dev.trainyard.api.tensorstack.RunMode.PauseMode;
import dev.trainyard.api.tensorstack.RunMode.ResumeReplica;
import dev.trainyard.api.tensorstack.RunPolicy;
import dev.trainyard.api.tensorstack.SchedulerPolicy.T9kScheduler;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Words;
import dev.trainyard.dialects.pods.JobNames;
import dev.trainyard.dialects.pods.TemplateRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The rules that both kinds share, in the order of the fields.
final class CommonRules {

  private static final int HIGHEST_PRIORITY = 100;

  static List<Problem> ofName(Layout job) {
    var problems = new ArrayList<Problem>();
    JobNames.check(job.name())
        .or(() -> JobNames.checkPods(job.name(), longest(job)))
        .ifPresent(problems::add);
    Optional.ofNullable(job.metadata().getAnnotations())
        .map(annotations -> annotations.get(Annotations.RESTART_SCOPE))
        .flatMap(
            scope ->
                Restarts.SCOPES.check(
                    "metadata.annotations[%s]".formatted(Annotations.RESTART_SCOPE), scope))
        .ifPresent(problems::add);
    Restarts.advice(job.metadata()).ifPresent(problems::add);
    return problems;
  }

  private static Stream<String> longest(Layout job) {
    return job.largest().entrySet().stream()
        .map(size -> job.podName(size.getKey(), Math.max(size.getValue() - 1, 0)));
  }

  static Optional<Problem> ofRestartPolicy(ReplicaType type) {
    return RestartPolicy.WORDS.check(type.path() + ".restartPolicy", type.restartPolicy());
  }

  static List<Problem> ofTemplate(ReplicaType type) {
    var problems = new ArrayList<Problem>();
    var at = type.path() + ".template";
    if (type.containers().isEmpty()) {
      problems.add(Problem.required(at + ".spec.containers", "must have at least one container"));
    }
    for (int i = 0; i < type.containers().size(); i++) {
      if (requireNonNullElse(type.containers().get(i).getImage(), "").isEmpty()) {
        problems.add(
            Problem.required(
                "%s.spec.containers[%d].image".formatted(at, i), "must name an image"));
      }
    }
    problems.addAll(TemplateRules.check(at, type.template(), Set.of()));
    return problems;
  }

  /// @param addressed the types that entries may name
  static List<Problem> ofRunMode(Layout job, Set<String> addressed) {
    var problems = new ArrayList<Problem>();
    job.debug().ifPresent(debug -> debug(debug, addressed, problems));
    job.pause().ifPresent(pause -> pause(pause, addressed, problems));
    return problems;
  }

  private static void debug(DebugMode debug, Set<String> addressed, List<Problem> problems) {
    var at = "spec.runMode.debug";
    Spellings.conflict(at, "enable", debug.enable(), "enabled", debug.enabled())
        .ifPresent(problems::add);
    types(
        at + ".replicaSpecs",
        requireNonNullElse(debug.replicaSpecs(), List.<DebugReplica>of()).stream()
            .map(DebugReplica::type)
            .toList(),
        addressed,
        problems);
  }

  private static void pause(PauseMode pause, Set<String> addressed, List<Problem> problems) {
    var at = "spec.runMode.pause";
    Spellings.conflict(at, "enable", pause.enable(), "enabled", pause.enabled())
        .ifPresent(problems::add);
    types(
        at + ".resumeSpecs",
        requireNonNullElse(pause.resumeSpecs(), List.<ResumeReplica>of()).stream()
            .map(ResumeReplica::type)
            .toList(),
        addressed,
        problems);
  }

  private static void types(
      String at, List<String> named, Set<String> addressed, List<Problem> problems) {
    var seen = new HashSet<String>();
    for (int i = 0; i < named.size(); i++) {
      var here = "%s[%d].type".formatted(at, i);
      var type = named.get(i);
      if (type.isEmpty()) {
        problems.add(Problem.required(here, "must name a type of the job"));
      } else if (!addressed.contains(type)) {
        problems.add(unknown(here, type, addressed));
      } else if (!seen.add(type)) {
        problems.add(Problem.duplicate(here, type, "give each type one entry"));
      }
    }
  }

  private static Problem unknown(String at, String type, Set<String> addressed) {
    return Problem.invalid(
        at,
        type,
        "must be a type of the job, which are %s%s"
            .formatted(
                addressed.stream()
                    .sorted()
                    .map("\"%s\""::formatted)
                    .collect(Collectors.joining(", ")),
                Words.nearest(type, addressed).map("; did you mean %s?"::formatted).orElse("")));
  }

  static List<Problem> ofRunPolicy(Optional<RunPolicy> written) {
    var problems = new ArrayList<Problem>();
    var at = "spec.runPolicy";
    written.ifPresent(
        policy -> {
          var deadline = policy.activeDeadlineSeconds();
          if (deadline != null && deadline < 1) {
            problems.add(
                Problem.invalid(at + ".activeDeadlineSeconds", deadline, "must be at least 1"));
          }
          var limit = policy.backoffLimit();
          if (limit != null && limit < 0) {
            problems.add(Problem.invalid(at + ".backoffLimit", limit, "must be at least 0"));
          } else if (limit != null && limit > Short.MAX_VALUE) {
            problems.add(
                Problem.warning(
                    at + ".backoffLimit",
                    "status.tasks[].restartCount counts no further than " + Short.MAX_VALUE));
          }
          Neutral.CLEAN_UP_POLICIES
              .check(
                  at + ".cleanUpPolicy",
                  requireNonNullElse(policy.cleanUpPolicy(), Neutral.DEFAULT_CLEAN_UP))
              .ifPresent(problems::add);
        });
    return problems;
  }

  static List<Problem> ofScheduler(Optional<T9kScheduler> written) {
    var problems = new ArrayList<Problem>();
    var at = "spec.scheduler.t9kScheduler";
    written.ifPresent(
        scheduler -> {
          Spellings.conflict(at, "Queue", scheduler.capitalQueue(), "queue", scheduler.queue())
              .ifPresent(problems::add);
          if (Spellings.either(scheduler.queue(), scheduler.capitalQueue())
              .filter(queue -> !queue.isEmpty())
              .isEmpty()) {
            problems.add(Problem.required(at + ".queue", "must name a queue"));
          }
          int priority = requireNonNullElse(scheduler.priority(), Groups.DEFAULT_PRIORITY);
          if (priority < 0 || priority > HIGHEST_PRIORITY) {
            problems.add(
                Problem.invalid(
                    at + ".priority",
                    priority,
                    "must be between 0 and %d".formatted(HIGHEST_PRIORITY)));
          }
        });
    return problems;
  }

  private CommonRules() {}
}
