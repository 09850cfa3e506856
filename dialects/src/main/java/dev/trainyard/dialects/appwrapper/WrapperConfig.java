package dev.trainyard.dialects.appwrapper;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Words;
import dev.trainyard.dialects.appwrapper.WrapperSettings.Autopilot;
import dev.trainyard.dialects.appwrapper.WrapperSettings.Effect;
import dev.trainyard.dialects.appwrapper.WrapperSettings.FaultTolerance;
import dev.trainyard.dialects.appwrapper.WrapperSettings.Mark;
import dev.trainyard.dialects.appwrapper.WrapperSettings.QueueMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What administrators write for every AppWrapper, in the keys of CodeFlare's operator and two of
/// our own: `profile`, which says what the rest is laid over, and `queueing.mode`.
public final class WrapperConfig {

  private static final Words<WrapperSettings> PROFILES =
      Words.of(
          entry("default", WrapperSettings.defaults()),
          entry("mlbatch", WrapperSettings.mlbatch()));

  private static final Words<QueueMode> MODES =
      Words.of(
          entry("none", QueueMode.NONE),
          entry("kueue", QueueMode.KUEUE),
          entry("internal", QueueMode.INTERNAL));

  private static final Words<Effect> EFFECTS =
      Words.of(
          entry("NoSchedule", Effect.NO_SCHEDULE),
          entry("NoExecute", Effect.NO_EXECUTE),
          entry("PreferNoSchedule", Effect.PREFER_NO_SCHEDULE));

  /// What CodeFlare's operator reads and ours is told in another way.
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "certManagement",
          "the webhook looks after its certificate itself",
          "controllerManager",
          "the operator has the flags --metrics-bind-address, --health-probe-bind-address and"
              + " --leader-elect",
          "webhooksEnabled",
          "install with --set webhook=false");

  private static final Map<String, String> OF_WRAPPERS_ELSEWHERE =
      Map.of(
          "enableKueueIntegrations", "queueing.mode says who queues",
          "kueueJobReconciller", "queueing.mode says who queues");

  private static final int LIGHTEST = 1;
  private static final int HEAVIEST = 100;

  /// What was written, as far as it makes sense.
  public sealed interface Reading {

    /// It makes sense.
    ///
    /// @param warnings what was written and has no effect
    record Understood(WrapperSettings settings, List<Problem> warnings) implements Reading {
      public Understood {
        warnings = List.copyOf(warnings);
      }
    }

    /// Every reason not to start, and every warning.
    record Refused(List<Problem> problems) implements Reading {
      public Refused {
        problems = List.copyOf(problems);
      }
    }
  }

  /// Nothing written is the default of everything.
  public static Reading read(JsonNode json) {
    var problems = new ArrayList<Problem>();
    var root = ConfigSection.of(json, problems);
    var profile = root.word("profile", PROFILES).orElseGet(WrapperSettings::defaults);
    var queueing = root.section("queueing");
    var wrappers = root.section("appwrapper");
    var settings =
        new WrapperSettings(
            faultTolerance(wrappers.section("faultTolerance"), profile.faultTolerance()),
            autopilot(wrappers.section("autopilot"), profile.autopilot()),
            wrappers.name("schedulerName", profile.schedulerName()),
            wrappers.name("defaultQueueName", profile.defaultQueue()),
            wrappers.name("slackQueueName", profile.slackQueue()),
            wrappers.flag("userRBACAdmissionCheck", profile.asksForRights()),
            queueing.word("mode", MODES),
            profile.tellBy());
    root.warn(ELSEWHERE);
    queueing.warn(Map.of());
    wrappers.warn(OF_WRAPPERS_ELSEWHERE);
    problems.addAll(settings.faultTolerance().check());
    return problems.stream().anyMatch(Problem::fatal)
        ? new Reading.Refused(problems)
        : new Reading.Understood(settings, problems);
  }

  private static FaultTolerance faultTolerance(ConfigSection section, FaultTolerance usual) {
    var read =
        new FaultTolerance(
            section.duration("admissionGracePeriod", usual.admission()),
            section.duration("warmupGracePeriod", usual.warmup()),
            section.duration("failureGracePeriod", usual.failure()),
            section.duration("resetPause", usual.retryPause()),
            section.integer("retryLimit", usual.retryLimit(), Integer.MIN_VALUE, Integer.MAX_VALUE),
            section.duration("deletionGracePeriod", usual.forcefulDeletion()),
            section.duration("gracePeriodCeiling", usual.longest()),
            section.duration("successTTLCeiling", usual.successTtl()));
    section.warn(Map.of());
    return read;
  }

  private static Autopilot autopilot(ConfigSection section, Autopilot usual) {
    var marks = new LinkedHashMap<>(usual.marks());
    var taints = section.section("resourceTaints");
    taints.names().forEach(resource -> marks.put(resource, marks(taints.list(resource))));
    var read =
        new Autopilot(
            section.flag("injectAntiAffinities", usual.injects()),
            section.flag("monitorNodes", usual.monitors()),
            marks,
            // A preference of no weight would be none.
            section.isNull("preferNoScheduleWeight")
                ? LIGHTEST
                : section.integer("preferNoScheduleWeight", usual.weight(), LIGHTEST, HEAVIEST));
    section.warn(Map.of());
    return read;
  }

  private static List<Mark> marks(List<ConfigSection> taints) {
    var marks = new ArrayList<Mark>();
    for (var taint : taints) {
      var key = taint.text("key");
      var value = taint.text("value");
      taint.needed("effect", EFFECTS).ifPresent(effect -> marks.add(new Mark(key, value, effect)));
      taint.warn(Map.of());
    }
    return marks;
  }

  private WrapperConfig() {}
}
