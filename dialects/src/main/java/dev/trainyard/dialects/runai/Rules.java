package dev.trainyard.dialects.runai;

import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.api.runai.TrainingWorkloadStatus;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What may be stored. A workload that was submitted runs with what it was submitted with, so its
/// surroundings do not matter any more: it can be stopped whatever has become of its base.
final class Rules {

  static List<Problem> check(
      TrainingWorkload workload, Optional<TrainingWorkload> before, Lookup lookup) {
    var submitted = before.filter(old -> submitted(old.status()));
    if (submitted.isPresent()) {
      var problems = new ArrayList<>(LayerReading.read(workload.spec()).problems());
      problems.addAll(Edits.ignored(submitted.get(), workload));
      return problems;
    }
    var found = Evaluation.of(workload, lookup);
    var problems = new ArrayList<>(found.shape());
    if (found.template()) {
      found.invalid().forEach(problem -> problems.add(template(problem)));
      return problems;
    }
    problems.addAll(found.invalid());
    found.missing().ifPresent(problem -> problems.add(missing(problem, lookup)));
    problems.addAll(found.forbidden());
    problems.addAll(found.advice());
    return problems.stream().distinct().toList();
  }

  static boolean submitted(@Nullable TrainingWorkloadStatus status) {
    return status != null
        && (status.jobName() != null
            || status.conditions().stream()
                .anyMatch(one -> one.type().equals("Submitted") && one.status().equals("True")));
  }

  /// Whatever a template says may still be replaced, except that it borrows.
  private static Problem template(Problem problem) {
    return problem.path().equals(Paths.field("baseWorkload"))
        ? problem
        : Problem.warning(problem.path(), problem.message());
  }

  /// Manifests are often applied in the wrong order: the base may still come.
  private static Problem missing(Problem problem, Lookup lookup) {
    return Problem.warning(
        problem.path(),
        "%s; %s"
            .formatted(
                problem.message(),
                lookup.sees(TrainingWorkload.KIND)
                    ? "nothing runs until it is there"
                    : "nobody could be asked, so only what stands here was checked"));
  }

  private Rules() {}
}
