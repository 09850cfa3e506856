package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Store;
import dev.trainyard.simulation.cluster.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Where an undisturbed run of a story ends: what stands then, what was shown and told on the way,
/// and how many requests it took.
record Finish(EndState end, List<String> told, long requests) {

  private static final String REQUESTS = "requests ";
  private static final String SHOWN = "shown ";
  private static final String TOLD = "told ";
  private static final String OBJECT = ": ";

  static Finish of(World world) {
    return new Finish(EndState.of(world.store()), EndState.told(world.store()), world.requests());
  }

  /// As it is written down.
  List<String> lines() {
    var objects =
        end.objects().texts().entrySet().stream()
            .map(entry -> entry.getKey() + OBJECT + entry.getValue());
    return Stream.of(
            Stream.of(REQUESTS + requests),
            objects,
            end.shown().stream().map(SHOWN::concat),
            told.stream().map(TOLD::concat))
        .flatMap(lines -> lines)
        .toList();
  }

  static Finish read(List<String> lines) {
    var objects = new TreeMap<String, String>();
    var shown = new ArrayList<String>();
    var told = new ArrayList<String>();
    long requests = 0;
    for (var line : lines) {
      if (line.startsWith(REQUESTS)) {
        requests = Long.parseLong(line.substring(REQUESTS.length()));
      } else if (line.startsWith(SHOWN)) {
        shown.add(line.substring(SHOWN.length()));
      } else if (line.startsWith(TOLD)) {
        told.add(line.substring(TOLD.length()));
      } else {
        var end = line.indexOf(OBJECT);
        objects.put(line.substring(0, end), line.substring(end + OBJECT.length()));
      }
    }
    return new Finish(
        new EndState(new Objects(objects), shown, EndState.ofWhatHappened(told)), told, requests);
  }

  /// Whatever goes wrong, nothing is told more often than it happened; it may go untold.
  List<String> toldTooOften(Store disturbed) {
    var words = EndState.told(disturbed);
    return words.stream()
        .distinct()
        .filter(
            one ->
                Collections.frequency(words, one)
                    > Math.max(Collections.frequency(told, one), Math.max(1, made(one, disturbed))))
        .map("told more often than it happened: "::concat)
        .toList();
  }

  /// How many objects there were of the name that is told of, which comes last.
  private static int made(String told, Store store) {
    var name = told.substring(told.lastIndexOf(' ') + 1);
    return (int)
        store.since(0).stream()
            .filter(change -> change.type() == Change.Type.ADDED)
            .filter(change -> change.key().name().equals(name))
            .filter(change -> told.contains(change.key().kind().toLowerCase(Locale.ROOT) + ":"))
            .count();
  }
}
