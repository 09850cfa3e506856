package dev.trainyard.cli.rehearse;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.cli.manifests.Trees;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.rehearsal.Moment;
import dev.trainyard.simulation.rehearsal.Moment.Note;
import dev.trainyard.simulation.rehearsal.Rehearsal.Played;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Locale;

/// A rehearsal for programs: one line of JSON for every moment at which anything changed.
public final class JsonLines {

  private final Known known = new Known();

  public static List<String> of(Played played) {
    var lines = new JsonLines();
    return played.moments().stream().map(lines::moment).map(ObjectNode::toString).toList();
  }

  private JsonLines() {}

  private ObjectNode moment(Moment moment) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("at", Times.seconds(moment.at()));
    var script = JsonNodeFactory.instance.arrayNode();
    var writes = JsonNodeFactory.instance.arrayNode();
    var refused = JsonNodeFactory.instance.arrayNode();
    var events = JsonNodeFactory.instance.arrayNode();
    var objects = JsonNodeFactory.instance.objectNode();
    for (var note : moment.notes()) {
      switch (note) {
        case Note.Scripted(var event) ->
            script.addObject().put("place", event.place()).put("does", Acts.words(event.act()));
        case Note.InVain(var event, var why) ->
            script.addObject().put("place", event.place()).put("inVain", why);
        case Note.Returned(var who) -> script.addObject().put("returns", who);
        case Note.Refused(var verb, var kind, var name, var answer) ->
            refused
                .addObject()
                .put("verb", verb)
                .put("object", kind + "/" + name)
                .put("answer", answer);
        case Note.Wrote wrote -> {
          known.follow(wrote.change());
          if (wrote.change().item().content() instanceof Content.Typed(Event event)) {
            events.add(event(event));
          } else {
            writes.add(write(wrote));
            objects.set(name(wrote.change().key()), object(wrote.change()));
          }
        }
      }
    }
    if (!script.isEmpty()) {
      json.set("script", script);
    }
    json.set("writes", writes);
    if (!refused.isEmpty()) {
      json.set("refused", refused);
    }
    json.set("events", events);
    json.set("objects", objects);
    return json;
  }

  private static ObjectNode write(Note.Wrote wrote) {
    return JsonNodeFactory.instance
        .objectNode()
        .put(
            "verb",
            switch (wrote.change().type()) {
              case ADDED -> "create";
              case MODIFIED -> "update";
              case DELETED -> "delete";
            })
        .put("object", name(wrote.change().key()))
        .put("by", wrote.by().name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  private static ObjectNode event(Event event) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("type", event.getType())
        .put("reason", event.getReason())
        .put(
            "object",
            event.getInvolvedObject().getKind() + "/" + event.getInvolvedObject().getName())
        .put("message", event.getMessage());
  }

  private ObjectNode object(Change change) {
    var json = JsonNodeFactory.instance.objectNode();
    if (change.type() == Change.Type.DELETED) {
      return json.put("deleted", true);
    }
    var item = change.item();
    var tree = tree(item);
    Sights.job(item, known).ifPresent(job -> json.put("phase", job.phase()));
    if (item.content() instanceof Content.Typed(Pod pod)) {
      json.put("phase", Sights.phase(pod));
      Sights.node(pod).ifPresent(node -> json.put("node", node));
      Sights.end(pod).ifPresent(end -> json.put("exitCode", end.getExitCode()));
      if (pod.isMarkedForDeletion()) {
        json.put("deleting", true);
      }
    }
    var status = tree.path("status");
    if (status.has("conditions")) {
      json.set("conditions", status.path("conditions"));
    }
    if (!status.isMissingNode() && !status.isEmpty()) {
      json.set("status", status);
    }
    return json;
  }

  private static ObjectNode tree(Item item) {
    return switch (item.content()) {
      case Content.Raw(var tree) -> tree;
      case Content.Typed(var object) -> Trees.of(object);
    };
  }

  private static String name(Key key) {
    return key.namespace().isEmpty() || key.namespace().equals("default")
        ? "%s/%s".formatted(key.kind(), key.name())
        : "%s/%s/%s".formatted(key.kind(), key.namespace(), key.name());
  }
}
