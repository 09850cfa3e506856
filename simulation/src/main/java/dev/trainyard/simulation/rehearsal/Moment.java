package dev.trainyard.simulation.rehearsal;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Everything that happened at one time, in its order.
public record Moment(Duration at, List<Note> notes) {

  public Moment {
    notes = List.copyOf(notes);
  }

  public sealed interface Note {

    /// The script let something happen.
    record Scripted(Script.Event event) implements Note {}

    /// What the script wanted had no effect.
    record InVain(Script.Event event, String why) implements Note {}

    record Wrote(Author by, Change change, Optional<Item> before) implements Note {}

    /// The operator asked for something that was not done.
    record Refused(String verb, String kind, String name, String answer) implements Note {}

    /// Who went is there again.
    record Returned(String who) implements Note {}
  }

  /// Who changed something.
  public enum Author {
    SCRIPT,
    OPERATOR,
    SCHEDULER,
    NODE,
    /// What else belongs to a control plane: garbage collection, eviction.
    CONTROL_PLANE
  }
}
