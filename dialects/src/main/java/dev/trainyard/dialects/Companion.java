package dev.trainyard.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A kind of objects that are no jobs, and by which jobs are read. A mistake in one is everybody's,
/// so that it is told at the door like those of jobs.
public interface Companion {

  Dialect.Kind kind();

  /// Every problem at once.
  List<Problem> problems(JsonNode object);
}
