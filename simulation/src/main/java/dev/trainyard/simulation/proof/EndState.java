package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Store;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a run led to, what its jobs showed on the way and what was told of it, without what two
/// runs may differ in: versions, uids and times.
///
/// @param shown the conditions of each job, in the order in which they appeared
/// @param told the events of what the jobs went through, sorted; those of what was made, removed or
///   seen to be gone may be lost with a crash, or be about objects that a stale cache asked for
record EndState(Objects objects, List<String> shown, List<String> told) {

  /// Which pods stood for a replica.
  private static final Set<String> UIDS = Set.of("uid", "dismissed", "workloadId");

  /// The moment that an event tells.
  private static final Pattern MOMENT = Pattern.compile(" at [-0-9]{10} [:.0-9]+ UTC");

  /// A job that is wrapped is gone soon after it has failed, and what was to be told of it with it.
  private static final String WRAPPED = "of a wrapped job: ";

  /// What is told once of what anybody sees, and lost with whoever was about to tell it.
  private static final Set<String> BESIDES =
      Set.of(
          "Successful",
          "JobTerminated",
          "NodeLost",
          "Created:",
          "NewReplica:",
          "Unschedulable:",
          "RestartReplica:",
          "Start:",
          "Running:",
          "MPIJobRunning:",
          "Scaled:",
          "CleanUp:",
          "InvalidSpec:",
          WRAPPED,
          "Unhealthy:",
          "Suspending:",
          "Pending:",
          "CreatedWorkload:",
          "ResourcesCreated:",
          "BaseWorkloadNotFound:",
          "ResourceCreationFailed:",
          "PodFailed:",
          "Preempted:",
          "SpecChangeIgnored:",
          "Started:",
          "Stopped:",
          "FinishedWorkload:");

  private static final Pattern TYPE = Pattern.compile("\"type\":\"(\\w+)\"");

  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

  static EndState of(Store store) {
    return new EndState(objects(store), shown(store), ofWhatHappened(told(store)));
  }

  /// Without what was told of objects that were made, removed or seen to be gone.
  static List<String> ofWhatHappened(List<String> told) {
    return told.stream()
        .filter(
            event ->
                BESIDES.stream().noneMatch(event::startsWith) && !event.contains(": Error pod "))
        .toList();
  }

  static Objects objects(Store store) {
    var objects = new TreeMap<String, String>();
    store
        .all()
        .filter(item -> !(item.content() instanceof Content.Typed(Event _)))
        .forEach(item -> objects.put(item.key().toString(), text(item)));
    return new Objects(objects);
  }

  private static List<String> shown(Store store) {
    var before = new HashMap<String, List<String>>();
    var shown = new TreeMap<String, List<String>>();
    for (var change : store.since(0)) {
      if (change.item().content() instanceof Content.Raw(var job)) {
        var now = conditions(job);
        var last = before.put(change.item().uid(), now);
        now.stream()
            .filter(condition -> last == null || !last.contains(condition))
            .map(condition -> "%s: %s".formatted(change.key(), condition))
            .forEach(shown.computeIfAbsent(change.key().toString(), _ -> new ArrayList<>())::add);
      }
    }
    return shown.values().stream().flatMap(List::stream).toList();
  }

  private static List<String> conditions(JsonNode job) {
    var conditions = new ArrayList<String>();
    timeless(job.at("/status/conditions"))
        .forEach(condition -> conditions.add(condition.toString()));
    return conditions;
  }

  /// What was told along the way; equal where nothing went wrong.
  static List<String> told(Store store) {
    var wrapped = wrapped(store);
    return store
        .all("Event")
        .map(item -> (Event) item.typed())
        .map(
            event ->
                "%s%s: %s"
                    .formatted(
                        wrapped.contains(event.getInvolvedObject().getUid()) ? WRAPPED : "",
                        event.getReason(),
                        event.getMessage()))
        .map(words -> MOMENT.matcher(words).replaceFirst(""))
        .sorted()
        .toList();
  }

  /// The uids of all jobs that an AppWrapper has made.
  private static Set<String> wrapped(Store store) {
    var wrapped = new HashSet<String>();
    for (var change : store.since(0)) {
      if (change.type() == Change.Type.ADDED
          && change.item().content() instanceof Content.Raw(var job)
          && job.at("/metadata/ownerReferences/0/kind").asText().equals(AppWrapper.KIND)) {
        wrapped.add(change.item().uid());
      }
    }
    return wrapped;
  }

  private static String text(Item item) {
    return switch (item.content()) {
      case Content.Raw(var tree) ->
          // When and which of its restarts were may differ.
          "%s, restarts %s".formatted(timeless(tree.path("status")), JobTree.of(tree).restarts());
      case Content.Typed(Pod pod) ->
          "%s%s"
              .formatted(pod.getStatus().getPhase(), pod.isMarkedForDeletion() ? ", leaving" : "");
      case Content.Typed(GenericKubernetesResource other) when other.getKind().equals("Secret") ->
          "holds " + new TreeSet<>(other.<Map<String, String>>get("data").keySet());
      case Content.Typed(GenericKubernetesResource other) ->
          Stream.of("spec", "data")
              .map(other.getAdditionalProperties()::get)
              .filter(part -> part != null)
              .map(String::valueOf)
              .collect(Collectors.joining(", "))
              .replace("\n", "\\n");
      case Content.Typed _ -> "stands";
    };
  }

  private static JsonNode timeless(JsonNode status) {
    var copy = status.deepCopy();
    strip(copy);
    return copy;
  }

  private static void strip(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().removeIf(field -> TIME.matcher(field.getValue().asText()).matches());
      object.remove(UIDS);
    }
    node.forEach(EndState::strip);
    // Whether the last two were done at once is nothing to anybody.
    if (node.path("phase").asText().equals("Completed")
        && node.path("memory") instanceof ObjectNode memory) {
      memory.remove("done");
    }
    if (node.path("memory").isObject() && node.path("memory").isEmpty()) {
      ((ObjectNode) node).remove("memory");
    }
  }

  /// Without what comes and goes with the pods.
  private static List<String> lasting(List<String> shown) {
    return shown.stream()
        .filter(
            line -> {
              var words = Vocabulary.of(line.substring(0, line.indexOf(' ')));
              var type = TYPE.matcher(line);
              return !type.find() || !words.momentary(type.group(1));
            })
        .toList();
  }

  /// What is otherwise here, in lines.
  List<String> differencesFrom(EndState expected) {
    var lines = new ArrayList<>(objects.differencesFrom(expected.objects));
    var lasting = lasting(shown);
    var expectedLasting = lasting(expected.shown);
    if (!lasting.equals(expectedLasting)) {
      lines.add(
          "its jobs showed %s%n  and should have shown %s".formatted(lasting, expectedLasting));
    }
    if (!told.equals(expected.told)) {
      lines.add("what was told is %s%n  and should be %s".formatted(told, expected.told));
    }
    return lines;
  }
}
