package dev.trainyard.dialects.runai;

import dev.trainyard.dialects.Settings;
import dev.trainyard.dialects.Settings.Place;
import dev.trainyard.engine.model.TrainingJob.JobId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A workload that is submitted: what its job is called, and the values it goes by.
///
/// @param foundClaims the claims to storage that somebody else has made under names it would use
record Workload(
    JobId id,
    String name,
    String project,
    Effective values,
    Settings settings,
    Set<String> foundClaims) {

  Workload {
    foundClaims = Set.copyOf(foundClaims);
  }

  /// The pool of all nodes that are in no other.
  static final String DEFAULT_POOL = "default";

  Workload with(Effective others) {
    return new Workload(id, name, project, others, settings, foundClaims);
  }

  Workload finding(Set<String> claims) {
    return new Workload(id, name, project, values, settings, claims);
  }

  WorkloadSettings ours() {
    return settings.workloads();
  }

  boolean inYard() {
    return settings.place() == Place.YARD;
  }

  boolean isMpi() {
    return values.isOn("mpi");
  }

  int completions() {
    return values.number("completions").orElse(1);
  }

  int parallelism() {
    return values.number("parallelism").orElse(1);
  }

  int processes() {
    return values.number("processes").orElse(1);
  }

  int backoffLimit() {
    return values.number("backoffLimit").orElse(6);
  }

  boolean hasHome() {
    return values.flag("createHomeDir").orElseGet(() -> values.isOn("runAsUser"));
  }

  /// The pools it may be placed in, in the order in which they are tried; none where it is not
  /// said.
  List<String> pools() {
    return values
        .text("nodePools")
        .map(Lists::split)
        .filter(pools -> !pools.isEmpty())
        .or(() -> values.text("nodePool").map(Lists::split))
        .orElse(List.of());
  }

  /// The pool it is offered to first.
  String pool() {
    return pools().stream().findFirst().orElse(DEFAULT_POOL);
  }

  String queue() {
    return pool().equals(DEFAULT_POOL) ? project : "%s-%s".formatted(project, pool());
  }

  Optional<String> user() {
    return values.text("username").filter(name -> !name.isEmpty());
  }
}
