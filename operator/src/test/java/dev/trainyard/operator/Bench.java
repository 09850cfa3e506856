package dev.trainyard.operator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.TrainingJob;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One reconciler of errands on a bench: the test is its engine, its cluster and its clock.
final class Bench {

  static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  final Journal journal = new Journal();
  final Takeovers takeovers = new Takeovers();
  final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /// Runs one pass in which the engine, if it is asked at all, decides this.
  Optional<Instant> pass(ObjectNode errand, Decision decision) {
    return new TrainingReconciler<>(
            new ErrandDialect(),
            Codec.of(Errand.class),
            (_, _, _) -> decision,
            new InFlight(1),
            Journal.KEYS,
            takeovers,
            new JobCounters(registry),
            InstantSource.fixed(NOW))
        .reconcile(errand, new EmptyCluster(), journal);
  }

  static ObjectNode errand(String name, int workers) {
    var errand = bare(name);
    errand.putObject("spec").put("workers", workers);
    return errand;
  }

  static ObjectNode bare(String name) {
    var errand = JsonNodeFactory.instance.objectNode();
    errand.put("apiVersion", "test.trainyard.dev/v1").put("kind", "Errand");
    errand
        .putObject("metadata")
        .put("namespace", "default")
        .put("name", name)
        .put("uid", Jobs.UID)
        .put("generation", 1)
        .put("resourceVersion", "7");
    return errand;
  }

  static ObjectNode withStatus(ObjectNode errand, String phase) {
    errand.putObject("status").put("phase", phase);
    return errand;
  }

  static Decision decision(Phase phase, int attempt, Store store, List<Step> steps, Fact... facts) {
    var nothing = Remembered.nothing();
    var memory =
        new Remembered(
            attempt,
            nothing.tally(),
            nothing.dismissed(),
            nothing.tries(),
            nothing.done(),
            nothing.milestones(),
            nothing.preemptions(),
            nothing.ending());
    var state =
        new JobState(phase, Optional.empty(), List.of(), List.of(), Optional.empty(), memory);
    return new Decision(state, store, steps, List.of(facts), Optional.empty());
  }

  private static final class EmptyCluster implements ClusterView {
    @Override
    public Observed observe(TrainingJob job, JobState past, boolean deletionAsked) {
      return new Observed(
          List.of(), List.of(), Set.of(), List.of(), Map.of(), true, true, deletionAsked, past);
    }

    @Override
    public Dialect.Lookup lookup() {
      return Dialect.Lookup.nothing(Settings.defaults(Settings.Place.YARD));
    }
  }
}
