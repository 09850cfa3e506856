package dev.trainyard.dialects.appwrapper;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.wrapper.WrapperConditions.Condition;
import dev.trainyard.engine.wrapper.WrapperConditions.ConditionType;
import dev.trainyard.engine.wrapper.WrapperState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How far an AppWrapper has come, in the words for jobs.
final class Progress {

  static JobState of(AppWrapper resource) {
    var state = Statuses.read(Optional.ofNullable(resource.status()));
    var nothing = Remembered.nothing();
    var memory = nothing.with(resets(state));
    return new JobState(
        phase(state),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        ending(state).map(memory::with).orElse(memory));
  }

  private static JobState.Phase phase(WrapperState state) {
    return switch (state.phase()) {
      case EMPTY -> JobState.Phase.ACCEPTED;
      case SUSPENDED -> JobState.Phase.HELD;
      case RESUMING -> JobState.Phase.STARTING;
      case RUNNING ->
          state.conditions().holds(ConditionType.PODS_READY)
              ? JobState.Phase.RUNNING
              : JobState.Phase.STARTING;
      case RESETTING -> JobState.Phase.RESTARTING;
      case SUSPENDING, TERMINATING -> JobState.Phase.HOLDING;
      case SUCCEEDED -> JobState.Phase.SUCCEEDED;
      case FAILED -> JobState.Phase.FAILED;
    };
  }

  private static Tally resets(WrapperState state) {
    return state.retries() == 0
        ? Tally.none()
        : new Tally(Map.of("", state.retries()), 0, Optional.empty(), Optional.empty());
  }

  private static Optional<Ending> ending(WrapperState state) {
    return switch (state.phase()) {
      case SUCCEEDED ->
          Optional.of(
              new Ending(
                  true, false, new Fact.Succeeded(), since(state, ConditionType.QUOTA_RESERVED)));
      case FAILED -> {
        var why = state.conditions().find(ConditionType.UNHEALTHY);
        yield Optional.of(
            new Ending(
                false,
                false,
                new Fact.ChildFailed(
                    why.map(Condition::reason).orElse(""), why.map(Condition::message).orElse("")),
                since(state, ConditionType.UNHEALTHY)));
      }
      case EMPTY, SUSPENDED, RESUMING, RUNNING, RESETTING, SUSPENDING, TERMINATING ->
          Optional.empty();
    };
  }

  private static Instant since(WrapperState state, ConditionType type) {
    return state.conditions().find(type).map(Condition::since).orElse(Instant.EPOCH);
  }

  private Progress() {}
}
