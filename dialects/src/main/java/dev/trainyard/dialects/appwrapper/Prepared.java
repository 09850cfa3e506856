package dev.trainyard.dialects.appwrapper;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// The object that a component asks for, or why there can be none.
public sealed interface Prepared {

  record Ready(ObjectNode object) implements Prepared {}

  /// No later attempt will go better.
  record Flawed(String why) implements Prepared {}
}
