package dev.trainyard.dialects.appwrapper;

import static java.util.Objects.requireNonNullElse;

import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.AppWrapperStatus;
import dev.trainyard.api.codeflare.AppWrapperStatus.ComponentStatus;
import dev.trainyard.dialects.Times;
import dev.trainyard.engine.wrapper.Wrapper.PodSet;
import dev.trainyard.engine.wrapper.WrapperConditions;
import dev.trainyard.engine.wrapper.WrapperConditions.Condition;
import dev.trainyard.engine.wrapper.WrapperConditions.ConditionType;
import dev.trainyard.engine.wrapper.WrapperState;
import dev.trainyard.engine.wrapper.WrapperState.ComponentState;
import dev.trainyard.engine.wrapper.WrapperState.Deployment;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import dev.trainyard.engine.wrapper.WrapperState.Stand;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A state in the words of a status, and back.
final class Statuses {

  private static final String TRUE = "True";
  private static final String FALSE = "False";

  static WrapperState read(Optional<AppWrapperStatus> status) {
    return status.map(Statuses::read).orElseGet(WrapperState::unseen);
  }

  private static WrapperState read(AppWrapperStatus status) {
    return new WrapperState(
        phase(requireNonNullElse(status.phase(), "")),
        requireNonNullElse(status.resettingCount(), 0),
        conditions(status.conditions()),
        status.componentStatus().stream().map(Statuses::component).toList());
  }

  /// A word that nobody knows is as good as none: the wrapper begins again.
  private static Phase phase(String word) {
    return Arrays.stream(Phase.values())
        .filter(phase -> phase.word.equals(word))
        .findFirst()
        .orElse(Phase.EMPTY);
  }

  private static WrapperConditions conditions(List<AppWrapperStatus.Condition> conditions) {
    var byType = new EnumMap<ConditionType, Condition>(ConditionType.class);
    for (var type : ConditionType.values()) {
      conditions.stream()
          .filter(one -> one.type().equals(type.word))
          .findFirst()
          .ifPresent(one -> byType.put(type, condition(one)));
    }
    return new WrapperConditions(byType);
  }

  private static Condition condition(AppWrapperStatus.Condition one) {
    return new Condition(
        one.status().equals(TRUE),
        one.reason(),
        one.message(),
        Times.parse(one.lastTransitionTime()).orElse(Instant.EPOCH));
  }

  private static ComponentState component(ComponentStatus status) {
    return new ComponentState(
        status.apiVersion(),
        status.kind(),
        status.name(),
        status.podSets().stream().map(Statuses::podSet).toList(),
        status.conditions().stream()
            .filter(one -> one.type().equals(ConditionType.RESOURCES_DEPLOYED.word))
            .findFirst()
            .map(Statuses::deployment));
  }

  static PodSet podSet(AppWrapper.PodSet set) {
    return new PodSet(set.path(), PodSets.replicas(set), set.annotations());
  }

  private static Deployment deployment(AppWrapperStatus.Condition one) {
    var stand =
        Arrays.stream(Stand.values())
            .filter(known -> known.status.equals(one.status()))
            .filter(known -> known.reason.equals(one.reason()))
            .findFirst()
            .orElseGet(() -> byStatus(one.status()));
    return new Deployment(stand, Times.parse(one.lastTransitionTime()).orElse(Instant.EPOCH));
  }

  private static Stand byStatus(String status) {
    return switch (status) {
      case TRUE -> Stand.CREATED;
      case FALSE -> Stand.ERRORED;
      default -> Stand.INITIATED;
    };
  }

  /// What others have added to the conditions comes last.
  static AppWrapperStatus write(WrapperState state, Optional<AppWrapperStatus> before) {
    var conditions = new ArrayList<AppWrapperStatus.Condition>();
    state
        .conditions()
        .byType()
        .forEach(
            (type, one) ->
                conditions.add(
                    condition(
                        type.word,
                        one.status() ? TRUE : FALSE,
                        one.since(),
                        one.reason(),
                        one.message())));
    var ours =
        Arrays.stream(ConditionType.values()).map(type -> type.word).collect(Collectors.toSet());
    before.map(AppWrapperStatus::conditions).orElse(List.of()).stream()
        .filter(one -> !ours.contains(one.type()))
        .forEach(conditions::add);
    return new AppWrapperStatus(
        state.phase().word,
        state.retries() == 0 ? null : state.retries(),
        conditions,
        state.components().stream().map(Statuses::component).toList());
  }

  private static ComponentStatus component(ComponentState state) {
    return new ComponentStatus(
        state.name(),
        state.kind(),
        state.apiVersion(),
        state.podSets().stream()
            .map(set -> new AppWrapper.PodSet(set.path(), set.replicas(), set.annotations()))
            .toList(),
        state.deployment().stream()
            .map(
                one ->
                    condition(
                        ConditionType.RESOURCES_DEPLOYED.word,
                        one.stand().status,
                        one.since(),
                        one.stand().reason,
                        ""))
            .toList());
  }

  private static AppWrapperStatus.Condition condition(
      String type, String status, Instant since, String reason, String message) {
    return new AppWrapperStatus.Condition(type, status, Times.text(since), reason, message);
  }

  private Statuses() {}
}
