package dev.trainyard.dialects;

import static java.util.Comparator.comparing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Remembered;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.Remembered.Tally;
import dev.trainyard.engine.model.TrainingJob.ReplicaId;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What must be remembered and a documented status has no field for: one annotation of canonical
/// JSON, absent while there is nothing to say. The API server prunes status fields it does not
/// know.
public final class Memory {

  private static final int VERSION = 1;
  private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");

  /// What is to stand beside the next status: what that leaves out. It is stored before that
  /// status, though, and perhaps alone: once it changes at all, it says what the standing one
  /// leaves out as well.
  ///
  /// @param now what the standing status brings back
  /// @param next what the next one does
  public static Optional<String> write(
      Remembered memory, Remembered now, Remembered next, Optional<String> standing) {
    var beside = write(memory, List.of(next), standing);
    return beside.equals(standing) ? standing : write(memory, List.of(now, next), standing);
  }

  /// The text that stands there stays while it brings back the same, so that nothing is written
  /// only to say less.
  private static Optional<String> write(
      Remembered memory, List<Remembered> statuses, Optional<String> standing) {
    var text = write(memory, statuses);
    return standing
        .filter(
            one ->
                statuses.stream()
                    .allMatch(
                        told ->
                            read(one, told)
                                .equals(text.map(fresh -> read(fresh, told)).orElse(told))))
        .or(() -> text);
  }

  /// @param statuses what each of them brings back; what all of them do is not said again
  private static Optional<String> write(Remembered memory, List<Remembered> statuses) {
    var json = JsonNodeFactory.instance.objectNode();
    if (memory.attempt() != 1) {
      json.put("attempt", memory.attempt());
    }
    writeTally(json, memory.tally());
    if (!memory.dismissed().isEmpty()) {
      var dismissed = json.putArray("dismissed");
      new TreeSet<>(memory.dismissed()).forEach(dismissed::add);
    }
    if (!memory.filled().isEmpty()) {
      json.set("filled", counts(memory.filled()));
    }
    if (!memory.tries().isEmpty()) {
      json.set("tries", tries(memory.tries()));
    }
    if (statuses.stream().anyMatch(told -> !told.done().containsAll(memory.done()))) {
      json.set("done", places(memory.done()));
    }
    memory
        .milestones()
        .running()
        .map(Times::whole)
        .filter(
            at ->
                statuses.stream()
                    .anyMatch(told -> !told.milestones().running().equals(Optional.of(at))))
        .ifPresent(at -> json.put("running", Times.text(at)));
    memory
        .ending()
        .map(ending -> atWholeSecond(ending))
        .filter(
            ending ->
                statuses.stream().anyMatch(told -> !told.ending().equals(Optional.of(ending))))
        .flatMap(ending -> Causes.write(ending.cause()).map(cause -> ending(ending, cause)))
        .ifPresent(ending -> json.set("ending", ending));
    if (json.isEmpty()) {
      return Optional.empty();
    }
    var versioned = JsonNodeFactory.instance.objectNode().put("v", VERSION);
    versioned.setAll(json);
    return Optional.of(versioned.toString());
  }

  /// The metadata with that text in it, or without any.
  public static ObjectMeta beside(ObjectMeta metadata, Optional<String> memory) {
    var before =
        Optional.ofNullable(metadata.getAnnotations()).map(all -> all.get(Annotations.MEMORY));
    if (before.equals(memory)) {
      return metadata;
    }
    var changed = new ObjectMetaBuilder(metadata).removeFromAnnotations(Annotations.MEMORY);
    memory.ifPresent(text -> changed.addToAnnotations(Annotations.MEMORY, text));
    return changed.build();
  }

  /// What cannot be read is left out: the counts that living pods carry stand in for it.
  public static Remembered read(String text, Remembered told) {
    var json = Json.parse(text).filter(JsonNode::isObject);
    return json.map(memory -> read(memory, told)).orElse(told);
  }

  private static Remembered read(JsonNode json, Remembered told) {
    var running = Times.parse(json.path("running").textValue());
    var dismissed = new TreeSet<String>();
    json.path("dismissed").forEach(uid -> dismissed.add(uid.asText()));
    return new Remembered(
        Math.max(1, json.path("attempt").asInt(1)),
        readTally(json),
        dismissed,
        tries(json.path("tries")),
        Stream.concat(places(json.path("done")).stream(), told.done().stream())
            .collect(Collectors.toSet()),
        running.isPresent() ? told.milestones().running(running) : told.milestones(),
        told.preemptions(),
        told.ending()
            .map(ending -> readEnding(json.path("ending"), ending))
            .or(() -> untoldEnding(json.path("ending"))),
        counts(json.path("filled")));
  }

  private static void writeTally(ObjectNode json, Tally tally) {
    if (!tally.restartsByRole().isEmpty()) {
      json.set("restarts", counts(tally.restartsByRole()));
    }
    if (tally.inRow() != 0) {
      json.put("inRow", tally.inRow());
    }
    tally.lastAt().ifPresent(at -> json.put("lastAt", Times.text(at)));
    tally.forgiven().ifPresent(forgiven -> json.set("forgiven", counts(forgiven)));
  }

  private static Tally readTally(JsonNode json) {
    return new Tally(
        counts(json.path("restarts")),
        json.path("inRow").asInt(0),
        Times.parse(json.path("lastAt").textValue()),
        json.path("forgiven").isObject()
            ? Optional.of(counts(json.path("forgiven")))
            : Optional.empty());
  }

  private static ObjectNode ending(Ending ending, ObjectNode cause) {
    return cause.put("byLimit", ending.byLimit()).put("at", Times.text(ending.at()));
  }

  /// The memory is written before the status. If we died in between, the job has ended all the
  /// same, and the failure that ended it is counted.
  private static Optional<Ending> untoldEnding(JsonNode json) {
    return Causes.read(json)
        .flatMap(
            cause ->
                Times.parse(json.path("at").textValue())
                    .map(
                        at ->
                            new Ending(
                                cause instanceof Fact.Succeeded,
                                json.path("byLimit").asBoolean(),
                                cause,
                                at)));
  }

  /// Where the status says that the job ended, how and when, the memory only knows more of why.
  private static Ending readEnding(JsonNode json, Ending told) {
    return Causes.read(json)
        .map(
            cause ->
                new Ending(
                    told.succeeded(),
                    json.path("byLimit").asBoolean(told.byLimit()),
                    cause,
                    told.at()))
        .orElse(told);
  }

  private static Ending atWholeSecond(Ending ending) {
    Instant at = Times.whole(ending.at());
    return new Ending(ending.succeeded(), ending.byLimit(), ending.cause(), at);
  }

  private static ObjectNode places(Set<ReplicaId> replicas) {
    var json = JsonNodeFactory.instance.objectNode();
    replicas.stream()
        .sorted(comparing(ReplicaId::role).thenComparingInt(ReplicaId::index))
        .forEach(replica -> json.withArrayProperty(replica.role()).add(replica.index()));
    return json;
  }

  private static Set<ReplicaId> places(JsonNode json) {
    var replicas = new HashSet<ReplicaId>();
    json.properties()
        .forEach(
            role ->
                role.getValue()
                    .forEach(index -> replicas.add(new ReplicaId(role.getKey(), index.asInt(0)))));
    return replicas;
  }

  private static ObjectNode tries(Map<ReplicaId, Integer> tries) {
    var json = JsonNodeFactory.instance.objectNode();
    tries.keySet().stream()
        .sorted(comparing(ReplicaId::role).thenComparingInt(ReplicaId::index))
        .forEach(
            replica ->
                json.withObjectProperty(replica.role())
                    .put(Integer.toString(replica.index()), tries.get(replica)));
    return json;
  }

  private static Map<ReplicaId, Integer> tries(JsonNode json) {
    var tries = new HashMap<ReplicaId, Integer>();
    json.properties()
        .forEach(
            role ->
                counts(role.getValue())
                    .forEach(
                        (index, count) ->
                            number(index)
                                .ifPresent(
                                    at -> tries.put(new ReplicaId(role.getKey(), at), count))));
    return tries;
  }

  private static Optional<Integer> number(String digits) {
    return INDEX.matcher(digits).matches()
        ? Optional.of(Integer.valueOf(digits))
        : Optional.empty();
  }

  private static ObjectNode counts(Map<String, Integer> counts) {
    var json = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(counts).forEach(json::put);
    return json;
  }

  private static Map<String, Integer> counts(JsonNode json) {
    var counts = new TreeMap<String, Integer>();
    json.properties().forEach(count -> counts.put(count.getKey(), count.getValue().asInt(0)));
    return counts;
  }

  private Memory() {}
}
