package dev.trainyard.cli.exec;

import dev.trainyard.cli.ExitStatus;
import dev.trainyard.cli.Refusal;
import dev.trainyard.cli.cluster.Job;
import dev.trainyard.cli.cluster.Replica;
import dev.trainyard.engine.model.Role.Carrier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which replica of a job is meant: the one that is named, else the one that leads.
public record ReplicaChoice(
    Optional<String> role, Optional<Integer> index, Optional<String> container) {

  /// A container that runs, or is told to.
  public record Place(Replica replica, String container) {}

  /// The replica and its container.
  ///
  /// @throws Refusal that lists the replicas, when none or several are meant, or it does not run
  public Place among(Job job, List<Replica> replicas) {
    var meant = replicas.stream().filter(this::names).toList();
    if (meant.isEmpty()) {
      throw refusal("%s has no such replica".formatted(job.reference()), job, replicas);
    }
    if (meant.size() > 1 && (role.isPresent() || index.isPresent())) {
      throw refusal(
          "%d replicas of %s are meant: say which with --role and --index"
              .formatted(meant.size(), job.reference()),
          job,
          meant);
    }
    var replica = meant.getFirst();
    var chosen = container.orElseGet(() -> main(job, replica));
    if (!replica.containerNames().contains(chosen)) {
      throw new Refusal(
          ExitStatus.INVALID,
          "%s has no container \"%s\"; it has %s."
              .formatted(replica.name(), chosen, String.join(", ", replica.containerNames())));
    }
    if (!runs(replica, chosen)) {
      throw refusal("%s does not run".formatted(replica.name()), job, replicas);
    }
    return new Place(replica, chosen);
  }

  private boolean names(Replica replica) {
    return role.map(replica.role()::equalsIgnoreCase).orElse(true)
        && index.map(number -> number == replica.index()).orElse(true);
  }

  private static boolean runs(Replica replica, String container) {
    return !replica.leaving()
        && replica
            .containers()
            .anyMatch(
                status ->
                    status.getName().equals(container)
                        && status.getState() != null
                        && status.getState().getRunning() != null);
  }

  /// The container that trains; the first where nothing says which that is.
  private static String main(Job job, Replica replica) {
    return job.training().stream()
        .flatMap(training -> training.roles().stream())
        .filter(known -> known.name().equalsIgnoreCase(replica.role()))
        .flatMap(
            known ->
                known.carrier() instanceof Carrier.Pods(var main, _, _)
                    ? Optional.of(main).stream()
                    : Optional.<String>empty().stream())
        .findFirst()
        .orElseGet(() -> replica.pod().getSpec().getContainers().getFirst().getName());
  }

  private static Refusal refusal(String what, Job job, List<Replica> replicas) {
    var lines = new ArrayList<String>();
    lines.add(
        replicas.isEmpty()
            ? "%s; it has no pods (%s).".formatted(what, job.phase())
            : "%s:".formatted(what));
    replicas.forEach(
        replica ->
            lines.add(
                "  %s is %s%s"
                    .formatted(
                        replica.name(),
                        replica.state(),
                        replica.waitsFor().map(" (%s)"::formatted).orElse(""))));
    return new Refusal(ExitStatus.FAILED, lines);
  }
}
