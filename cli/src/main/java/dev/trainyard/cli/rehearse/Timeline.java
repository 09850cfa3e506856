package dev.trainyard.cli.rehearse;

import dev.trainyard.cli.Console;
import dev.trainyard.cli.Console.Style;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.manifests.Report;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.rehearsal.Moment;
import dev.trainyard.simulation.rehearsal.Moment.Author;
import dev.trainyard.simulation.rehearsal.Moment.Note;
import dev.trainyard.simulation.rehearsal.Rehearsal.Played;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// A rehearsal for people: what happened when, and what became of it.
public final class Timeline {

  private static final int TIME = 9;
  private static final int WHAT = 10;
  private static final String EVENT = "event";

  private final Played played;
  private final Console console;

  public Timeline(Played played, Console console) {
    this.played = played;
    this.console = console;
  }

  public List<String> lines() {
    var lines = new ArrayList<String>();
    for (var moment : played.moments()) {
      var rows = rows(moment);
      for (int i = 0; i < rows.size(); i++) {
        lines.add(line(i == 0 ? Times.text(moment.at()) : "", rows.get(i)));
      }
    }
    lines.add("");
    lines.addAll(summary());
    return lines;
  }

  /// @param who of what kind it is told
  private record Row(String kind, String who, String what, boolean scripted) {}

  private String line(String time, Row row) {
    var text =
        "%s%s %s"
            .formatted(
                pad(row.kind(), WHAT), row.who().isEmpty() ? "" : " " + row.who(), row.what());
    var mark = row.scripted() ? "> " : "  ";
    return (pad(time, TIME)
            + (row.scripted() ? console.styled(mark + text, Style.BOLD) : mark + text))
        .stripTrailing();
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  /// The same told of several objects is told once.
  private static List<Row> rows(Moment moment) {
    var told = new LinkedHashMap<Row, List<String>>();
    for (var note : moment.notes()) {
      for (var row : rows(note)) {
        var same = new Row(row.kind(), "", row.what(), row.scripted());
        told.computeIfAbsent(same, _ -> new ArrayList<>()).add(row.who());
      }
    }
    return told.entrySet().stream().map(entry -> joined(entry.getKey(), entry.getValue())).toList();
  }

  private static Row joined(Row row, List<String> who) {
    var names = Names.joined(who.stream().distinct().toList());
    return row.kind().equals(EVENT)
        ? new Row(row.kind(), "", row.what() + names, false)
        : new Row(row.kind(), names, row.what(), row.scripted());
  }

  private static List<Row> rows(Note note) {
    return switch (note) {
      case Note.Scripted(var event) ->
          List.of(
              new Row(
                  "script", "", "%s (%s)".formatted(Acts.words(event.act()), event.place()), true));
      case Note.InVain(_, var why) -> List.of(new Row("", "", "nothing happens: " + why, false));
      case Note.Returned(var who) ->
          List.of(new Row("", "", "the next %s starts".formatted(who), false));
      case Note.Refused(var verb, var kind, var name, var answer) ->
          List.of(
              new Row(
                  "refused",
                  "",
                  (kind.equals("Event")
                      ? "%s of an event: %s".formatted(verb, answer)
                      : "%s of %s %s: %s".formatted(verb, kind, name, answer)),
                  false));
      case Note.Wrote wrote -> rows(wrote);
    };
  }

  private static List<Row> rows(Note.Wrote wrote) {
    var item = wrote.change().item();
    if (item.content() instanceof Content.Typed(Event event)) {
      return List.of(row(event));
    }
    return Telling.of(wrote).stream()
        .map(what -> new Row(item.key().kind(), item.key().name(), what, false))
        .toList();
  }

  /// What events tell differs in what comes after their colon.
  private static Row row(Event event) {
    var message = event.getMessage();
    int tail = message.indexOf(": ") + 2;
    var head = tail < 2 ? message : message.substring(0, tail);
    var what =
        "%s%s: %s"
            .formatted(
                "Warning".equals(event.getType()) ? "Warning " : "", event.getReason(), head);
    return new Row(EVENT, tail < 2 ? "" : message.substring(tail), what, false);
  }

  // The end.

  private List<String> summary() {
    var lines = new ArrayList<String>();
    var known = Known.in(played.end());
    played
        .end()
        .all()
        .forEach(item -> Sights.job(item, known).ifPresent(job -> lines.addAll(job(item, job))));
    lines.addAll(deletedJobs());
    lines.add(
        "Played %s of virtual time: %s by the operator, %s in all."
            .formatted(
                Times.text(played.lasted()),
                Report.counted(byOperator(), "write"),
                played.writes()));
    return lines;
  }

  private List<String> job(Item item, Job job) {
    var lines = new ArrayList<String>();
    lines.add(
        "%s %s %s %s%s%s"
            .formatted(
                item.key().kind(),
                item.key().name(),
                job.finished() ? "has" : "is",
                console.styled(job.phase(), Style.BOLD),
                restarts(job),
                job.message().map(": "::concat).orElse(".")));
    played
        .end()
        .all("Pod")
        .filter(pod -> pod.controller().filter(item.uid()::equals).isPresent())
        .map(pod -> (Pod) pod.typed())
        .forEach(pod -> lines.add("  %s %s".formatted(pod.getMetadata().getName(), state(pod))));
    return lines;
  }

  private static String restarts(Job job) {
    int restarts = job.state().remember().tally().restarts();
    return restarts == 0 ? "" : " after " + Report.counted(restarts, "restart");
  }

  private List<String> deletedJobs() {
    var deleted = new LinkedHashMap<Key, String>();
    for (var moment : played.moments()) {
      for (var note : moment.notes()) {
        if (note instanceof Note.Wrote(_, var change, _) && Sights.isJob(change.item())) {
          deleted.remove(change.key());
          if (change.type() == Change.Type.DELETED) {
            deleted.put(change.key(), Times.text(moment.at()));
          }
        }
      }
    }
    return deleted.entrySet().stream()
        .map(
            entry ->
                "%s %s was deleted at %s."
                    .formatted(entry.getKey().kind(), entry.getKey().name(), entry.getValue()))
        .toList();
  }

  private static String state(Pod pod) {
    return Sights.phase(pod)
        + Sights.end(pod).map(end -> ": " + Telling.ended(end)).orElse("")
        + Sights.node(pod).map(" on "::concat).orElse("")
        + Sights.waits(pod).map("; waiting: "::concat).orElse("")
        + (pod.isMarkedForDeletion() ? ", asked to go" : "");
  }

  private long byOperator() {
    return played.moments().stream()
        .flatMap(moment -> moment.notes().stream())
        .filter(note -> note instanceof Note.Wrote wrote && wrote.by() == Author.OPERATOR)
        .count();
  }
}
