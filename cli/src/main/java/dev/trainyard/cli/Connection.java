package dev.trainyard.cli;

import picocli.CommandLine.Mixin;

/// What every command that talks to a cluster takes: which cluster, and how much is said of it.
final class Connection {

  @Mixin private final Talk talk = new Talk();
  @Mixin private final ClusterOptions options = new ClusterOptions();

  int use(Surroundings surroundings, OnlineCommand.Work work) throws Exception {
    return OnlineCommand.run(surroundings, talk, options, work);
  }

  Talk talk() {
    return talk;
  }

  ClusterOptions options() {
    return options;
  }
}
