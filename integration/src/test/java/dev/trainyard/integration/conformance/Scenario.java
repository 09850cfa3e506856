package dev.trainyard.integration.conformance;

import java.util.List;
import java.util.zip.CRC32;

/// Requests that follow each other, about an object of their own.
///
/// @param id unique, and the same in every run
record Scenario(String id, Subject subject, List<Step> steps) {

  Scenario {
    steps = List.copyOf(steps);
  }

  /// A name that no other scenario's object has.
  String name() {
    return "c%08x".formatted(number());
  }

  /// The same in every run, and evenly spread.
  long number() {
    var crc = new CRC32();
    crc.update(id.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return crc.getValue();
  }
}
