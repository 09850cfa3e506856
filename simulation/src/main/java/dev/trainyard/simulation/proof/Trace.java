package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.dialects.Annotations;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.controller.Ledger.Deed;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// What happened, line by line, and one number for all of it.
public final class Trace {

  private static final int SHORT_UID = 4;

  private final Sight sight;
  private final MessageDigest digest;
  private final List<String> lines = new ArrayList<>();

  public Trace(Sight sight) {
    this.sight = sight;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
    sight.store().listen(this::changed);
  }

  private void changed(Change change) {
    say(
        "%s %s%s"
            .formatted(
                switch (change.type()) {
                  case ADDED -> "+";
                  case MODIFIED -> "~";
                  case DELETED -> "-";
                },
                change.key(),
                text(change.item())));
  }

  /// What went well shows in what changed, but a delete does not say whom it meant.
  void asked(Deed deed) {
    var request = deed.request();
    var astray = deed.meant().isPresent() && !deed.hit().equals(deed.meant());
    if (astray || deed.came().isPresent() || request.verb().equals("delete")) {
      say(
          "  controller %d: %s %s%s%s%s"
              .formatted(
                  deed.controller(),
                  request.verb(),
                  request.key(),
                  deed.meant().map(one -> ", meant " + brief(one)).orElse(""),
                  deed.hit().map(one -> ", hit " + brief(one)).orElse(""),
                  deed.came().map(": "::concat).orElse("")));
    }
  }

  private static String brief(String uid) {
    return uid.substring(Math.max(0, uid.length() - SHORT_UID));
  }

  public void say(String what) {
    var line = "%9.3f  %s".formatted(sight.elapsed().toMillis() / 1000.0, what);
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    lines.add(line);
  }

  private static String text(Item item) {
    return switch (item.content()) {
      case Content.Raw(var job) -> ": " + conditions(job) + memory(job);
      case Content.Typed(Pod pod) ->
          " %s: %s%s%s"
              .formatted(
                  brief(item.uid()),
                  pod.getStatus().getPhase(),
                  pod.getSpec().getNodeName() == null ? "" : " on " + pod.getSpec().getNodeName(),
                  pod.isMarkedForDeletion() ? ", leaving" : "");
      case Content.Typed(Event event) ->
          ": %s: %s".formatted(event.getReason(), event.getMessage());
      case Content.Typed(Node node) ->
          ": ready " + node.getStatus().getConditions().getFirst().getStatus();
      case Content.Typed _ -> "";
    };
  }

  private static String conditions(JsonNode job) {
    var holding = new ArrayList<String>();
    for (var condition : job.path("status").path("conditions")) {
      if (condition.path("status").asText().equals("True")) {
        holding.add(condition.path("type").asText());
      }
    }
    return holding.isEmpty() ? "new" : String.join(", ", holding);
  }

  private static String memory(JsonNode job) {
    var memory = job.path("metadata").path("annotations").path(Annotations.MEMORY);
    var restarts = JobTree.of(job).restarts();
    var own = job.path("status").path("memory");
    if (!memory.isMissingNode()) {
      return ", remembers " + memory.asText();
    }
    return own.isMissingNode() ? "" : ", remembers %s, restarts %s".formatted(own, restarts);
  }

  public List<String> lines() {
    return lines;
  }

  String hash() {
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }
}
