package dev.trainyard.simulation.rehearsal;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.controller.Weather.Request;
import dev.trainyard.simulation.rehearsal.Moment.Author;
import dev.trainyard.simulation.rehearsal.Moment.Note;
import dev.trainyard.simulation.time.Agenda;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Writes down what happens, moment by moment, and who did it.
final class Recording {

  private final Agenda agenda;
  private final List<Moment> moments = new ArrayList<>();
  private final List<Note> notes = new ArrayList<>();
  private final Map<Key, Item> standing = new HashMap<>();

  /// When a request of the operator for an object reaches the API server.
  private final Map<Key, Duration> expected = new HashMap<>();

  private Duration at = Duration.ZERO;
  private boolean scripted;

  Recording(Agenda agenda) {
    this.agenda = agenda;
  }

  List<Moment> moments() {
    close();
    return List.copyOf(moments);
  }

  void note(Note note) {
    if (!at.equals(agenda.elapsed())) {
      close();
      at = agenda.elapsed();
    }
    notes.add(note);
  }

  private void close() {
    if (!notes.isEmpty()) {
      moments.add(new Moment(at, notes));
      notes.clear();
    }
  }

  /// What changes meanwhile was changed by the script.
  void whileScripted(Runnable act) {
    scripted = true;
    act.run();
    scripted = false;
  }

  void expect(Request request, Duration way) {
    expected.put(request.key(), agenda.elapsed().plus(way));
  }

  void refused(Request request, RuntimeException answer) {
    var key = request.key();
    note(
        new Note.Refused(
            request.verb(), key.kind(), key.name(), String.valueOf(answer.getMessage())));
  }

  void changed(Change change) {
    var before = Optional.ofNullable(standing.get(change.key()));
    switch (change.type()) {
      case ADDED, MODIFIED -> standing.put(change.key(), change.item());
      case DELETED -> standing.remove(change.key());
    }
    note(new Note.Wrote(author(change, before), change, before));
  }

  private Author author(Change change, Optional<Item> before) {
    if (scripted) {
      return Author.SCRIPT;
    }
    if (agenda.elapsed().equals(expected.remove(change.key()))) {
      return Author.OPERATOR;
    }
    if (!(change.item().content() instanceof Item.Content.Typed(var object))) {
      return Author.CONTROL_PLANE;
    }
    return switch (object) {
      case Pod pod when before.isPresent() ->
          author(change.type(), (Pod) before.get().typed(), pod);
      case Node _ -> Author.NODE;
      default -> Author.CONTROL_PLANE;
    };
  }

  private static Author author(Change.Type type, Pod before, Pod now) {
    if (type == Change.Type.DELETED) {
      return before.isMarkedForDeletion() ? Author.NODE : Author.CONTROL_PLANE;
    }
    if (now.isMarkedForDeletion() && !before.isMarkedForDeletion()) {
      return Author.CONTROL_PLANE;
    }
    var moved = !Objects.equals(before.getSpec().getNodeName(), now.getSpec().getNodeName());
    return moved || now.getSpec().getNodeName() == null ? Author.SCHEDULER : Author.NODE;
  }
}
