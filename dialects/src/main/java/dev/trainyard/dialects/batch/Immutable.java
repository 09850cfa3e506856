package dev.trainyard.dialects.batch;

import dev.trainyard.dialects.Problem;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// What a Job keeps for as long as it is there: all but its limits, `suspend` and `parallelism`.
record Immutable(Layout before, Layout after, List<Problem> problems) {

  static List<Problem> check(Layout before, Layout after) {
    var rules = new Immutable(before, after, new ArrayList<>());
    if (!rules.resized()) {
      rules.kept("completions", JobSpec::getCompletions);
    }
    rules.kept("completionMode", JobSpec::getCompletionMode);
    rules.kept("selector", JobSpec::getSelector);
    rules.kept("managedBy", JobSpec::getManagedBy);
    rules.kept("template", rules.unstarted() ? Immutable::fixed : JobSpec::getTemplate);
    return rules.problems;
  }

  /// An indexed Job grows and shrinks whole: all of its indexes run at once, before and after.
  private boolean resized() {
    var spec = after.spec();
    return before.indexed()
        && after.indexed()
        && spec.getCompletions() != null
        && Objects.equals(spec.getCompletions(), spec.getParallelism());
  }

  private boolean unstarted() {
    return before.suspended() && before.status().map(JobStatus::getStartTime).isEmpty();
  }

  /// What a queue may not change either: all but where the pods go and how they are marked.
  private static PodTemplateSpec fixed(JobSpec spec) {
    return new PodTemplateSpecBuilder(spec.getTemplate())
        .editOrNewMetadata()
        .withLabels(Map.of())
        .withAnnotations(Map.of())
        .endMetadata()
        .editOrNewSpec()
        .withNodeSelector(Map.of())
        .withAffinity(null)
        .withTolerations()
        .withSchedulingGates()
        .endSpec()
        .build();
  }

  private void kept(String field, Function<JobSpec, ?> part) {
    if (!Objects.equals(part.apply(before.spec()), part.apply(after.spec()))) {
      problems.add(Problem.error("spec." + field, "Invalid value: field is immutable"));
    }
  }
}
