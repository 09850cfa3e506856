package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.proof.JobTree.Condition;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What an AppWrapper promises: nothing of it exists but while it says so and cannot go before it
/// (W1, W4); its quota is reserved while anything may exist (W2); every reset that is somebody's
/// fault counts once, and there are no more than its limit (W3); and it is as patient as it says.
/// That its ends are final is told by its words.
final class WrapperPromises implements Rule {

  private static final String PREFIX = "workload.codeflare.dev.appwrapper/";
  private static final int USUAL_LIMIT = 3;
  private static final Duration FAILURE_GRACE = Duration.ofMinutes(1);
  private static final Duration RETRY_PAUSE = Duration.ofSeconds(90);
  private static final Set<String> AT_WORK =
      Set.of("Resuming", "Running", "Resetting", "Suspending");

  private static final int WRITES = 10;
  private static final int WRITES_PER_DISTURBANCE = 8;

  private final Sight sight;
  private final Map<String, JobTree> wrappers = new HashMap<>();
  private final Map<String, Account> accounts = new HashMap<>();

  private static final class Account {
    int writes;
    int edits;
  }

  WrapperPromises(Sight sight) {
    this.sight = sight;
  }

  @Override
  public void changed(Change change) {
    if (change.item().content() instanceof Content.Raw(var tree)
        && change.key().kind().equals(AppWrapper.KIND)) {
      var now = JobTree.of(tree);
      var before = wrappers.put(change.item().uid(), now);
      switch (change.type()) {
        case ADDED -> {}
        case MODIFIED -> {
          if (before != null) {
            count(change.item(), before, now);
            holds(change.item(), before, now);
          }
        }
        case DELETED -> nothingIsLeft(change.item());
      }
    }
    if (change.type() == Change.Type.ADDED) {
      change
          .item()
          .controller()
          .flatMap(uid -> Optional.ofNullable(wrappers.get(uid)))
          .ifPresent(wrapper -> madeInTime(change.item(), wrapper));
    }
  }

  private void count(Item item, JobTree before, JobTree now) {
    var account = accounts.computeIfAbsent(item.uid(), _ -> new Account());
    if (before.generation() == now.generation()) {
      account.writes++;
    } else {
      account.edits++;
    }
  }

  private void holds(Item item, JobTree before, JobTree now) {
    if (!now.holds("ResourcesDeployed")) {
      nothingIsLeft(item);
    }
    quota(item, now);
    counted(item, before, now);
    patient(item, before, now);
  }

  /// W1, and what is left behind by one that is gone.
  private void nothingIsLeft(Item wrapper) {
    sight
        .store()
        .all()
        .filter(
            item ->
                item.controller().filter(wrapper.uid()::equals).isPresent()
                    || carriesTheNameOf(wrapper, item))
        .findFirst()
        .ifPresent(
            item -> {
              throw new Violation(
                  "W1: %s says that nothing of it is there, and %s is"
                      .formatted(wrapper.key(), item.key()));
            });
  }

  private static boolean carriesTheNameOf(Item wrapper, Item item) {
    return item.content() instanceof Content.Typed(Pod pod)
        && item.key().namespace().equals(wrapper.key().namespace())
        && pod.getMetadata().getLabels() != null
        && wrapper.key().name().equals(pod.getMetadata().getLabels().get(CodeFlare.WRAPPER_LABEL));
  }

  /// W2: one that was deleted after it had succeeded has given its quota back already, and one that
  /// is deleted when nothing of it is there does so last of all, in whatever phase it is.
  private static void quota(Item item, JobTree now) {
    var phase = WrapperWords.phase(now);
    boolean reserved = now.holds("QuotaReserved");
    boolean deployed = now.holds("ResourcesDeployed");
    boolean rightly =
        switch (phase) {
          case "Failed" -> reserved == deployed;
          case "Terminating" -> !reserved || deployed;
          default ->
              reserved == AT_WORK.contains(phase)
                  || (now.job().path("metadata").hasNonNull("deletionTimestamp") && !deployed);
        };
    require(
        rightly,
        () ->
            "W2: %s is %s, and its quota is %s"
                .formatted(item.key(), phase, reserved ? "reserved" : "not reserved"));
  }

  /// W3
  private static void counted(Item item, JobTree before, JobTree now) {
    int more = retries(now) - retries(before);
    boolean reset =
        WrapperWords.phase(now).equals("Resetting")
            && !WrapperWords.phase(before).equals("Resetting");
    boolean excused =
        now.condition("Unhealthy")
            .filter(why -> why.reason().equals("AutopilotNoExecute"))
            .isPresent();
    int expected = reset && !excused ? 1 : 0;
    require(
        more == expected,
        () ->
            "W3: %s is %s after %s and counts %d retries, %d more"
                .formatted(
                    item.key(),
                    WrapperWords.phase(now),
                    WrapperWords.phase(before),
                    retries(now),
                    more));
    require(
        more == 0 || retries(now) <= limit(now),
        () -> "W3: %s was tried %d times again".formatted(item.key(), retries(now)));
  }

  private static int retries(JobTree wrapper) {
    return wrapper.job().at("/status/resettingCount").asInt();
  }

  private static int limit(JobTree wrapper) {
    return annotation(wrapper, "retryLimit").asInt(USUAL_LIMIT);
  }

  private static JsonNode annotation(JobTree wrapper, String name) {
    return wrapper.job().at("/metadata/annotations").path(PREFIX + name);
  }

  private void patient(Item item, JobTree before, JobTree now) {
    var unhealthy = now.condition("Unhealthy").filter(Condition::holds);
    if (unhealthy.isEmpty()) {
      return;
    }
    var since = unhealthy.get().since().orElseThrow();
    var from = WrapperWords.phase(before);
    switch (WrapperWords.phase(now)) {
      case "Resetting", "Failed" -> {
        if (from.equals("Running") && unhealthy.get().reason().equals("FoundFailedPods")) {
          lasted(item, since, "failureGracePeriodDuration", now, FAILURE_GRACE);
        }
      }
      case "Resuming" -> {
        if (from.equals("Resetting")) {
          lasted(item, since, "retryPausePeriodDuration", now, RETRY_PAUSE);
        }
      }
      default -> {}
    }
  }

  /// Where somebody has asked for another patience, that is shown elsewhere.
  private void lasted(Item item, Instant since, String what, JobTree wrapper, Duration usual) {
    require(
        !annotation(wrapper, what).isMissingNode() || !sight.now().isBefore(since.plus(usual)),
        () ->
            "%s has waited %s, and not %s"
                .formatted(item.key(), Duration.between(since, sight.now()), usual));
  }

  /// W1 and W4, as things are made.
  private static void madeInTime(Item made, JobTree wrapper) {
    require(
        WrapperWords.phase(wrapper).equals("Resuming") && wrapper.holds("ResourcesDeployed"),
        () ->
            "W1: %s was created for an AppWrapper that is %s"
                .formatted(made.key(), WrapperWords.phase(wrapper)));
    require(
        finalizers(wrapper).contains(CodeFlare.FINALIZER),
        () -> "W4: %s was created for an AppWrapper that nothing holds".formatted(made.key()));
  }

  private static List<String> finalizers(JobTree wrapper) {
    return wrapper.job().at("/metadata/finalizers").valueStream().map(JsonNode::asText).toList();
  }

  /// Writes follow what happens to it, not how long it takes.
  @Override
  public void atTheEnd() {
    wrappers.forEach(
        (uid, wrapper) ->
            Optional.ofNullable(accounts.get(uid)).ifPresent(account -> isCheap(wrapper, account)));
  }

  private void isCheap(JobTree wrapper, Account account) {
    int disturbances = retries(wrapper) + account.edits + sight.faults();
    int most = WRITES + WRITES_PER_DISTURBANCE * disturbances;
    require(
        account.writes <= most,
        () ->
            "AppWrapper %s was written %d times, and %d are enough for %d disturbances"
                .formatted(wrapper.name(), account.writes, most, disturbances));
  }
}
