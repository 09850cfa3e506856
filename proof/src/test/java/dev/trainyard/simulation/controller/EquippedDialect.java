package dev.trainyard.simulation.controller;

import dev.trainyard.api.kubeflow.PyTorchJob;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.model.Attachment;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.TrainingJob;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `PyTorchJob`s that bring more objects than theirs usually do.
final class EquippedDialect implements Dialect<PyTorchJob> {

  private final Dialect<PyTorchJob> usual = Dialects.PYTORCH_JOB.dialect();
  private final List<Attachment> attachments;

  EquippedDialect(List<Attachment> attachments) {
    this.attachments = attachments;
  }

  @Override
  public Kind kind() {
    return usual.kind();
  }

  @Override
  public List<Problem> validate(PyTorchJob job, Optional<PyTorchJob> before, Lookup lookup) {
    return usual.validate(job, before, lookup);
  }

  @Override
  public Reading read(PyTorchJob job, Lookup lookup) {
    return usual.read(job, lookup) instanceof Reading.Job(var neutral)
        ? new Reading.Job(equipped(neutral))
        : usual.read(job, lookup);
  }

  private TrainingJob equipped(TrainingJob job) {
    return new TrainingJob(
        job.id(),
        job.roles(),
        job.naming(),
        job.addressing(),
        job.env(),
        job.gang(),
        job.success(),
        job.running(),
        job.budget(),
        job.hold(),
        job.attemptAsked(),
        job.clock(),
        job.cleanUp(),
        job.mode(),
        job.refresh(),
        attachments,
        job.patience(),
        job.telling());
  }

  @Override
  public JobState recall(PyTorchJob job) {
    return usual.recall(job);
  }

  @Override
  public PyTorchJob withStatus(PyTorchJob job, JobState state, Instant now) {
    return usual.withStatus(job, state, now);
  }

  @Override
  public PyTorchJob refused(PyTorchJob job, List<Problem> problems, Instant now) {
    return usual.refused(job, problems, now);
  }

  @Override
  public List<EventText> tell(PyTorchJob job, Fact fact) {
    return usual.tell(job, fact);
  }

  @Override
  public Set<Attached.Kind> attaches(Settings settings) {
    return Set.of(Attached.CONFIG_MAPS, Attached.SECRETS);
  }
}
