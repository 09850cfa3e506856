package dev.trainyard.operator.process;

import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.Limits;
import dev.trainyard.operator.Scope;
import dev.trainyard.operator.leader.Terms;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/// How an operator is run.
///
/// @param election how operators agree who acts; without it, this one acts at once
/// @param schedulers the scheduler names whose pods we place; of no others, so that no pod has two
///   schedulers
public record Options(
    Settings settings,
    Scope scope,
    Limits limits,
    Optional<Terms> election,
    Set<String> schedulers,
    Optional<InetSocketAddress> metrics,
    Optional<InetSocketAddress> probes) {

  public Options {
    schedulers = Set.copyOf(schedulers);
  }
}
