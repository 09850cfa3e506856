package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.wrapper.Wrapper.PodSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What is stored of a wrapper. Every timer is the time of one of its conditions.
public record WrapperState(
    Phase phase, int retries, WrapperConditions conditions, List<ComponentState> components) {

  public WrapperState {
    components = List.copyOf(components);
  }

  public static WrapperState unseen() {
    return new WrapperState(Phase.EMPTY, 0, WrapperConditions.none(), List.of());
  }

  public enum Phase {
    EMPTY(""),
    SUSPENDED("Suspended"),
    RESUMING("Resuming"),
    RUNNING("Running"),
    RESETTING("Resetting"),
    SUSPENDING("Suspending"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed"),
    TERMINATING("Terminating");

    public final String word;

    Phase(String word) {
      this.word = word;
    }
  }

  /// What is known of one component. Its names are empty until it is created for the first time.
  public record ComponentState(
      String apiVersion,
      String kind,
      String name,
      List<PodSet> podSets,
      Optional<Deployment> deployment) {

    public ComponentState {
      podSets = List.copyOf(podSets);
    }

    static ComponentState of(Wrapper.Component component) {
      return new ComponentState("", "", "", component.podSets(), Optional.empty());
    }

    boolean is(Stand stand) {
      return deployment.filter(one -> one.stand() == stand).isPresent();
    }

    /// Whether something of that name may be there because of us.
    boolean mayExist() {
      return is(Stand.CREATED) || (is(Stand.INITIATED) && !name.isEmpty());
    }

    ComponentState initiated(Wrapper.Component component, Instant now) {
      return new ComponentState(
          component.apiVersion(),
          component.kind(),
          component.name(),
          podSets,
          Optional.of(new Deployment(Stand.INITIATED, now)));
    }

    ComponentState named(String name) {
      return new ComponentState(apiVersion, kind, name, podSets, deployment);
    }

    /// The time moves with the status, and two ways of not being there have the same one.
    ComponentState now(Stand stand, Instant now) {
      var since =
          deployment
              .filter(before -> before.stand().status.equals(stand.status))
              .map(Deployment::since)
              .orElse(now);
      return new ComponentState(
          apiVersion, kind, name, podSets, Optional.of(new Deployment(stand, since)));
    }
  }

  public record Deployment(Stand stand, Instant since) {}

  /// How far the creation of a component has come, in the words of its condition.
  public enum Stand {
    INITIATED("Unknown", "ComponentCreationInitiated"),
    CREATED("True", "ComponentCreatedSuccessfully"),
    ERRORED("False", "ComponentCreationErrored"),
    /// Users and scripts know the word as it is misspelt.
    DELETED("False", "CompononetDeleted");

    public final String status;
    public final String reason;

    Stand(String status, String reason) {
      this.status = status;
      this.reason = reason;
    }
  }

  WrapperState in(Phase phase) {
    return new WrapperState(phase, retries, conditions, components);
  }

  WrapperState retried(int more) {
    return new WrapperState(phase, retries + more, conditions, components);
  }

  WrapperState with(WrapperConditions conditions) {
    return new WrapperState(phase, retries, conditions, components);
  }

  WrapperState with(List<ComponentState> components) {
    return new WrapperState(phase, retries, conditions, components);
  }

  WrapperState with(int index, UnaryOperator<ComponentState> change) {
    var changed = new ArrayList<>(components);
    changed.set(index, change.apply(changed.get(index)));
    return with(changed);
  }
}
