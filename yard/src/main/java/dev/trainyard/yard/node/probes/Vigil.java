package dev.trainyard.yard.node.probes;

import dev.trainyard.yard.node.probes.Health.Doom;
import dev.trainyard.yard.node.probes.Probing.Kind;
import dev.trainyard.yard.node.probes.Standing.Verdict;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Probe;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The probes of one run of a container, and what they say together. Pure.
public record Vigil(Map<Kind, Standing> standings) {

  public Vigil {
    standings = Map.copyOf(standings);
  }

  /// What was said of this very run before, by a node that is gone.
  public record Known(boolean started, boolean ready) {
    public static final Known NOTHING = new Known(false, false);
  }

  public static Vigil of(Container container, String podIp, Known known) {
    var all = new EnumMap<Kind, Standing>(Kind.class);
    for (var kind : Kind.values()) {
      probe(container, kind)
          .map(probe -> Probing.of(probe, container, podIp))
          .ifPresent(probing -> all.put(kind, standing(kind, probing, known)));
    }
    return new Vigil(all);
  }

  private static Optional<Probe> probe(Container container, Kind kind) {
    return Optional.ofNullable(
        switch (kind) {
          case STARTUP -> container.getStartupProbe();
          case LIVENESS -> container.getLivenessProbe();
          case READINESS -> container.getReadinessProbe();
        });
  }

  private static Standing standing(Kind kind, Probing probing, Known known) {
    var passing =
        switch (kind) {
          case STARTUP -> known.started();
          case READINESS -> known.ready();
          case LIVENESS -> false;
        };
    return passing ? Standing.passing(probing) : Standing.open(probing);
  }

  /// The probes whose turn it is: the startup probe alone until it has passed once, then the
  /// others. A container that must end is asked nothing more.
  public Set<Kind> awake() {
    if (doom().isPresent()) {
      return Set.of();
    }
    return standings.keySet().stream()
        .filter(kind -> (kind == Kind.STARTUP) != started())
        .collect(Collectors.toSet());
  }

  /// When a probe asks next, of a container that runs since then.
  public Optional<Instant> due(Kind kind, Instant since) {
    return awake().contains(kind) ? standing(kind).map(it -> it.due(since)) : Optional.empty();
  }

  public Vigil after(Kind kind, boolean passed, Instant at) {
    var all = new EnumMap<Kind, Standing>(Kind.class);
    all.putAll(standings);
    all.computeIfPresent(kind, (_, standing) -> standing.after(passed, at));
    return new Vigil(all);
  }

  public Health health() {
    var started = started();
    return new Health(true, started, started && passes(Kind.READINESS), doom());
  }

  private boolean started() {
    return passes(Kind.STARTUP);
  }

  private boolean passes(Kind kind) {
    return standing(kind).map(it -> it.verdict() == Verdict.PASSING).orElse(true);
  }

  private Optional<Doom> doom() {
    return Stream.of(Kind.STARTUP, Kind.LIVENESS)
        .filter(kind -> standing(kind).filter(it -> it.verdict() == Verdict.FAILING).isPresent())
        .findFirst()
        .map(
            kind ->
                new Doom(
                    "failed its %s probe".formatted(kind.word().toLowerCase(java.util.Locale.ROOT)),
                    standing(kind).flatMap(it -> it.probing().grace())));
  }

  Optional<Standing> standing(Kind kind) {
    return Optional.ofNullable(standings.get(kind));
  }
}
