package dev.trainyard.cli.cluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.List;
import java.util.Optional;

/// One job and its pods as they change.
public final class JobSight implements AutoCloseable {

  private final Jobs jobs;
  private final Job first;
  private final SharedIndexInformer<GenericKubernetesResource> resource;
  private final SharedIndexInformer<Pod> pods;

  /// Returns once both are seen; from then on `changed` is called after every change.
  public JobSight(Cluster cluster, Jobs jobs, Job job, Runnable changed) {
    this.jobs = jobs;
    this.first = job;
    this.resource =
        cluster
            .client()
            .genericKubernetesResources(job.kind().context())
            .inNamespace(job.namespace())
            .withName(job.name())
            .inform(new Every<>(changed));
    this.pods =
        cluster
            .client()
            .pods()
            .inNamespace(job.namespace())
            .withLabels(job.podLabels())
            .inform(new Every<>(changed));
  }

  /// Nothing once it is deleted; another job that got its name since is not it.
  public Optional<Job> job() {
    return resource.getStore().list().stream()
        .filter(found -> found.getMetadata().getUid().equals(first.uid()))
        .findFirst()
        .map(found -> jobs.read(first.kind(), found));
  }

  public List<Replica> replicas() {
    return Jobs.replicas(first, pods.getStore().list().stream());
  }

  /// Whether the cluster still tells us of changes.
  public boolean alive() {
    return resource.isWatching() && pods.isWatching();
  }

  @Override
  public void close() {
    resource.close();
    pods.close();
  }
}
