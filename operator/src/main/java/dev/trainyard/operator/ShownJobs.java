package dev.trainyard.operator;

import dev.trainyard.dialects.Family.Shown;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Shows every job of one kind that there is, and none that is gone. Whoever reads it asks nobody
/// but us.
public final class ShownJobs {

  private final Shown shown;
  private final MeterRegistry registry;
  private final Map<Name, Gauge> jobs = new ConcurrentHashMap<>();

  private record Name(String namespace, String name) {}

  public ShownJobs(Shown shown, MeterRegistry registry) {
    this.shown = shown;
    this.registry = registry;
  }

  public void see(String namespace, String name) {
    jobs.computeIfAbsent(new Name(namespace, name), this::gauge);
  }

  public void forget(String namespace, String name) {
    jobs.computeIfPresent(
        new Name(namespace, name),
        (_, gauge) -> {
          registry.remove(gauge);
          return null;
        });
  }

  /// Another operator may show them from now on.
  public void forgetAll() {
    jobs.keySet().forEach(job -> forget(job.namespace(), job.name()));
  }

  private Gauge gauge(Name job) {
    return Gauge.builder(shown.metric(), () -> 1)
        .tag(shown.label(), job.name() + shown.suffix())
        .tag("namespace", job.namespace())
        .register(registry);
  }
}
