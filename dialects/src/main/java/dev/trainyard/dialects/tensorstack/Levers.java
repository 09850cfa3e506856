package dev.trainyard.dialects.tensorstack;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.tensorstack.ElasticConfig;
import dev.trainyard.dialects.Answer;
import dev.trainyard.dialects.Restarts;
import dev.trainyard.dialects.Wish;
import dev.trainyard.dialects.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a job lets people change while it is there: its run mode, and how many replicas it is
/// expected to have.
record Levers(Layout job) {

  private static final String ENABLE = "enable";

  static boolean grants(Wish wish) {
    return switch (wish) {
      case Wish.Pause _, Wish.Resume _, Wish.Scale _, Wish.Restart _, Wish.Debug _ -> true;
    };
  }

  Answer answer(Wish wish) {
    return switch (wish) {
      case Wish.Pause() -> pause();
      case Wish.Resume() -> resume();
      case Wish.Scale(var role, var replicas) -> scale(role, replicas);
      case Wish.Restart() -> restart();
      case Wish.Debug() -> debug();
    };
  }

  private Answer pause() {
    return job.paused()
        ? new Answer.Already("already paused")
        : new Answer.Change(
            mode("pause", pauseSpelling(), true),
            "paused",
            List.of("Its pods end now; what they have not saved is lost."));
  }

  /// Out of a pause; a job that is being debugged goes back to its training.
  private Answer resume() {
    if (job.paused()) {
      return new Answer.Change(
          mode("pause", pauseSpelling(), false),
          "resumed",
          List.of(
              job.debugging()
                  ? "Its pods start again, for debugging."
                  : "All replicas start again, as spec.runMode.pause.resumeSpecs says."));
    }
    return job.debugging()
        ? new Answer.Change(
            mode("debug", debugSpelling(), false),
            "back to training",
            List.of("Its pods end now, and the training starts in new ones."))
        : new Answer.Already("not paused");
  }

  private Answer debug() {
    return job.debugging()
        ? new Answer.Already("already being debugged")
        : new Answer.Change(
            mode("debug", debugSpelling(), true),
            "being debugged",
            List.of(
                job.paused()
                    ? "It is paused: its pods start for debugging when it is resumed."
                    : "Its pods end now; new ones run the debug command in their place. `resume`"
                        + " brings the training back."));
  }

  private String pauseSpelling() {
    return job.pause().map(mode -> spelling(mode.enable(), mode.enabled())).orElse(ENABLE);
  }

  private String debugSpelling() {
    return job.debug().map(mode -> spelling(mode.enable(), mode.enabled())).orElse(ENABLE);
  }

  /// The one that stands there already.
  private static String spelling(@Nullable Boolean enable, @Nullable Boolean enabled) {
    return enable == null && enabled != null ? "enabled" : ENABLE;
  }

  /// Where both spellings stand, both say the same.
  private ObjectNode mode(String mode, String spelling, boolean on) {
    var patch = JsonNodeFactory.instance.objectNode();
    var fields = patch.putObject("spec").putObject("runMode").putObject(mode);
    fields.put(spelling, on);
    if (bothSpelled(mode)) {
      fields.put("enabled", on);
    }
    return patch;
  }

  private boolean bothSpelled(String mode) {
    return mode.equals("pause")
        ? job.pause().filter(one -> one.enable() != null && one.enabled() != null).isPresent()
        : job.debug().filter(one -> one.enable() != null && one.enabled() != null).isPresent();
  }

  private Answer restart() {
    return job.paused()
        ? new Answer.Refused("it is paused and has no replicas to restart")
        : Restarts.answer(job.metadata(), StatusReading.of(job).remember().attempt());
  }

  private Answer scale(Optional<String> role, int replicas) {
    var kind = job.kind().kind();
    if (job.elastic().isEmpty()) {
      return new Answer.Refused(
          "only an elastic %s can be scaled, and spec.elastic is off or has no effect"
              .formatted(kind));
    }
    var names = job.types().stream().map(ReplicaType::name).toList();
    if (role.filter(name -> !names.contains(name)).isPresent()) {
      return new Answer.Refused(
          "\"%s\" is not one of its types, which are %s%s"
              .formatted(
                  role.get(),
                  String.join(", ", names),
                  Words.nearest(role.get(), names)
                      .map("; did you mean %s?"::formatted)
                      .orElse("")));
    }
    if (role.isPresent() && names.size() > 1) {
      return new Answer.Refused(
          "a %s is scaled as a whole; spec.replicaSpecs[].scalingWeight says which types grow"
              .formatted(kind));
    }
    if (replicas < job.least() || replicas > job.most()) {
      return new Answer.Refused(
          "%d is outside of spec.elastic, which allows %d to %d replicas"
              .formatted(replicas, job.least(), job.most()));
    }
    int before = job.expected();
    return before == replicas
        ? new Answer.Already("already %d replicas".formatted(replicas))
        : new Answer.Change(
            expecting(replicas),
            "replicas %d → %d".formatted(before, replicas),
            consequences(before, replicas));
  }

  private static ObjectNode expecting(int replicas) {
    var patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("spec").putObject("elastic").put("expectedReplicas", replicas);
    return patch;
  }

  private List<String> consequences(int before, int after) {
    if (job.paused()) {
      return List.of("It is paused: the number counts when it is resumed.");
    }
    var lines = new ArrayList<String>();
    var now = job.sizes();
    var then = job.sizesAt(after);
    job.types()
        .forEach(
            type -> {
              int from = now.getOrDefault(type.name(), 0);
              int to = then.getOrDefault(type.name(), 0);
              if (from != to) {
                lines.add(
                    "%s: %s."
                        .formatted(
                            range(type.name(), Math.min(from, to), Math.max(from, to) - 1),
                            after > before ? "to be started" : "to be ended, the highest first"));
              }
            });
    return lines;
  }

  private static String range(String type, int first, int last) {
    return first == last
        ? "%s-%d".formatted(type, first)
        : "%s-%d to %s-%d".formatted(type, first, type, last);
  }

  static ElasticConfig expecting(ElasticConfig elastic, int replicas) {
    return new ElasticConfig(
        elastic.enable(),
        elastic.enabled(),
        elastic.minReplicas(),
        elastic.maxReplicas(),
        replicas);
  }
}
