package dev.trainyard.simulation.controller;

import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.JobCounters;
import dev.trainyard.operator.KeyMaker;
import dev.trainyard.operator.Takeovers;
import dev.trainyard.operator.TrainingReconciler;
import dev.trainyard.operator.cache.ApiWriter;
import dev.trainyard.operator.cache.CachedCluster;
import dev.trainyard.operator.cache.Company;
import dev.trainyard.operator.cache.Departures;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.operator.kinds.Registration;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Key;
import dev.trainyard.simulation.controller.Controller.Surroundings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.Optional;

/// Looks after the jobs of one kind, by the operator's own passes.
final class JobDuty implements Duty {

  private final Surroundings surroundings;
  private final Parts parts;
  private final Parts.Pass pass;
  private final Company company;
  private final Requests requests;
  private final Departures departures = new Departures();
  private final Watches watches;

  static <R> JobDuty of(
      Registration<?, R> kind,
      Parts parts,
      Surroundings surroundings,
      Requests requests,
      Wakes wakes,
      long version) {
    var counters = new JobCounters(new SimpleMeterRegistry());
    var takeovers = new Takeovers();
    // One request at a time and in order makes a pass repeatable; passes do not wait for each
    // other.
    Parts.Pass pass =
        (job, cluster, writer) ->
            new TrainingReconciler<>(
                    kind.dialect(),
                    kind.codec(),
                    parts.engine(),
                    new InFlight(1),
                    keys(surroundings.ledger()),
                    takeovers,
                    counters,
                    surroundings.agenda())
                .reconcile(job, cluster, writer);
    return new JobDuty(kind, parts, pass, surroundings, requests, wakes, version);
  }

  /// Real keys take time; here as there, no two are alike.
  private static KeyMaker keys(Ledger ledger) {
    return (kind, job) ->
        new KeyMaker.Keys(
            "%s%s, made after request %d\n".formatted(Controller.KEY, job, ledger.last()),
            "%s lock of %s, made after request %d\n".formatted(kind, job, ledger.last()));
  }

  private JobDuty(
      Registration<?, ?> kind,
      Parts parts,
      Parts.Pass pass,
      Surroundings surroundings,
      Requests requests,
      Wakes wakes,
      long version) {
    this.surroundings = surroundings;
    this.parts = parts;
    this.pass = parts.pass().apply(pass);
    this.company = Company.of(kind.dialect(), surroundings.settings());
    this.requests = requests;
    this.watches =
        new Watches(
            kind.dialect().kind(),
            company,
            new Post(surroundings, parts.heeds()),
            departures,
            wakes,
            surroundings,
            version);
  }

  @Override
  public Post post() {
    return watches.post();
  }

  @Override
  public void begin() {
    watches.wakeAll();
  }

  @Override
  public Optional<Item> job(Key key) {
    return watches.job(key);
  }

  @Override
  public void wrote(Item job) {
    watches.wrote(job);
  }

  @Override
  public Optional<Instant> pass(Item job) {
    var caches = parts.caches().apply(watches.around(job));
    var asked = parts.departures().apply(departures);
    return pass.over(
        job.raw().deepCopy(),
        new CachedCluster(caches, asked, surroundings.settings(), company),
        new ApiWriter(requests, caches, asked, surroundings.agenda()));
  }
}
