package dev.trainyard.cli.run;

import dev.trainyard.cli.Surroundings;
import dev.trainyard.cli.cluster.Cluster;
import dev.trainyard.cli.cluster.Clusters;
import dev.trainyard.cli.cluster.Clusters.Choice;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Jobs;
import dev.trainyard.cli.local.Detached;
import dev.trainyard.cli.local.LocalYard;
import dev.trainyard.cli.local.UsualSettings;
import dev.trainyard.cli.local.YardHome;
import dev.trainyard.cli.logs.Archive;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.yard.Yard;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Where a job is run: a cluster, a yard that is up, or a yard of its own for as long as it takes.
final class Workplace implements AutoCloseable {

  private final Cluster cluster;
  private final Optional<LocalYard> own;

  static Workplace open(Surroundings surroundings, Choice choice) {
    if (!choice.yard()) {
      return new Workplace(Clusters.connect(choice, surroundings.home()), Optional.empty());
    }
    var running = Clusters.findYard(choice, surroundings.home());
    if (running.isPresent()) {
      return new Workplace(running.get(), Optional.empty());
    }
    var yard =
        LocalYard.start(
            new YardHome(surroundings.home()),
            UsualSettings.at(Place.YARD),
            Yard.Options.defaults(),
            _ -> {});
    return new Workplace(yard.cluster(choice.namespace()), Optional.of(yard));
  }

  Cluster cluster() {
    return cluster;
  }

  /// Whether the yard ends with us, and with it everything that must not outlive us.
  boolean own() {
    return own.isPresent();
  }

  /// Only a node in this process tells what pods printed that are gone.
  Optional<Archive> archive() {
    return own.map(yard -> new Archive(yard.logs()));
  }

  String description() {
    return own.isPresent()
        ? "a yard of its own at %s".formatted(own.get().address())
        : cluster.description();
  }

  /// The jobs that go on here, or have left something running.
  List<Job> running() {
    return own.map(LocalYard::running).orElseGet(() -> new Jobs(cluster).running());
  }

  void endProcesses() throws InterruptedException {
    if (own.isPresent()) {
      own.get().endProcesses();
    }
  }

  /// Leaves what runs to a yard in the background.
  void handOver(Surroundings surroundings) {
    close();
    if (own.isPresent()) {
      var _ =
          Detached.start(
              new YardHome(surroundings.home()),
              OptionalInt.empty(),
              List.of(),
              surroundings.environment());
    }
  }

  @Override
  public void close() {
    cluster.close();
    own.ifPresent(LocalYard::close);
  }

  private Workplace(Cluster cluster, Optional<LocalYard> own) {
    this.cluster = cluster;
    this.own = own;
  }
}
