package dev.trainyard.dialects.generator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// The command of an init container: a list, or text that reads as one.
final class InitCommand {

  /// Nothing where it is text that is no list.
  static Optional<List<String>> words(JsonNode command, YamlLists lists) {
    var list =
        command.isArray()
            ? Optional.of(items(command))
            : lists.list(Texts.of(command)).map(InitCommand::items);
    return list.filter(items -> items.stream().noneMatch(JsonNode::isContainerNode))
        .map(items -> items.stream().map(Texts::of).toList());
  }

  private static List<JsonNode> items(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).toList();
  }

  private InitCommand() {}
}
