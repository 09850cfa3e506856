package dev.trainyard.operator;

import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Family;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.TrainingJob.JobId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.NamingConvention;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Counts jobs as they come and go, under the names that dashboards for Kubeflow already read.
public final class JobCounters {

  private final MeterRegistry registry;

  public JobCounters(MeterRegistry registry) {
    this.registry = registry;
    var usual = registry.config().namingConvention();
    if (!(usual instanceof ExactNames)) {
      registry.config().namingConvention(new ExactNames(usual));
    }
  }

  /// Prometheus' usual naming takes the ends of `…_created` and `…_info` for some of its own and
  /// cuts them off.
  private record ExactNames(NamingConvention usual) implements NamingConvention {

    private static final Set<String> EXACT =
        Dialects.all().stream()
            .flatMap(one -> one.dialect().family().names().stream())
            .collect(Collectors.toUnmodifiableSet());

    @Override
    public String name(String name, Meter.Type type, @Nullable String baseUnit) {
      return EXACT.contains(name) ? name : usual.name(name, type, baseUnit);
    }

    @Override
    public String tagKey(String key) {
      return usual.tagKey(key);
    }

    @Override
    public String tagValue(String value) {
      return usual.tagValue(value);
    }
  }

  void count(Family family, JobId job, Fact fact) {
    ofJobs(fact)
        .filter(family.counted()::contains)
        .ifPresent(
            name ->
                Counter.builder(family.prefix() + name)
                    .tags(family.labelled() ? labels(job) : Tags.empty())
                    .register(registry)
                    .increment());
    ofObjects(fact).ifPresent(name -> Counter.builder(name).register(registry).increment());
  }

  private static Tags labels(JobId job) {
    return Tags.of("job_namespace", job.namespace(), "framework", framework(job));
  }

  /// Whoever asked for them, and without a label, as documented.
  private static Optional<String> ofObjects(Fact fact) {
    return switch (fact) {
      case Fact.ReplicaMade _ -> Optional.of("created_pods");
      case Fact.ReplicaRemoved _ -> Optional.of("deleted_pods");
      case Fact.ReplicaFailed _ -> Optional.of("failed_pods");
      case Fact.ObjectMade(var kind, _) ->
          switch (kind) {
            case "Service" -> Optional.of("succeeded_service_creation");
            case "PodGroup" -> Optional.of("created_pod_groups");
            default -> Optional.empty();
          };
      case Fact.ObjectRemoved(var kind, _) when kind.equals("PodGroup") ->
          Optional.of("deleted_pod_groups");
      case Fact.ObjectRefused(var kind, _, _) when kind.equals("Service") ->
          Optional.of("failed_service_creation");
      default -> Optional.empty();
    };
  }

  /// `pytorch` for a `PyTorchJob`.
  private static String framework(JobId job) {
    var kind = job.kind().toLowerCase(Locale.ROOT);
    return kind.endsWith("job") ? kind.substring(0, kind.length() - "job".length()) : kind;
  }

  private static Optional<String> ofJobs(Fact fact) {
    return switch (fact) {
      case Fact.Accepted _ -> Optional.of(Family.CREATED);
      case Fact.Succeeded _ -> Optional.of(Family.SUCCESSFUL);
      case Fact.LeadFailed _,
          Fact.ReplicasFailed _,
          Fact.BudgetSpent _,
          Fact.OutOfTime _,
          Fact.PreemptedTooOften _,
          Fact.ChildFailed _,
          Fact.WorkersEvicted _ ->
          Optional.of(Family.FAILED);
      case Fact.ReplicaRestarted _, Fact.GangRestarted _ -> Optional.of(Family.RESTARTED);
      case Fact.Expired _ -> Optional.of(Family.DELETED);
      case Fact.Queued _,
          Fact.ObjectMade _,
          Fact.ObjectRemoved _,
          Fact.ObjectRefused _,
          Fact.VariablesWithheld _,
          Fact.RemovalRefused _,
          Fact.ReplicaMade _,
          Fact.ReplicaRemoved _,
          Fact.Initialized _,
          Fact.BeganRunning _,
          Fact.ReplicaEnded _,
          Fact.ReplicaFailed _,
          Fact.ReplicaLost _,
          Fact.ReplicaTroubled _,
          Fact.WentOnHold _,
          Fact.Resumed _,
          Fact.Scaled _,
          Fact.Preempted _,
          Fact.CleanedUp _,
          Fact.StillRunning _ ->
          Optional.empty();
    };
  }
}
