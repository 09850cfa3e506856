package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import io.fabric8.kubernetes.api.model.Service;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// What a PyTorchTrainingJob and a DeepSpeedJob promise beyond what all jobs do: their numbers add
/// up, their phase follows from their conditions, restarts stay within their budget, and Services
/// stay where they are until the job goes.
final class TensorStackPromises implements Rule {

  private static final int DEFAULT_BACKOFF_LIMIT = 3;

  private final Sight sight;
  private final Map<String, JsonNode> statuses = new HashMap<>();

  TensorStackPromises(Sight sight) {
    this.sight = sight;
  }

  @Override
  public void changed(Change change) {
    switch (change.item().content()) {
      case Content.Raw(var tree) -> {
        var job = JobTree.of(tree);
        if (job.words() instanceof TensorStackWords && change.type() != Change.Type.DELETED) {
          told(change.item(), job);
        }
      }
      case Content.Typed(Service _) when change.type() == Change.Type.DELETED ->
          change.item().controller().ifPresent(job -> serviceGone(change.item(), job));
      case Content.Typed _ -> {}
    }
  }

  private void told(Item item, JobTree job) {
    var status = job.job().path("status");
    var before = statuses.put(item.uid(), status);
    if (status.isMissingNode() || status.equals(before)) {
      return;
    }
    addsUp(item, status);
    withinBudget(item, job, before);
    if (!job.refused()) {
      followsFromConditions(item, job);
    }
  }

  private static void addsUp(Item item, JsonNode status) {
    int listed = 0;
    int restarts = 0;
    for (var task : status.path("tasks")) {
      listed += task.path("replicaStatus").size();
      restarts += task.path("restartCount").asInt();
    }
    int counted =
        StreamSupport.stream(status.path("aggregate").spliterator(), false)
            .mapToInt(JsonNode::asInt)
            .sum();
    int slots = listed;
    require(
        counted == slots,
        () -> "%s counts %d replicas and lists %d".formatted(item.key(), counted, slots));
    int sum = restarts;
    require(
        status.path("backoffCount").asInt() == sum,
        () ->
            "%s was restarted %d times, and its types %d times"
                .formatted(item.key(), status.path("backoffCount").asInt(), sum));
  }

  /// A limit that was lowered later undoes nothing.
  private static void withinBudget(Item item, JobTree job, @Nullable JsonNode before) {
    int count = job.job().at("/status/backoffCount").asInt();
    int limit = job.job().at("/spec/runPolicy/backoffLimit").asInt(DEFAULT_BACKOFF_LIMIT);
    require(
        count <= limit || (before != null && count <= before.path("backoffCount").asInt()),
        () -> "%s was restarted %d times of %d".formatted(item.key(), count, limit));
  }

  private static void followsFromConditions(Item item, JobTree job) {
    var phase = job.job().at("/status/phase").asText();
    var running = job.condition("Running");
    boolean ran =
        running.filter(one -> one.holds() || one.reason().equals("PodsNotReady")).isPresent();
    Set<String> fitting;
    if (job.verdict().isPresent()) {
      fitting = Set.of(job.verdict().get());
    } else if (job.suspended()) {
      fitting = Set.of("Paused");
    } else if (running.filter(one -> one.reason().equals("Resuming")).isPresent()) {
      fitting = Set.of("Resuming");
    } else {
      fitting = Set.of("Unknown", ran ? "Running" : "Pending");
    }
    require(
        fitting.contains(phase),
        () ->
            "%s is %s, and its conditions say %s: %s"
                .formatted(item.key(), phase, fitting, job.conditions()));
  }

  /// Only a slot that is not wanted any more takes its Service with it.
  private void serviceGone(Item service, String uid) {
    sight
        .store()
        .all()
        .filter(item -> item.uid().equals(uid) && item.content() instanceof Content.Raw)
        .map(item -> JobTree.of(item.raw()))
        .filter(job -> job.words() instanceof TensorStackWords)
        .forEach(
            job ->
                require(
                    job.elastic(),
                    () -> "%s is gone, and its job is not".formatted(service.key())));
  }
}
