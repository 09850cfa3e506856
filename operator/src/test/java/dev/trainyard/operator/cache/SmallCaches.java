package dev.trainyard.operator.cache;

import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Settings;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.operator.ClusterWriter.Target;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Caches that hold the objects one job has brought.
final class SmallCaches implements Caches {

  private final Set<Attached.Kind> kinds;
  private final List<HasMetadata> objects = new ArrayList<>();

  SmallCaches(Attached.Kind... kinds) {
    this.kinds = Set.of(kinds);
  }

  Observed observe(TrainingJob job) {
    var settings = Settings.defaults(Settings.Place.CLUSTER);
    return new CachedCluster(
            this, new Departures(), settings, new Company(kinds, Set.of(), Set.of()))
        .observe(job, JobState.unseen(), false);
  }

  @Override
  public Stream<Pod> pods() {
    return Stream.of();
  }

  @Override
  public Stream<HasMetadata> objects() {
    return objects.stream();
  }

  @Override
  public Optional<Node> node(String name) {
    return Optional.empty();
  }

  @Override
  public Stream<GenericKubernetesResource> carriers() {
    return Stream.of();
  }

  @Override
  public Optional<? extends HasMetadata> named(String apiVersion, String kind, String name) {
    return Optional.empty();
  }

  @Override
  public Optional<GenericKubernetesResource> consulted(String kind, String namespace, String name) {
    return Optional.empty();
  }

  @Override
  public List<GenericKubernetesResource> consulted(String kind, String namespace) {
    return List.of();
  }

  @Override
  public boolean seesNodes() {
    return false;
  }

  @Override
  public void saw(HasMetadata object) {
    object.getMetadata().setUid("uid-" + objects.size());
    objects.add(object);
  }

  @Override
  public boolean shows(Target target) {
    return false;
  }
}
