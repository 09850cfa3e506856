package dev.trainyard.dialects.kubeflow;

import static dev.trainyard.engine.model.RestartRule.Cause.DELETED_BY_OTHERS;
import static dev.trainyard.engine.model.RestartRule.Cause.EVICTED;
import static dev.trainyard.engine.model.RestartRule.Cause.EXITED;
import static dev.trainyard.engine.model.RestartRule.Cause.NO_EXIT_CODE;
import static dev.trainyard.engine.model.RestartRule.Cause.PREEMPTED;
import static dev.trainyard.engine.model.RestartRule.Cause.WAITED_IN_VAIN;
import static dev.trainyard.engine.model.RestartRule.Verdict.END_JOB;
import static dev.trainyard.engine.model.RestartRule.Verdict.REPLACE;
import static dev.trainyard.engine.model.RestartRule.Verdict.REPLACE_UNCOUNTED;
import static java.util.Map.entry;

import dev.trainyard.dialects.Words;
import dev.trainyard.engine.model.RestartRule;
import dev.trainyard.engine.model.RestartRule.Cause;
import dev.trainyard.engine.model.RestartRule.Clause;
import dev.trainyard.engine.model.RestartRule.Codes;
import dev.trainyard.engine.model.RestartRule.InPlace;
import dev.trainyard.engine.model.RestartRule.Scope;
import dev.trainyard.engine.model.RestartRule.Verdict;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What `restartPolicy` says about a pod that ended.
record RestartPolicy(InPlace kubelet, List<Clause> clauses) {

  private static final Clause GONE_WITHOUT_FAILING =
      any(REPLACE_UNCOUNTED, PREEMPTED, DELETED_BY_OTHERS);

  private static final Clause NEVER_BEGAN = any(REPLACE_UNCOUNTED, WAITED_IN_VAIN);

  private static final List<Clause> WHATEVER_FAILED =
      List.of(GONE_WITHOUT_FAILING, any(REPLACE, EXITED, NO_EXIT_CODE, EVICTED, WAITED_IN_VAIN));

  static final Words<RestartPolicy> WORDS =
      Words.of(
          entry("Always", new RestartPolicy(InPlace.ALWAYS, WHATEVER_FAILED)),
          entry(
              "ExitCode",
              new RestartPolicy(
                  InPlace.NEVER,
                  List.of(
                      GONE_WITHOUT_FAILING,
                      NEVER_BEGAN,
                      new Clause(Set.of(EXITED), new Codes.AtLeast(128), REPLACE),
                      any(REPLACE, NO_EXIT_CODE, EVICTED),
                      any(END_JOB, EXITED)))),
          entry(
              "Never",
              new RestartPolicy(
                  InPlace.NEVER,
                  List.of(
                      GONE_WITHOUT_FAILING,
                      NEVER_BEGAN,
                      any(END_JOB, EXITED, NO_EXIT_CODE, EVICTED)))),
          entry("OnFailure", new RestartPolicy(InPlace.ON_FAILURE, WHATEVER_FAILED)));

  RestartPolicy {
    clauses = List.copyOf(clauses);
  }

  /// Where a restart reaches further than one replica, no kubelet may restart it alone; and a
  /// replica that only waited for the master has failed no more than it does under `ExitCode`.
  RestartRule rule(Scope scope) {
    return scope == Scope.REPLICA
        ? new RestartRule(clauses, scope, kubelet)
        : new RestartRule(
            Stream.concat(Stream.of(NEVER_BEGAN), clauses.stream()).toList(), scope, InPlace.NEVER);
  }

  private static Clause any(Verdict verdict, Cause... causes) {
    return new Clause(Set.of(causes), new Codes.Any(), verdict);
  }
}
