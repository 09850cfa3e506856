package dev.trainyard.operator.sdk;

import dev.trainyard.operator.ShownJobs;
import dev.trainyard.operator.kinds.RawResource;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import java.util.Set;

/// Tells which jobs come and go. It wakes none of them; it is a source because those hear of it.
final class ShownJobsSource<W extends RawResource> extends AbstractEventSource<Void, W>
    implements ResourceEventAware<W> {

  private final ShownJobs jobs;

  ShownJobsSource(ShownJobs jobs) {
    super(Void.class, "shown");
    this.jobs = jobs;
  }

  @Override
  public void onResourceCreated(W job) {
    jobs.see(job.getMetadata().getNamespace(), job.getMetadata().getName());
  }

  @Override
  public void onResourceDeleted(W job) {
    jobs.forget(job.getMetadata().getNamespace(), job.getMetadata().getName());
  }

  @Override
  public void stop() {
    super.stop();
    jobs.forgetAll();
  }

  @Override
  public Set<Void> getSecondaryResources(W job) {
    return Set.of();
  }
}
