package dev.trainyard.operator;

import dev.trainyard.dialects.Dialect;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.TrainingJob;

/// What is known about one job's surroundings right now. Nothing here asks the API server: answers
/// are snapshots of caches, in which our own writes are visible as soon as they are acknowledged.
public interface ClusterView {

  Observed observe(TrainingJob job, JobState past, boolean deletionAsked);

  Dialect.Lookup lookup();
}
