package dev.trainyard.dialects.tensorstack;

import static java.util.Map.entry;

import dev.trainyard.api.tensorstack.RunPolicy;
import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Words;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.EnvContract;
import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.FailureBudget.Spent;
import dev.trainyard.engine.model.JobState.Phase;
import dev.trainyard.engine.model.JobState.Slot;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.Role.Carrier;
import dev.trainyard.engine.model.Role.EndOf;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Start;
import dev.trainyard.engine.model.Role.Text;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Addressing;
import dev.trainyard.engine.model.TrainingJob.CleanUp;
import dev.trainyard.engine.model.TrainingJob.CleanUp.Sweep;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.Lifetime;
import dev.trainyard.engine.model.TrainingJob.Naming;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.Refresh;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import dev.trainyard.engine.model.TrainingJob.Telling;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/// A job that is valid, as the neutral model says it.
final class Neutral {

  static final int DEFAULT_BACKOFF_LIMIT = 3;

  static final String DEFAULT_CLEAN_UP = "None";

  static final Words<Sweep> CLEAN_UP_POLICIES =
      Words.of(
          entry("All", Sweep.EVERYTHING),
          entry("Unfinished", Sweep.UNFINISHED),
          entry(DEFAULT_CLEAN_UP, Sweep.NOTHING));

  /// How long a replica may be away before a launcher is told to go on without it.
  private static final Duration SETTLE = Duration.ofSeconds(30);

  /// Longer than anyone waits, and short enough to be added to any date.
  private static final Duration FOR_EVER = Duration.ofDays(365 * 100);

  /// Phases that the status does not tell apart.
  private static final Map<Phase, Phase> SAME_WORDS =
      Map.of(
          Phase.WAITING, Phase.ACCEPTED,
          Phase.STARTING, Phase.ACCEPTED,
          Phase.RESTARTING, Phase.SHRUNKEN,
          Phase.HOLDING, Phase.HELD);

  /// What a kind has of its own.
  interface Kit {
    EnvContract environment();

    Map<Mode, Launch> launches(ReplicaType type);

    List<ServicePort> ports();

    /// The template with what the kind adds to it.
    PodTemplateSpec equipped(ReplicaType type);

    List<Attachment> attachments();
  }

  static TrainingJob of(Layout job, Kit kit, Lookup lookup) {
    var settings = lookup.settings();
    var groups = new Groups(job, lookup);
    var policy = job.runPolicy();
    return new TrainingJob(
        job.id(),
        job.ranked().stream().map(type -> role(job, type, kit, groups)).toList(),
        new Naming(job.base(), true, false, Optional.empty()),
        addressing(job, kit.ports()),
        kit.environment(),
        groups.gang(),
        SuccessRule.LEAD,
        new RunningRule(true, job.floor(), false, false),
        budget(policy),
        new Hold(job.paused(), false),
        Restarts.attemptAsked(job.metadata()),
        new Clock(
            policy.map(RunPolicy::activeDeadlineSeconds).map(Neutral::seconds),
            Clock.From.INITIALIZED,
            Optional.empty()),
        cleanUp(job.cleanUpPolicy()),
        job.debugging() ? Mode.DEBUG : Mode.NORMAL,
        Refresh.ON_LAUNCH_CHANGE,
        Stream.concat(kit.attachments().stream(), groups.attachment().stream()).toList(),
        new Patience(settings.fenceAfter(), SETTLE),
        new Telling(
            settings.tellBy(),
            EnumSet.allOf(Slot.class),
            SAME_WORDS,
            true,
            false,
            Set.of(Boards.KIND.kind())));
  }

  private static Role role(Layout job, ReplicaType type, Kit kit, Groups groups) {
    int size = job.sizes().getOrDefault(type.name(), 0);
    return new Role(
        type.name(),
        size,
        size,
        groups.placed(kit.equipped(type)),
        labels(job, type, groups),
        Map.of(TensorStack.JOB_ROLE_LABEL, TensorStack.MASTER_ROLE),
        kit.launches(type),
        RestartPolicy.rule(type.restartPolicy(), Restarts.scope(job.metadata())),
        new Carrier.Pods(
            type.trainingContainer().map(Container::getName).orElse(""),
            EndOf.POD_PHASE,
            Optional.empty()),
        new Start.AtOnce());
  }

  private static Map<String, Text> labels(Layout job, ReplicaType type, Groups groups) {
    var labels = new LinkedHashMap<String, Text>();
    labels.put(TensorStack.COMPONENT_LABEL, Text.of(job.kind().kind().toLowerCase(Locale.ROOT)));
    labels.put(TensorStack.COMPONENT_TYPE_LABEL, Text.of(TensorStack.USER_COMPONENT));
    labels.put(TensorStack.OWNER_KIND_LABEL, Text.of(job.kind().kind()));
    labels.put(TensorStack.OWNER_NAME_LABEL, Text.of(job.name()));
    labels.put(TensorStack.REPLICA_TYPE_LABEL, Text.of(type.name()));
    labels.put(TensorStack.REPLICA_INDEX_LABEL, new Text.Index());
    labels.putAll(groups.labels(type.name()));
    return labels;
  }

  private static Addressing addressing(Layout job, List<ServicePort> ports) {
    var byType = new LinkedHashMap<String, List<ServicePort>>();
    job.types().forEach(type -> byType.put(type.name(), ports));
    return new Addressing(
        Addressing.Per.REPLICA,
        byType,
        Set.of(
            TensorStack.OWNER_KIND_LABEL,
            TensorStack.OWNER_NAME_LABEL,
            TensorStack.REPLICA_TYPE_LABEL,
            TensorStack.REPLICA_INDEX_LABEL),
        true,
        Lifetime.UNTIL_JOB_GONE);
  }

  static ServicePort port(String name, int number) {
    return new ServicePortBuilder().withName(name).withPort(number).build();
  }

  private static FailureBudget budget(Optional<RunPolicy> policy) {
    return new FailureBudget(
        OptionalInt.of(policy.map(RunPolicy::backoffLimit).orElse(DEFAULT_BACKOFF_LIMIT)),
        Spent.KEEP_ENDED,
        false,
        false,
        Optional.empty(),
        OptionalInt.empty());
  }

  private static CleanUp cleanUp(String word) {
    var atEnd = CLEAN_UP_POLICIES.meaning(word).orElseThrow();
    var atLimit = atEnd == Sweep.EVERYTHING ? Sweep.EVERYTHING : Sweep.UNFINISHED;
    return new CleanUp(atEnd, atLimit, Set.of());
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(Math.min(seconds, FOR_EVER.toSeconds()));
  }

  private Neutral() {}
}
