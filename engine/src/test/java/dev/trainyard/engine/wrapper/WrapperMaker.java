package dev.trainyard.engine.wrapper;

import dev.trainyard.engine.model.Role.Outcome;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.wrapper.Wrapper.Component;
import dev.trainyard.engine.wrapper.Wrapper.ExitCodes;
import dev.trainyard.engine.wrapper.Wrapper.Grace;
import dev.trainyard.engine.wrapper.Wrapper.PodSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Makes wrappers of which a test names only what it is about. Graces are those of the defaults.
final class WrapperMaker {

  private final List<Component> components = new ArrayList<>();
  private boolean suspended;
  private int retryLimit = 3;
  private final Duration admission = Duration.ofMinutes(1);
  private Duration warmup = Duration.ofMinutes(5);
  private Duration failure = Duration.ofMinutes(1);
  private Duration retryPause = Duration.ofSeconds(90);
  private Duration forcefulDeletion = Duration.ofMinutes(10);
  private Duration deletionOnFailure = Duration.ZERO;
  private Duration successTtl = Duration.ofDays(7);
  private Set<Integer> terminal = Set.of();
  private Set<Integer> retryable = Set.of();

  static WrapperMaker wrapper() {
    return new WrapperMaker();
  }

  /// One PyTorchJob of that many pods.
  static WrapperMaker around(int pods) {
    return wrapper().job(pods);
  }

  WrapperMaker job(int pods) {
    return component("PyTorchJob", pods, new Outcome(Set.of("Succeeded"), Set.of("Failed")), false);
  }

  WrapperMaker waves(int pods) {
    return component("Job", pods, new Outcome(Set.of("Complete"), Set.of("Failed")), true);
  }

  WrapperMaker deployment(int pods) {
    return component("Deployment", pods, new Outcome(Set.of(), Set.of()), false);
  }

  WrapperMaker service() {
    return component("Service", 0, new Outcome(Set.of(), Set.of()), false);
  }

  private WrapperMaker component(String kind, int pods, Outcome outcome, boolean inWaves) {
    var sets =
        kind.equals("Service")
            ? List.<PodSet>of()
            : List.of(new PodSet("template.spec.template", pods, Map.of()));
    components.add(new Component("v1", kind, "part-" + components.size(), sets, outcome, inWaves));
    return this;
  }

  WrapperMaker suspended() {
    suspended = true;
    return this;
  }

  WrapperMaker retryLimit(int limit) {
    retryLimit = limit;
    return this;
  }

  WrapperMaker failure(Duration grace) {
    failure = grace;
    return this;
  }

  WrapperMaker retryPause(Duration pause) {
    retryPause = pause;
    return this;
  }

  WrapperMaker forcefulDeletion(Duration grace) {
    forcefulDeletion = grace;
    return this;
  }

  WrapperMaker deletionOnFailure(Duration hold) {
    deletionOnFailure = hold;
    return this;
  }

  WrapperMaker successTtl(Duration ttl) {
    successTtl = ttl;
    return this;
  }

  WrapperMaker terminal(Integer... codes) {
    terminal = Set.of(codes);
    return this;
  }

  WrapperMaker retryable(Integer... codes) {
    retryable = Set.of(codes);
    return this;
  }

  Wrapper build() {
    return new Wrapper(
        new JobId("workload.codeflare.dev/v1beta2", "AppWrapper", "team-a", "mnist", "uid-0"),
        components,
        suspended,
        new Grace(
            admission,
            warmup,
            failure,
            retryPause,
            forcefulDeletion,
            deletionOnFailure,
            successTtl),
        retryLimit,
        new ExitCodes(terminal, retryable),
        Duration.ofSeconds(2));
  }
}
