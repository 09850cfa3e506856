package dev.trainyard.simulation.proof;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.cache.Requests;
import dev.trainyard.simulation.api.MergePatch;
import dev.trainyard.simulation.controller.Parts;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Mistakes in what is asked of the API server.
final class RequestMistakes {

  static List<Bug> all() {
    return List.of(
        // What it asks for.
        bug("forgets the uid of a delete", to -> to.removing(RequestMistakes::anyOfThatName)),
        bug(
            "forgets the version of what it remembers",
            to -> to.patching((next, job, merge) -> next.patch(job, unconditional(merge)))),
        bug(
            "forgets the version of a status",
            to -> to.reporting((next, job) -> next.updateStatus(unconditional(job)))),
        bug(
            "makes pods for a job that it has not read again",
            to -> to.reading((_, job) -> Optional.of(job))),
        bug("creates what belongs to nobody", to -> to.making(RequestMistakes::orphan)),
        bug("removes whatever has a name it wants", to -> to.making(RequestMistakes::makingRoom)),
        bug("tells everything under a new name", RequestMistakes::renaming),
        // What it takes the answer for.
        bug(
            "takes a conflict for done",
            to ->
                to.patching((next, job, merge) -> settled(job, () -> next.patch(job, merge)))
                    .reporting((next, job) -> settled(job, () -> next.updateStatus(job)))),
        bug("takes a delete that failed for done", to -> to.removing(RequestMistakes::once)),
        bug("takes a create that failed for done", to -> to.making(RequestMistakes::wished)),
        bug(
            "takes a status that was not stored for stored",
            to -> to.reporting(RequestMistakes::reportedOnce)),
        bug(
            "creates under another name what may be there already",
            to -> to.making(RequestMistakes::again)),
        bug(
            "takes whatever has a name it wants for its own",
            to -> to.finding(RequestMistakes::claimed)),
        // What it stores.
        bug(
            "stores nothing of what it remembers",
            to -> to.patching((_, job, merge) -> merged(job, merge))),
        bug("stores the status before what it remembers", RequestMistakes::statusFirst),
        bug("leaves a job running that has ended", to -> to.reporting(RequestMistakes::running)),
        bug("reports no replicas", to -> to.reporting(RequestMistakes::withoutReplicas)));
  }

  private static Bug bug(String words, UnaryOperator<Relay> mistake) {
    return new Bug(words, () -> Parts.asking(next -> mistake.apply(new Relay(next))));
  }

  private static void anyOfThatName(Requests next, Target target, DeleteOptions options) {
    next.delete(
        target,
        new DeleteOptionsBuilder(options).withNewPreconditions().endPreconditions().build());
  }

  private static ObjectNode unconditional(ObjectNode change) {
    var copy = change.deepCopy();
    copy.withObject("/metadata").remove("resourceVersion");
    return copy;
  }

  private static <T extends HasMetadata> T orphan(Requests next, T object) {
    var orphan = Serialization.clone(object);
    orphan.getMetadata().setOwnerReferences(List.of());
    return next.create(orphan);
  }

  private static <T extends HasMetadata> T makingRoom(Requests next, T object) {
    try {
      return next.create(object);
    } catch (KubernetesClientException refusal) {
      if (inConflict(refusal)) {
        next.standing(object).ifPresent(one -> removeThat(next, one));
      }
      throw refusal;
    }
  }

  private static void removeThat(Requests next, HasMetadata one) {
    var metadata = one.getMetadata();
    var target =
        new Target(
            one.getApiVersion(),
            one.getKind(),
            metadata.getNamespace(),
            metadata.getName(),
            metadata.getUid());
    next.delete(
        target,
        new DeleteOptionsBuilder()
            .withNewPreconditions()
            .withUid(target.uid())
            .endPreconditions()
            .build());
  }

  private static Relay renaming(Relay to) {
    var told = new AtomicInteger();
    return to.telling(
        (next, event) ->
            next.record(
                new EventBuilder(event)
                    .editMetadata()
                    .withName(
                        "%s.%d".formatted(event.getMetadata().getName(), told.incrementAndGet()))
                    .endMetadata()
                    .build()));
  }

  private static ObjectNode settled(ObjectNode job, Supplier<ObjectNode> request) {
    try {
      return request.get();
    } catch (KubernetesClientException refusal) {
      if (inConflict(refusal)) {
        return job;
      }
      throw refusal;
    }
  }

  private static void once(Requests next, Target target, DeleteOptions options) {
    try {
      next.delete(target, options);
    } catch (KubernetesClientException _) {
      // It will be all right.
    }
  }

  private static <T extends HasMetadata> T wished(Requests next, T object) {
    try {
      return next.create(object);
    } catch (KubernetesClientException refusal) {
      if (inConflict(refusal)) {
        throw refusal;
      }
      var wished = Serialization.clone(object);
      wished.getMetadata().setUid("wished-for");
      wished.getMetadata().setResourceVersion("0");
      return wished;
    }
  }

  private static ObjectNode reportedOnce(Requests next, ObjectNode job) {
    try {
      return next.updateStatus(job);
    } catch (KubernetesClientException _) {
      return job;
    }
  }

  private static <T extends HasMetadata> T again(Requests next, T object) {
    try {
      return next.create(object);
    } catch (KubernetesClientException refusal) {
      if (inConflict(refusal)) {
        throw refusal;
      }
      var other = Serialization.clone(object);
      other.getMetadata().setName(object.getMetadata().getName() + "-again");
      return next.create(other);
    }
  }

  private static <T extends HasMetadata> Optional<T> claimed(Requests next, T object) {
    return next.standing(object)
        .map(
            one -> {
              var claimed = Serialization.clone(one);
              claimed.getMetadata().setOwnerReferences(object.getMetadata().getOwnerReferences());
              return claimed;
            });
  }

  private static boolean inConflict(KubernetesClientException refusal) {
    return refusal.getCode() == HttpURLConnection.HTTP_CONFLICT;
  }

  private static Relay statusFirst(Relay to) {
    Map<String, ObjectNode> unwritten = new HashMap<>();
    return to.patching(
            (_, job, merge) -> {
              unwritten.put(uid(job), merge);
              return merged(job, merge);
            })
        .reporting(
            (next, job) -> {
              var stored = next.updateStatus(job);
              return Optional.ofNullable(unwritten.remove(uid(job)))
                  .map(merge -> next.patch(stored, unconditional(merge)))
                  .orElse(stored);
            });
  }

  private static String uid(ObjectNode job) {
    return job.at("/metadata/uid").asText();
  }

  private static ObjectNode merged(ObjectNode job, ObjectNode merge) {
    var merged = job.deepCopy();
    MergePatch.into(merged, merge.deepCopy());
    return merged;
  }

  private static ObjectNode running(Requests next, ObjectNode job) {
    var changed = job.deepCopy();
    for (var condition : changed.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Running")) {
        ((ObjectNode) condition).put("status", "True");
      }
    }
    return next.updateStatus(changed);
  }

  private static ObjectNode withoutReplicas(Requests next, ObjectNode job) {
    var changed = job.deepCopy();
    changed.withObject("/status").remove(List.of("replicaStatuses", "tasks"));
    return next.updateStatus(changed);
  }

  private RequestMistakes() {}
}
