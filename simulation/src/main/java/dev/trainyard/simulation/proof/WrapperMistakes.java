package dev.trainyard.simulation.proof;

import dev.trainyard.engine.wrapper.ObservedWrapper;
import dev.trainyard.engine.wrapper.Wrapper;
import dev.trainyard.engine.wrapper.Wrapper.Grace;
import dev.trainyard.engine.wrapper.WrapperDecision;
import dev.trainyard.engine.wrapper.WrapperDecision.Reliance;
import dev.trainyard.engine.wrapper.WrapperDecision.WrapperStep;
import dev.trainyard.engine.wrapper.WrapperLifecycle;
import dev.trainyard.engine.wrapper.WrapperState;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.operator.wrapper.WrapperReconciler.Engine;
import dev.trainyard.operator.wrapper.WrapperView;
import dev.trainyard.simulation.controller.Parts;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Mistakes with AppWrappers: in what is decided about them, what is seen of them and what is asked
/// for them.
final class WrapperMistakes {

  static List<Bug> all() {
    return List.of(
        deciding("forgets to count a reset", WrapperMistakes::forgetful),
        deciding("counts a reset twice", WrapperMistakes::severe),
        reading("tries once more than it may", wrapper -> limited(wrapper, 1)),
        reading("gives a failed pod no time", wrapper -> patient(wrapper, WrapperMistakes::hasty)),
        reading(
            "begins again without a pause", wrapper -> patient(wrapper, WrapperMistakes::brief)),
        reading("does not hear that it is suspended", WrapperMistakes::deaf),
        deciding("does not hold a wrapper that makes something", WrapperMistakes::loose),
        deciding("lets a wrapper go before what it has made", WrapperMistakes::careless),
        deciding("takes for gone what no cache shows", WrapperMistakes::trusting),
        deciding("sleeps through the end of a pause", WrapperMistakes::sleepy),
        deciding("keeps nothing of what has failed", WrapperMistakes::tidy),
        new Bug("does not see that a node is sick", () -> Parts.seeing(Blind::new)),
        new Bug(
            "takes the place of whoever has its name",
            () -> Parts.asking(next -> new Relay(next).making(WrapperMistakes::ruthless))));
  }

  private static Bug deciding(String words, Engine engine) {
    return new Bug(words, () -> Parts.wrapping(engine));
  }

  private static Bug reading(String words, UnaryOperator<Wrapper> misread) {
    return deciding(
        words,
        (wrapper, observed, now) -> WrapperLifecycle.decide(misread.apply(wrapper), observed, now));
  }

  private static boolean resets(WrapperDecision decision, ObservedWrapper observed) {
    return decision.state().phase() == Phase.RESETTING
        && observed.past().phase() != Phase.RESETTING;
  }

  private static WrapperDecision forgetful(Wrapper wrapper, ObservedWrapper observed, Instant now) {
    var decision = WrapperLifecycle.decide(wrapper, observed, now);
    return resets(decision, observed)
        ? having(decision, retried(decision.state(), observed.past().retries()))
        : decision;
  }

  private static WrapperDecision severe(Wrapper wrapper, ObservedWrapper observed, Instant now) {
    var decision = WrapperLifecycle.decide(wrapper, observed, now);
    return resets(decision, observed)
        ? having(decision, retried(decision.state(), decision.state().retries() + 1))
        : decision;
  }

  private static WrapperState retried(WrapperState state, int retries) {
    return new WrapperState(state.phase(), retries, state.conditions(), state.components());
  }

  private static WrapperDecision having(WrapperDecision decision, WrapperState state) {
    return new WrapperDecision(
        state,
        decision.store(),
        decision.steps(),
        decision.facts(),
        decision.wakeAt(),
        decision.relies());
  }

  private static Wrapper limited(Wrapper wrapper, int more) {
    return new Wrapper(
        wrapper.id(),
        wrapper.components(),
        wrapper.suspended(),
        wrapper.grace(),
        wrapper.retryLimit() + more,
        wrapper.exitCodes(),
        wrapper.tellBy());
  }

  private static Wrapper patient(Wrapper wrapper, UnaryOperator<Grace> grace) {
    return new Wrapper(
        wrapper.id(),
        wrapper.components(),
        wrapper.suspended(),
        grace.apply(wrapper.grace()),
        wrapper.retryLimit(),
        wrapper.exitCodes(),
        wrapper.tellBy());
  }

  private static Grace hasty(Grace grace) {
    return new Grace(
        grace.admission(),
        grace.warmup(),
        Duration.ZERO,
        grace.retryPause(),
        grace.forcefulDeletion(),
        grace.deletionOnFailure(),
        grace.successTtl());
  }

  private static Grace brief(Grace grace) {
    return new Grace(
        grace.admission(),
        grace.warmup(),
        grace.failure(),
        Duration.ZERO,
        grace.forcefulDeletion(),
        grace.deletionOnFailure(),
        grace.successTtl());
  }

  private static Wrapper deaf(Wrapper wrapper) {
    return new Wrapper(
        wrapper.id(),
        wrapper.components(),
        false,
        wrapper.grace(),
        wrapper.retryLimit(),
        wrapper.exitCodes(),
        wrapper.tellBy());
  }

  private static WrapperDecision loose(Wrapper wrapper, ObservedWrapper observed, Instant now) {
    var decision = WrapperLifecycle.decide(wrapper, observed, now);
    return new WrapperDecision(
        decision.state(),
        decision.store(),
        decision.steps().stream().filter(step -> !(step instanceof WrapperStep.Hold)).toList(),
        decision.facts(),
        decision.wakeAt(),
        decision.relies());
  }

  private static WrapperDecision careless(Wrapper wrapper, ObservedWrapper observed, Instant now) {
    return observed.deletionAsked()
        ? trusting(
            wrapper,
            new ObservedWrapper(
                observed.past(),
                true,
                observed.held(),
                List.of(),
                List.of(),
                Map.of(),
                observed.creations()),
            now)
        : WrapperLifecycle.decide(wrapper, observed, now);
  }

  private static WrapperDecision trusting(Wrapper wrapper, ObservedWrapper observed, Instant now) {
    var decision = WrapperLifecycle.decide(wrapper, observed, now);
    return new WrapperDecision(
        decision.state(),
        decision.store(),
        decision.steps(),
        decision.facts(),
        decision.wakeAt(),
        new Reliance(List.of(), false));
  }

  private static WrapperDecision sleepy(Wrapper wrapper, ObservedWrapper observed, Instant now) {
    var decision = WrapperLifecycle.decide(wrapper, observed, now);
    return decision.state().phase() == Phase.RESETTING
        ? new WrapperDecision(
            decision.state(),
            decision.store(),
            decision.steps(),
            decision.facts(),
            Optional.empty(),
            decision.relies())
        : decision;
  }

  private static WrapperDecision tidy(Wrapper wrapper, ObservedWrapper observed, Instant now) {
    return WrapperLifecycle.decide(
        patient(
            wrapper,
            grace ->
                new Grace(
                    grace.admission(),
                    grace.warmup(),
                    grace.failure(),
                    grace.retryPause(),
                    grace.forcefulDeletion(),
                    Duration.ZERO,
                    grace.successTtl())),
        observed,
        now);
  }

  private record Blind(WrapperView next) implements WrapperView {
    @Override
    public List<GenericKubernetesResource> components() {
      return next.components();
    }

    @Override
    public List<Pod> pods() {
      return next.pods();
    }

    @Override
    public Map<String, String> labels(String node) {
      return Map.of();
    }

    @Override
    public List<Pod> standingPods() {
      return next.standingPods();
    }

    @Override
    public boolean serves(String apiVersion, String kind) {
      return next.serves(apiVersion, kind);
    }
  }

  private static <T extends HasMetadata> T ruthless(Requests next, T object) {
    try {
      return next.create(object);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
        throw e;
      }
      var metadata = next.standing(object).orElseThrow().getMetadata();
      next.delete(
          new Target(
              object.getApiVersion(),
              object.getKind(),
              metadata.getNamespace(),
              metadata.getName(),
              metadata.getUid()),
          new DeleteOptionsBuilder()
              .withNewPreconditions()
              .withUid(metadata.getUid())
              .endPreconditions()
              .build());
      return next.create(object);
    }
  }

  private WrapperMistakes() {}
}
