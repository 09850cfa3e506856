package dev.trainyard.dialects.tensorstack;

import static dev.trainyard.engine.model.RestartRule.Cause.DELETED_BY_OTHERS;
import static dev.trainyard.engine.model.RestartRule.Cause.EVICTED;
import static dev.trainyard.engine.model.RestartRule.Cause.EXITED;
import static dev.trainyard.engine.model.RestartRule.Cause.NO_EXIT_CODE;
import static dev.trainyard.engine.model.RestartRule.Cause.PREEMPTED;
import static dev.trainyard.engine.model.RestartRule.Cause.SUCCEEDED;
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

/// What `restartPolicy` says about a pod that ended. Whatever has no clause stays as it is, and is
/// the job's end where it was the lead's.
final class RestartPolicy {

  static final String DEFAULT = "Never";

  /// What a program is sent from outside: SIGINT, SIGKILL, SIGUSR1 and SIGTERM.
  private static final Codes SIGNALS = new Codes.OneOf(Set.of(130, 137, 138, 143));

  private static final Clause GONE_WITHOUT_FAILING =
      any(REPLACE_UNCOUNTED, PREEMPTED, DELETED_BY_OTHERS);

  static final Words<List<Clause>> WORDS =
      Words.of(
          entry(
              "Always",
              List.of(
                  GONE_WITHOUT_FAILING, any(REPLACE, EXITED, NO_EXIT_CODE, EVICTED, SUCCEEDED))),
          entry(
              "OnFailure",
              List.of(GONE_WITHOUT_FAILING, any(REPLACE, EXITED, NO_EXIT_CODE, EVICTED))),
          entry(DEFAULT, List.of(GONE_WITHOUT_FAILING)),
          entry(
              "ExitCode",
              List.of(
                  GONE_WITHOUT_FAILING,
                  new Clause(Set.of(EXITED), SIGNALS, REPLACE),
                  any(REPLACE, NO_EXIT_CODE, EVICTED))));

  static RestartRule rule(String word, Scope scope) {
    return new RestartRule(WORDS.meaning(word).orElseThrow(), scope, InPlace.NEVER);
  }

  private static Clause any(Verdict verdict, Cause... causes) {
    return new Clause(Set.of(causes), new Codes.Any(), verdict);
  }

  private RestartPolicy() {}
}
