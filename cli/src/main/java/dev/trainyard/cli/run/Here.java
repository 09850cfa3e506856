package dev.trainyard.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Changes that a command makes to a manifest because of where it is run.
public final class Here {

  /// Where the processes of a pod start, on one machine.
  private static final String WORKING_DIR = "trainyard.dev/working-dir";

  /// Pods of this manifest start in this directory, unless it says otherwise, so that relative
  /// paths in commands mean what they mean to the person who typed the command.
  public static void startIn(Path directory, ObjectNode manifest) {
    templates(
        manifest.path("spec"),
        template -> {
          var annotations =
              template.withObjectProperty("metadata").withObjectProperty("annotations");
          if (!annotations.has(WORKING_DIR)) {
            annotations.put(WORKING_DIR, directory.toString());
          }
        });
  }

  /// Gives more arguments to the program of every replica: to the first container of its pods.
  public static void addArguments(List<String> words, ObjectNode manifest) {
    if (words.isEmpty()) {
      return;
    }
    templates(
        manifest.path("spec"),
        template -> {
          if (template.at("/spec/containers/0") instanceof ObjectNode container) {
            var args =
                container.get("args") instanceof ArrayNode given
                    ? given
                    : container.putArray("args");
            words.forEach(args::add);
          }
        });
  }

  /// Every pod template, wherever a dialect has it.
  private static void templates(JsonNode node, Consumer<ObjectNode> found) {
    if (node.get("template") instanceof ObjectNode template
        && template.at("/spec/containers").isArray()) {
      found.accept(template);
    }
    node.forEach(child -> templates(child, found));
  }

  private Here() {}
}
