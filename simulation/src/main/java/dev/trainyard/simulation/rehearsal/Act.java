package dev.trainyard.simulation.rehearsal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/// One thing that a script lets happen.
public sealed interface Act {

  /// Containers end with this code: those of that name, or all.
  record Exit(Glob pods, Optional<String> container, int code, String reason) implements Act {}

  /// Pods say of themselves what the script says.
  record Drive(Glob pods, Optional<String> phase, Optional<Boolean> ready) implements Act {}

  /// The scheduler finds no place for these pods; without a reason it looks for one again.
  record Unschedulable(Glob pods, Optional<String> why) implements Act {}

  record NodeReady(String node, boolean ready) implements Act {}

  record Cordon(String node, boolean cordoned) implements Act {}

  /// An empty value removes a label.
  record Label(String node, SortedMap<String, Optional<String>> labels) implements Act {}

  record AddTaint(String node, Taint taint) implements Act {}

  record RemoveNode(String node) implements Act {}

  record AddNode(Script.Machine node) implements Act {}

  record Patch(Named target, ObjectNode patch) implements Act {}

  record Create(String file, List<ObjectNode> objects) implements Act {}

  /// What the file no longer says is taken away, as `kubectl apply` does.
  record Apply(String file, List<ObjectNode> objects) implements Act {}

  record Delete(Named target) implements Act {}

  record CrashOperator(Duration rest) implements Act {}

  record CrashScheduler(Duration rest) implements Act {}

  /// Everything of one machine but the programs: API server, operator, scheduler and node.
  record CrashYard(Duration rest) implements Act {}

  /// Something is wrong between the operator and the API server for a while.
  record Trouble(Kind kind, Duration time) implements Act {

    public enum Kind {
      /// No request is answered, no watch hears anything.
      UNAVAILABLE,
      /// One request a second is served.
      THROTTLE,
      /// Nothing that exists can be changed.
      CONFLICT,
      /// Every request and every answer takes a second.
      SLOW,
      /// Watches hear nothing.
      STALE_CACHE;

      boolean takesTime() {
        return this == SLOW;
      }
    }
  }

  record SetClocks(Duration by) implements Act {}

  /// An object as a script names it.
  record Named(String kind, String name, Optional<String> namespace) {}
}
