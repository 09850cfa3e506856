package dev.trainyard.dialects.tensorstack;

import dev.trainyard.api.tensorstack.RunMode.DebugMode;
import dev.trainyard.api.tensorstack.RunMode.DebugReplica;
import dev.trainyard.api.tensorstack.RunMode.PauseMode;
import dev.trainyard.api.tensorstack.RunMode.ResumeReplica;
import dev.trainyard.api.tensorstack.TensorStack;
import dev.trainyard.engine.model.Role.Command;
import dev.trainyard.engine.model.Role.Launch;
import dev.trainyard.engine.model.Role.Mark;
import dev.trainyard.engine.model.Role.Mode;
import dev.trainyard.engine.model.Role.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What both kinds say about the modes in which a job may run.
final class Launches {

  static final List<String> SLEEP = List.of("sleep", "inf");

  private static final Map<Mode, String> MARKS =
      Map.of(Mode.NORMAL, "immediate", Mode.DEBUG, "debug", Mode.RESUME, "resume");

  static Launch marked(Mode mode, Optional<Command> command, boolean skipInit) {
    return marked(mode, command, command, skipInit, skipInit);
  }

  static Launch marked(
      Mode mode,
      Optional<Command> command,
      Optional<Command> lead,
      boolean skipInit,
      boolean leadSkipsInit) {
    return new Launch(
        command,
        lead,
        skipInit,
        leadSkipsInit,
        Optional.of(new Mark(TensorStack.RUN_MODE_ANNOTATION, MARKS.getOrDefault(mode, ""))));
  }

  static Optional<DebugReplica> debug(Layout job, String type) {
    return job.debug().map(DebugMode::replicaSpecs).stream()
        .flatMap(List::stream)
        .filter(entry -> entry.type().equals(type))
        .findFirst();
  }

  static Optional<ResumeReplica> resume(Layout job, String type) {
    return job.pause().map(PauseMode::resumeSpecs).stream()
        .flatMap(List::stream)
        .filter(entry -> entry.type().equals(type))
        .findFirst();
  }

  /// A command that is written without a word is none.
  static Command debugCommand(Optional<DebugReplica> entry, List<String> usual) {
    return command(
        entry.map(DebugReplica::command).filter(words -> !words.isEmpty()).orElse(usual),
        List.of());
  }

  static boolean skipsInit(Optional<DebugReplica> entry) {
    return entry.map(DebugReplica::skipInitContainer).orElse(false);
  }

  static boolean resumesWithoutInit(Optional<ResumeReplica> entry) {
    return entry.map(ResumeReplica::skipInitContainer).orElse(false);
  }

  static Command command(List<String> command, List<String> args) {
    return new Command(words(command), words(args));
  }

  static List<Text> words(List<String> words) {
    return words.stream().map(Text::of).toList();
  }

  private Launches() {}
}
