package dev.trainyard.operator.wrapper;

import dev.trainyard.engine.wrapper.WrapperState.Phase;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/// Counts phases as AppWrappers enter them, under the name that dashboards for CodeFlare read.
public final class PhaseCounter {

  private static final String NAME = "appwrapper_phase_total";

  private final MeterRegistry registry;

  public PhaseCounter(MeterRegistry registry) {
    this.registry = registry;
  }

  void count(String namespace, Phase phase) {
    Counter.builder(NAME)
        .description("Phases that AppWrappers have entered")
        .tag("namespace", namespace)
        .tag("phase", phase.word)
        .register(registry)
        .increment();
  }
}
