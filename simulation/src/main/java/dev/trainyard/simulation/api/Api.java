package dev.trainyard.simulation.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.simulation.api.Item.Content;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The API server: every request is done at once and whole, or refused. Requests that get lost on
/// the way are not its affair.
public final class Api {

  private static final long DEFAULT_GRACE = 30;
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<String> JOBS =
      Dialects.all().stream().map(one -> one.dialect().kind().kind()).collect(Collectors.toSet());

  /// The kinds that are typed here however somebody wrote them; all others are not.
  private static final Map<String, Class<? extends HasMetadata>> TYPED =
      Map.of("Pod", Pod.class, "Service", Service.class, "Node", Node.class, "Event", Event.class);

  private final Store store;
  private final InstantSource clock;
  private final WrapperDoor door;
  private final Set<String> unserved = new HashSet<>();
  private long uids;

  public Api(Store store, InstantSource clock, AppWrappers wrappers) {
    this.store = store;
    this.clock = clock;
    this.door = new WrapperDoor(wrappers);
  }

  /// Nobody has installed such a kind.
  public void unlearn(String kind) {
    unserved.add(kind);
  }

  public boolean serves(String kind) {
    return !unserved.contains(kind);
  }

  public Item create(HasMetadata object) {
    if (JOBS.contains(object.getKind())) {
      return createJob(MAPPER.valueToTree(object));
    }
    var key = Key.of(object);
    requireFree(key);
    var copy = served(object);
    copy.getMetadata().setCreationTimestamp(now());
    if (copy instanceof Pod pod) {
      var status = new PodStatus();
      status.setPhase("Pending");
      pod.setStatus(status);
    }
    return put(key, newUid(), copy);
  }

  private static HasMetadata served(HasMetadata object) {
    var type = TYPED.getOrDefault(object.getKind(), GenericKubernetesResource.class);
    return type.isInstance(object)
        ? Serialization.clone(object)
        : MAPPER.convertValue(object, type);
  }

  public Item createJob(ObjectNode job) {
    var key = Key.of(job);
    requireFree(key);
    var uid = newUid();
    var tree = door.admitted(job);
    tree.withObject("/metadata")
        .put("namespace", key.namespace())
        .put("uid", uid)
        .put("generation", 1)
        .put("creationTimestamp", now());
    return putTree(key, uid, tree);
  }

  private void requireFree(Key key) {
    if (!serves(key.kind())) {
      throw Refusals.notFound(key);
    }
    if (store.find(key).isPresent()) {
      throw Refusals.alreadyExists(key);
    }
  }

  /// Merges into the metadata and spec of a job; a version in the patch must be the job's own.
  public Item patchJob(Key key, ObjectNode patch) {
    var standing = standing(key);
    requireVersion(standing, patch.at("/metadata/resourceVersion"));
    var tree = standing.raw().deepCopy();
    MergePatch.into(tree, patch.deepCopy().without("status"));
    if (!tree.path("spec").equals(standing.raw().path("spec"))) {
      tree.withObject("/metadata")
          .put("generation", standing.raw().at("/metadata/generation").asLong() + 1);
    }
    if (tree.equals(standing.raw())) {
      return standing;
    }
    door.judge(standing.raw(), tree);
    var changed = new Item(key, standing.uid(), store.next(), new Content.Raw(tree));
    if (changed.leaving() && !changed.held()) {
      store.remove(changed);
      return changed;
    }
    return putTree(key, standing.uid(), tree);
  }

  public Item updateJobStatus(Key key, ObjectNode job) {
    var standing = standing(key);
    if (!standing.uid().equals(job.at("/metadata/uid").asText())) {
      throw Refusals.conflict(key);
    }
    requireVersion(standing, job.at("/metadata/resourceVersion"));
    var tree = standing.raw().deepCopy();
    tree.set("status", job.path("status").deepCopy());
    return tree.equals(standing.raw()) ? standing : putTree(key, standing.uid(), tree);
  }

  private static void requireVersion(Item standing, JsonNode version) {
    if (!version.isMissingNode() && version.asLong() != standing.version()) {
      throw Refusals.conflict(standing.key());
    }
  }

  public Item update(HasMetadata object) {
    var standing = standing(Key.of(object));
    var version = object.getMetadata().getResourceVersion();
    if (version != null && Long.parseLong(version) != standing.version()) {
      throw Refusals.conflict(standing.key());
    }
    if (standing.content() instanceof Content.Raw(var tree)) {
      return patchJob(standing.key(), replacing(tree, object));
    }
    var copy = served(object);
    if (copy instanceof GenericKubernetesResource next
        && standing.typed() instanceof GenericKubernetesResource last
        && last.getAdditionalProperties().containsKey("status")) {
      next.setAdditionalProperty("status", last.getAdditionalProperties().get("status"));
    }
    return put(standing.key(), standing.uid(), copy);
  }

  private static ObjectNode replacing(ObjectNode tree, HasMetadata object) {
    return MergePatch.replacing(tree, MAPPER.<ObjectNode>valueToTree(object)).without("status");
  }

  /// What nodes and the scheduler write; `change` answers a copy.
  public Item change(Key key, UnaryOperator<HasMetadata> change) {
    var standing = standing(key);
    var version = store.next();
    var changed = change.apply(standing.typed());
    changed.getMetadata().setResourceVersion(Long.toString(version));
    var item = new Item(key, standing.uid(), version, new Content.Typed(changed));
    if (standing.held() && item.leaving() && !item.held()) {
      store.remove(item);
      return item;
    }
    return put(item);
  }

  /// A pod on a node is asked to go and stays until its node says that it is gone; what has a
  /// finalizer stays until it has none; everything else goes at once.
  public void delete(Key key, Optional<String> uid, OptionalLong graceSeconds) {
    var standing = standing(key);
    if (uid.isPresent() && !uid.get().equals(standing.uid())) {
      throw Refusals.conflict(key);
    }
    if (standing.content() instanceof Content.Typed(Pod pod)
        && waitsForItsNode(pod)
        && graceSeconds.orElse(1) > 0) {
      if (!pod.isMarkedForDeletion()) {
        askToGo(key, pod, graceSeconds);
      }
      return;
    }
    if (standing.held()) {
      if (!standing.leaving()) {
        markLeaving(standing);
      }
      return;
    }
    remove(standing);
  }

  private void markLeaving(Item standing) {
    switch (standing.content()) {
      case Content.Raw(var tree) -> {
        var leaving = tree.deepCopy();
        leaving
            .withObject("/metadata")
            .put("deletionTimestamp", now())
            .put("deletionGracePeriodSeconds", 0);
        putTree(standing.key(), standing.uid(), leaving);
      }
      case Content.Typed(var object) ->
          change(
              standing.key(),
              _ -> {
                var leaving = Serialization.clone(object);
                leaving.getMetadata().setDeletionTimestamp(now());
                return leaving;
              });
    }
  }

  private static boolean waitsForItsNode(Pod pod) {
    return pod.getSpec().getNodeName() != null;
  }

  private void askToGo(Key key, Pod pod, OptionalLong graceSeconds) {
    long grace =
        graceSeconds.orElseGet(
            () ->
                Optional.ofNullable(pod.getSpec().getTerminationGracePeriodSeconds())
                    .orElse(DEFAULT_GRACE));
    var by = clock.instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(grace).toString();
    change(
        key,
        _ ->
            new PodBuilder(pod)
                .editMetadata()
                .withDeletionTimestamp(by)
                .withDeletionGracePeriodSeconds(grace)
                .endMetadata()
                .build());
  }

  /// The object is no more.
  public void remove(Item standing) {
    store.remove(new Item(standing.key(), standing.uid(), store.next(), standing.content()));
  }

  private Item standing(Key key) {
    return store.find(key).orElseThrow(() -> Refusals.notFound(key));
  }

  private Item put(Key key, String uid, HasMetadata fresh) {
    var version = store.next();
    fresh.getMetadata().setUid(uid);
    fresh.getMetadata().setResourceVersion(Long.toString(version));
    return put(new Item(key, uid, version, new Content.Typed(fresh)));
  }

  private Item putTree(Key key, String uid, ObjectNode tree) {
    var version = store.next();
    tree.withObject("/metadata").put("resourceVersion", Long.toString(version));
    return put(new Item(key, uid, version, new Content.Raw(tree)));
  }

  private Item put(Item item) {
    store.put(item);
    return item;
  }

  private String newUid() {
    return new UUID(0x5eed_0000_0000_4000L, 0x8000_0000_0000_0000L | ++uids).toString();
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
