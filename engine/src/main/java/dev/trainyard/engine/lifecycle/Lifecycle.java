package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.TrainingJob;
import java.time.Instant;

/// Says what a job needs next. Pure: everything it knows arrives as an argument.
public final class Lifecycle {

  public static Decision decide(TrainingJob job, Observed observed, Instant now) {
    throw new UnsupportedOperationException("%s %s %s".formatted(job, observed, now));
  }

  private Lifecycle() {}
}
