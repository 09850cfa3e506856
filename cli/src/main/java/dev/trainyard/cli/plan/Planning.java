package dev.trainyard.cli.plan;

import static java.util.Comparator.comparingInt;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.manifests.CheckedKind;
import dev.trainyard.cli.manifests.Document;
import dev.trainyard.cli.manifests.KnownKinds;
import dev.trainyard.cli.manifests.KnownKinds.Recognition;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import java.util.ArrayList;
import java.util.List;

/// Everything that would exist if manifests were submitted: Services first, Pods last and in rank
/// order.
public final class Planning {

  private static final String NIL_UID = "00000000-0000-0000-0000-000000000000";

  private final String namespace;
  private final Settings settings;
  private final Lookup lookup;
  private final Size size;
  private final List<ObjectNode> objects = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /// Of an elastic job: the size it asks for now, or the largest it allows.
  public enum Size {
    NOW,
    MAX
  }

  /// `namespace` is for documents that name none.
  ///
  /// @param lookup what the manifests ask for
  public Planning(String namespace, Lookup lookup, Size size) {
    this.namespace = namespace;
    this.settings = lookup.settings();
    this.lookup = lookup;
    this.size = size;
  }

  public void add(Document document) {
    switch (KnownKinds.recognise(document)) {
      case Recognition.Plain(), Recognition.Foreign _, Recognition.ReadBy _ ->
          objects.add(Secrets.masked(document.json()));
      case Recognition.Job(var kind) -> add(document, kind);
      case Recognition.Unknown(var problem) ->
          throw new Refusal(ExitStatus.INVALID, document.finding(problem).toString());
    }
  }

  /// What a person should know about the plan.
  public List<String> notes() {
    return notes;
  }

  /// A `v1` List.
  public ObjectNode list() {
    var list = JsonNodeFactory.instance.objectNode();
    list.put("apiVersion", "v1").put("kind", "List");
    list.putArray("items").addAll(objects.stream().sorted(comparingInt(Planning::turn)).toList());
    return list;
  }

  private void add(Document document, CheckedKind<?> kind) {
    var placed = placed(document);
    if (kind.kind().equals(AppWrapper.KIND)) {
      addWrapped(document, placed);
    } else {
      add(document, kind, placed);
    }
  }

  /// Its components as they would be created, and what comes of each in turn.
  private void addWrapped(Document document, ObjectNode placed) {
    switch (Components.of(placed, settings)) {
      case Components.Made(var components) ->
          components.forEach(
              component -> {
                objects.add(Secrets.masked(component));
                KnownKinds.job(
                        component.path("apiVersion").asText(), component.path("kind").asText())
                    .ifPresent(kind -> add(document, kind, identified(component.deepCopy())));
              });
      case Components.NotOurs(var why) -> note(document, "has no objects of ours: " + why);
      case Components.Refused(var problems) -> throw refusal(document, problems);
    }
  }

  private void add(Document document, CheckedKind<?> kind, ObjectNode placed) {
    switch (size == Size.MAX ? kind.readLargest(placed, lookup) : kind.read(placed, lookup)) {
      case Reading.Job(var job) -> {
        if (job.hold().held()) {
          note(document, "is on hold; its objects would exist once it goes on");
        }
        objects.addAll(FullSize.objects(job));
      }
      case Reading.NotOurs(var why) -> note(document, "has no objects of ours: " + why);
      case Reading.Refused(var problems) -> throw refusal(document, problems);
    }
  }

  private static Refusal refusal(Document document, List<Problem> problems) {
    return new Refusal(
        ExitStatus.INVALID,
        problems.stream().map(problem -> document.finding(problem).toString()).toList());
  }

  private static ObjectNode identified(ObjectNode json) {
    json.withObjectProperty("metadata").put("uid", NIL_UID);
    return json;
  }

  private static int turn(ObjectNode object) {
    return switch (object.path("kind").asText()) {
      case "Service" -> 0;
      case "Pod" -> 2;
      default -> 1;
    };
  }

  /// As an API server would hold it: with a namespace and a uid.
  private ObjectNode placed(Document document) {
    var json = document.json();
    var metadata = json.withObjectProperty("metadata");
    metadata.put("namespace", document.namespace().orElse(namespace));
    if (metadata.path("uid").asText("").isEmpty()) {
      identified(json);
      note(document, "has no metadata.uid; the plan uses " + NIL_UID);
    }
    return json;
  }

  private void note(Document document, String what) {
    notes.add("%s %s %s.".formatted(document.kind(), document.name(), what));
  }
}
