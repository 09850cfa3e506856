package dev.trainyard.simulation.proof;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
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
        "%s %s %s"
            .formatted(
                switch (change.type()) {
                  case ADDED -> "+";
                  case MODIFIED -> "~";
                  case DELETED -> "-";
                },
                change.key(),
                text(change.item())));
  }

  public void say(String what) {
    var line = "%9.3f  %s".formatted(sight.elapsed().toMillis() / 1000.0, what);
    digest.update(line.getBytes(StandardCharsets.UTF_8));
    lines.add(line);
  }

  private static String text(Item item) {
    return switch (item.content()) {
      case Content.Raw(var job) ->
          job.at("/metadata/annotations")
              + " "
              + job.path("status").path("conditions")
              + job.path("status").path("replicaStatuses");
      case Content.Typed(Pod pod) ->
          "%s %s %s%s"
              .formatted(
                  pod.getStatus().getPhase(),
                  pod.getSpec().getNodeName(),
                  item.uid().substring(item.uid().length() - 4),
                  pod.isMarkedForDeletion() ? " leaving" : "");
      case Content.Typed(Event event) -> event.getReason() + " " + event.getMessage();
      case Content.Typed(Node node) -> node.getStatus().getConditions().getFirst().getStatus();
      case Content.Typed _ -> "";
    };
  }

  public List<String> lines() {
    return lines;
  }

  String hash() {
    return HexFormat.of().formatHex(digest.digest(), 0, 8);
  }
}
