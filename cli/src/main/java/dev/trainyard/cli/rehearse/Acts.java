package dev.trainyard.cli.rehearse;

import dev.trainyard.simulation.rehearsal.Act;
import dev.trainyard.simulation.rehearsal.Act.Named;
import java.util.stream.Collectors;

/// What a script lets happen, in words.
final class Acts {

  static String words(Act act) {
    return switch (act) {
      case Act.Exit(var pods, var container, var code, var reason) ->
          "%s%s exits with code %d%s"
              .formatted(
                  pods,
                  container.map(" container %s"::formatted).orElse(""),
                  code,
                  reason.equals("OOMKilled") ? " (OOMKilled)" : "");
      case Act.Drive(var pods, var phase, var ready) ->
          "%s is %s%s%s"
              .formatted(
                  pods,
                  phase.orElse(""),
                  phase.isPresent() && ready.isPresent() ? " and " : "",
                  ready.map(truth -> truth ? "ready" : "not ready").orElse(""));
      case Act.Unschedulable(var pods, var why) ->
          why.map(reason -> "no place for %s from now on: %s".formatted(pods, reason))
              .orElseGet(() -> "%s may be placed again".formatted(pods));
      case Act.NodeReady(var node, var ready) ->
          ready ? "node %s is back".formatted(node) : "node %s is lost from sight".formatted(node);
      case Act.Cordon(var node, var on) ->
          "node %s is %s".formatted(node, on ? "cordoned" : "uncordoned");
      case Act.Label(var node, var labels) ->
          "node %s is labelled %s"
              .formatted(
                  node,
                  labels.entrySet().stream()
                      .map(
                          label ->
                              label
                                  .getValue()
                                  .map(value -> label.getKey() + "=" + value)
                                  .orElse(label.getKey() + "-"))
                      .collect(Collectors.joining(", ")));
      case Act.AddTaint(var node, var taint) ->
          "node %s is tainted %s%s:%s"
              .formatted(
                  node,
                  taint.getKey(),
                  taint.getValue() == null ? "" : "=" + taint.getValue(),
                  taint.getEffect());
      case Act.RemoveNode(var node) -> "node %s is gone for good".formatted(node);
      case Act.AddNode(var node) -> "node %s joins".formatted(node.name());
      case Act.Patch(var target, var patch) -> "patch %s: %s".formatted(words(target), patch);
      case Act.Create(var file, _) -> "create what is in %s".formatted(file);
      case Act.Apply(var file, _) -> "apply %s".formatted(file);
      case Act.Delete(var target) -> "delete %s".formatted(words(target));
      case Act.CrashOperator(var rest) ->
          "the operator crashes; the next one starts in %s".formatted(Times.text(rest));
      case Act.CrashScheduler(var rest) ->
          "the scheduler crashes; the next one starts in %s".formatted(Times.text(rest));
      case Act.CrashYard(var rest) ->
          "the yard crashes; programs run on, and it is up again in %s".formatted(Times.text(rest));
      case Act.Trouble(var kind, var time) -> words(kind, Times.text(time));
      case Act.SetClocks(var by) ->
          by.isNegative()
              ? "clocks are set back by %s".formatted(Times.text(by.negated()))
              : "clocks are set ahead by %s".formatted(Times.text(by));
    };
  }

  private static String words(Named target) {
    return "%s %s".formatted(target.kind(), target.name());
  }

  private static String words(Act.Trouble.Kind kind, String time) {
    return switch (kind) {
      case UNAVAILABLE -> "the operator cannot reach the API server for %s".formatted(time);
      case THROTTLE -> "the API server serves the operator once a second for %s".formatted(time);
      case CONFLICT -> "every change of the operator meets a conflict for %s".formatted(time);
      case SLOW -> "requests and answers take 1s each for %s".formatted(time);
      case STALE_CACHE -> "the operator's caches stand still for %s".formatted(time);
    };
  }

  private Acts() {}
}
