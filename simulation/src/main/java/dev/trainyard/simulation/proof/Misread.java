package dev.trainyard.simulation.proof;

import dev.trainyard.engine.model.FailureBudget;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.CleanUp;
import dev.trainyard.engine.model.TrainingJob.Clock;
import dev.trainyard.engine.model.TrainingJob.Hold;
import dev.trainyard.engine.model.TrainingJob.Patience;
import dev.trainyard.engine.model.TrainingJob.RunningRule;
import dev.trainyard.engine.model.TrainingJob.SuccessRule;
import java.util.List;

/// A job that is being taken for another.
record Misread(
    TrainingJob job,
    List<Role> roles,
    SuccessRule success,
    RunningRule running,
    FailureBudget budget,
    Hold hold,
    Clock clock,
    CleanUp cleanUp,
    Patience patience) {

  static Misread of(TrainingJob job) {
    return new Misread(
        job,
        job.roles(),
        job.success(),
        job.running(),
        job.budget(),
        job.hold(),
        job.clock(),
        job.cleanUp(),
        job.patience());
  }

  Misread with(List<Role> roles) {
    return new Misread(job, roles, success, running, budget, hold, clock, cleanUp, patience);
  }

  Misread with(SuccessRule success) {
    return new Misread(job, roles, success, running, budget, hold, clock, cleanUp, patience);
  }

  Misread with(RunningRule running) {
    return new Misread(job, roles, success, running, budget, hold, clock, cleanUp, patience);
  }

  Misread with(FailureBudget budget) {
    return new Misread(job, roles, success, running, budget, hold, clock, cleanUp, patience);
  }

  Misread with(Hold hold) {
    return new Misread(job, roles, success, running, budget, hold, clock, cleanUp, patience);
  }

  Misread with(Clock clock) {
    return new Misread(job, roles, success, running, budget, hold, clock, cleanUp, patience);
  }

  Misread with(CleanUp cleanUp) {
    return new Misread(job, roles, success, running, budget, hold, clock, cleanUp, patience);
  }

  Misread with(Patience patience) {
    return new Misread(job, roles, success, running, budget, hold, clock, cleanUp, patience);
  }

  TrainingJob read() {
    return new TrainingJob(
        job.id(),
        roles,
        job.naming(),
        job.addressing(),
        job.env(),
        job.gang(),
        success,
        running,
        budget,
        hold,
        job.attemptAsked(),
        clock,
        cleanUp,
        job.mode(),
        job.refresh(),
        job.attachments(),
        patience,
        job.telling());
  }
}
