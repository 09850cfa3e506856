package dev.trainyard.dialects.batch;

import static dev.trainyard.dialects.batch.Layout.INDEXED;
import static dev.trainyard.dialects.batch.Layout.NEVER;
import static dev.trainyard.dialects.batch.Layout.NON_INDEXED;
import static dev.trainyard.dialects.batch.Layout.ON_FAILURE;
import static java.util.Objects.requireNonNullElse;

import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.pods.Names;
import dev.trainyard.dialects.pods.ReplicaCount;
import dev.trainyard.dialects.pods.TemplateRules;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a Job must be to run at all, as an API server has it, and what it may not ask for here.
final class Rules {

  private static final List<String> MODES = List.of(NON_INDEXED, INDEXED);
  private static final List<String> RESTARTS = List.of(ON_FAILURE, NEVER);
  private static final String AT_ONCE = "TerminatingOrFailed";
  private static final List<String> REPLACEMENTS = List.of(AT_ONCE, "Failed");

  private final Layout job;
  private final List<Problem> problems = new ArrayList<>();

  private Rules(Layout job) {
    this.job = job;
  }

  /// Every problem, in the order of the fields.
  static List<Problem> check(Layout job, Optional<Layout> before, Settings settings) {
    var rules = new Rules(job);
    rules.name();
    rules.counts();
    rules.policies();
    if (settings.runsJobs()) {
      rules.unsupported();
    }
    rules.selector();
    rules.template();
    before.ifPresent(old -> rules.problems.addAll(Immutable.check(old, job)));
    return List.copyOf(rules.problems);
  }

  private void name() {
    Names.jobName("metadata.name", job.name()).ifPresent(problems::add);
    if (job.indexed() && job.places() > 0) {
      var host = "%s-%d".formatted(job.name(), job.places() - 1);
      Names.label("metadata.name", host).ifPresent(problems::add);
    }
    Restarts.advice(job.metadata()).ifPresent(problems::add);
  }

  private void counts() {
    var spec = job.spec();
    count("spec.parallelism", spec.getParallelism());
    count("spec.completions", spec.getCompletions());
    word("spec.completionMode", spec.getCompletionMode(), MODES);
    if (job.indexed() && spec.getCompletions() == null) {
      problems.add(
          Problem.required("spec.completions", "when completion mode is %s".formatted(INDEXED)));
    }
  }

  private void count(String at, @Nullable Integer count) {
    if (count != null) {
      ReplicaCount.check(at, count, 0).ifPresent(problems::add);
    }
  }

  private void policies() {
    var spec = job.spec();
    notNegative("spec.backoffLimit", spec.getBackoffLimit());
    notNegative("spec.activeDeadlineSeconds", spec.getActiveDeadlineSeconds());
    notNegative("spec.ttlSecondsAfterFinished", spec.getTtlSecondsAfterFinished());
    word("spec.podReplacementPolicy", spec.getPodReplacementPolicy(), REPLACEMENTS);
  }

  /// What the Job controller of a cluster has and we have not.
  private void unsupported() {
    var spec = job.spec();
    if (AT_ONCE.equals(spec.getPodReplacementPolicy())) {
      problems.add(
          Problem.warning(
              "spec.podReplacementPolicy",
              "a pod is replaced once it is gone, as under Failed: no place ever has two"));
    }
    forbidden("spec.podFailurePolicy", spec.getPodFailurePolicy(), "every failure counts alike");
    forbidden("spec.successPolicy", spec.getSuccessPolicy(), "every index must succeed");
    forbidden(
        "spec.backoffLimitPerIndex",
        spec.getBackoffLimitPerIndex(),
        "spec.backoffLimit is for all");
    forbidden(
        "spec.maxFailedIndexes", spec.getMaxFailedIndexes(), "the Job ends at spec.backoffLimit");
  }

  private void forbidden(String at, @Nullable Object value, String instead) {
    if (value != null) {
      problems.add(
          Problem.forbidden(at, "nobody here does it: %s; leave it out".formatted(instead)));
    }
  }

  /// Nobody but the API server knows the uid by which it selects.
  private void selector() {
    var selector = Optional.ofNullable(job.spec().getSelector());
    if (job.selectedByHand()) {
      if (selector.isEmpty()) {
        problems.add(Problem.required("spec.selector", "spec.manualSelector asks for one"));
      }
      return;
    }
    var uid = requireNonNullElse(job.metadata().getUid(), "");
    selector
        .map(LabelSelector::getMatchLabels)
        .map(labels -> requireNonNullElse(labels, Map.<String, String>of()))
        .filter(labels -> !labels.equals(Map.of(Batch.CONTROLLER_UID, uid)))
        .ifPresent(
            labels ->
                problems.add(
                    Problem.invalid(
                        "spec.selector",
                        labels.toString(),
                        "it is made for each Job; leave it out, or set spec.manualSelector")));
  }

  private void template() {
    var at = "spec.template.spec";
    if (job.containers().isEmpty()) {
      problems.add(Problem.required(at + ".containers", "a pod has at least one"));
    }
    for (int i = 0; i < job.containers().size(); i++) {
      if (requireNonNullElse(job.containers().get(i).getImage(), "").isEmpty()) {
        problems.add(Problem.required("%s.containers[%d].image".formatted(at, i), "name an image"));
      }
    }
    problems.addAll(TemplateRules.check("spec.template", job.template(), Set.of()));
    var policy = requireNonNullElse(job.podSpec().getRestartPolicy(), "");
    if (policy.isEmpty()) {
      problems.add(
          Problem.required(at + ".restartPolicy", "valid values: \"OnFailure\", \"Never\""));
    } else {
      word(at + ".restartPolicy", policy, RESTARTS);
    }
  }

  private void word(String at, @Nullable String word, List<String> known) {
    if (word != null && !known.contains(word)) {
      problems.add(Problem.unsupported(at, word, known));
    }
  }

  private void notNegative(String at, @Nullable Number value) {
    if (value != null && value.longValue() < 0) {
      problems.add(Problem.invalid(at, value.longValue(), "must be greater than or equal to 0"));
    }
  }
}
