package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.stream.StreamSupport;

/// 3, and what a job may cost: no failure is counted that did not happen, and writes follow what
/// happens to a job, not how long it takes.
final class Accounts implements Rule {

  private static final int WRITES_PER_JOB = 6;
  private static final int WRITES_PER_DISTURBANCE = 3;

  private final IntSupplier faults;
  private final Map<String, Account> accounts = new HashMap<>();
  private final Lineage lineage = new Lineage();

  private static final class Account {
    String name = "";
    final Map<String, Integer> failures = new HashMap<>();
    final Set<String> successes = new HashSet<>();
    int vanished;
    int edits;
    int writes;
    boolean sweeps;
    int writesAtOnce = 1;
    long generation;

    int failures() {
      return failures.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /// @param faults how many of them anybody made on purpose so far
  Accounts(IntSupplier faults) {
    this.faults = faults;
  }

  @Override
  public void changed(Change change) {
    lineage.heard(change);
    switch (change.item().content()) {
      // An AppWrapper is no job, and has a budget of its own.
      case Content.Raw _ when change.key().kind().equals(AppWrapper.KIND) -> {}
      case Content.Raw(var tree) -> jobChanged(change, JobTree.of(tree));
      case Content.Typed(Pod pod) ->
          lineage.of(change.item()).forEach(job -> podChanged(change, account(job), pod));
      case Content.Typed _ -> {}
    }
  }

  private Account account(String job) {
    return accounts.computeIfAbsent(job, _ -> new Account());
  }

  private static void podChanged(Change change, Account account, Pod pod) {
    var failed = "Failed".equals(pod.getStatus().getPhase());
    int failures =
        (failed ? 1 : 0)
            + pod.getStatus().getContainerStatuses().stream()
                .mapToInt(ContainerStatus::getRestartCount)
                .sum();
    account.failures.merge(change.item().uid(), failures, Math::max);
    if ("Succeeded".equals(pod.getStatus().getPhase())) {
      account.successes.add(change.item().uid());
    }
    if (change.type() == Change.Type.DELETED && !failed) {
      account.vanished++;
    }
  }

  private void jobChanged(Change change, JobTree job) {
    var account = account(change.item().uid());
    account.name = change.item().key().toString();
    account.sweeps = job.words().sweeps(job);
    account.writesAtOnce = job.words().writesAtOnce();
    switch (change.type()) {
      case ADDED -> account.generation = job.generation();
      case MODIFIED -> {
        if (job.generation() == account.generation) {
          account.writes++;
        } else {
          account.generation = job.generation();
          account.edits++;
        }
        countedOnce(change.item(), account, job);
      }
      case DELETED -> {}
    }
  }

  private static void countedOnce(Item item, Account account, JobTree job) {
    int counted =
        StreamSupport.stream(job.restarts().spliterator(), false).mapToInt(JsonNode::asInt).sum();
    int ended =
        account.failures() + (job.words().countsSuccesses(job) ? account.successes.size() : 0);
    require(
        counted <= ended,
        () -> "3: %s counts %d failures, and there were %d".formatted(item.key(), counted, ended));
  }

  @Override
  public void atTheEnd() {
    accounts.values().stream()
        .filter(account -> !account.name.isEmpty())
        .forEach(
            account -> {
              int disturbances =
                  account.failures()
                      + account.vanished
                      + account.edits
                      + (account.sweeps ? account.successes.size() : 0)
                      + faults.getAsInt();
              int most =
                  account.writesAtOnce * (WRITES_PER_JOB + WRITES_PER_DISTURBANCE * disturbances);
              require(
                  account.writes <= most,
                  () ->
                      "%s was written %d times, and %d are enough for %d disturbances"
                          .formatted(account.name, account.writes, most, disturbances));
            });
  }
}
