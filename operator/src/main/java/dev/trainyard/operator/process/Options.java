package dev.trainyard.operator.process;

import dev.trainyard.dialects.Settings;
import dev.trainyard.operator.Limits;
import dev.trainyard.operator.Scope;
import dev.trainyard.operator.leader.Terms;
import dev.trainyard.operator.webhook.WebhookOptions;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/// How an operator is run.
///
/// @param election how operators agree who acts; without it, this one acts at once
/// @param schedulers the scheduler names whose pods we place; of no others, so that no pod has two
///   schedulers
/// @param webhook how API servers ask us whether a job may be stored, if they do
public record Options(
    Settings settings,
    Scope scope,
    Limits limits,
    Optional<Terms> election,
    Set<String> schedulers,
    Optional<InetSocketAddress> metrics,
    Optional<InetSocketAddress> probes,
    Optional<WebhookOptions> webhook) {

  public Options {
    schedulers = Set.copyOf(schedulers);
  }
}
