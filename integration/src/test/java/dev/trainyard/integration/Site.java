package dev.trainyard.integration;

import dev.trainyard.api.Crds;
import dev.trainyard.dialects.Settings;
import dev.trainyard.integration.cluster.Cluster;
import dev.trainyard.operator.TrainyardOperator;
import dev.trainyard.scheduler.shell.Binder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/// A cluster with all that Trainyard adds to one: definitions, operator, scheduler, and a node that
/// runs pods as processes.
final class Site implements AutoCloseable {

  private static final Duration AT_ONCE = Duration.ofMillis(100);

  private final Ground ground;
  private final Binder scheduler;
  private TrainyardOperator operator;

  static Site open() {
    return Ground.under(Site::new);
  }

  private Site(Ground ground) {
    this.ground = ground;
    ground.create(Crds.all());
    ground.create(Crds.ofQueues());
    scheduler = Binder.start(client());
    operator = startOperator(AT_ONCE);
  }

  private TrainyardOperator startOperator(Duration tellBy) {
    // None of our clusters has a Job controller of its own.
    var settings = Settings.defaults(Settings.Place.CLUSTER).runningJobs();
    return TrainyardOperator.begin(
        client(), settings.tellingBy(tellBy), InstantSource.system(), new SimpleMeterRegistry());
  }

  /// What happens meanwhile happens without an operator.
  void restartOperator(Runnable meanwhile) {
    restartOperator(AT_ONCE, meanwhile);
  }

  /// The next operator tells bare details only after this long.
  void restartOperator(Duration tellBy, Runnable meanwhile) {
    operator.close();
    meanwhile.run();
    operator = startOperator(tellBy);
  }

  Cluster cluster() {
    return ground.cluster();
  }

  KubernetesClient client() {
    return ground.client();
  }

  /// A place for files that programs of pods and stories share.
  Path shared() {
    return ground.directory().resolve("shared");
  }

  @Override
  public void close() throws IOException {
    operator.close();
    scheduler.close();
    ground.close();
  }
}
