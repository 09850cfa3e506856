package dev.trainyard.operator.cache;

import static java.util.function.Predicate.not;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.operator.ClusterWriter;
import dev.trainyard.operator.Conflict;
import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Writes through the API server, and lets the caches see every write at once: a stale cache must
/// not make the next pass repeat it.
public final class ApiWriter implements ClusterWriter {

  private static final int UNPROCESSABLE = 422;
  private static final int TOO_MANY_REQUESTS = 429;

  /// In the words of a store that has trouble of its own.
  private static final String STORE = "etcdserver:";

  /// Reasons that say no more than that it should be tried again.
  private static final Set<String> PASSING =
      Set.of("Timeout", "ServerTimeout", "TooManyRequests", "ServiceUnavailable");

  private final Requests requests;
  private final Echo caches;
  private final Departures departures;
  private final InstantSource clock;

  public ApiWriter(Requests requests, Echo caches, Departures departures, InstantSource clock) {
    this.requests = requests;
    this.caches = caches;
    this.departures = departures;
    this.clock = clock;
  }

  @Override
  public ObjectNode annotate(ObjectNode job, Map<String, Optional<String>> annotations) {
    var patch = JsonNodeFactory.instance.objectNode();
    var metadata = patch.putObject("metadata");
    metadata.set("resourceVersion", version(job));
    var changes = metadata.putObject("annotations");
    annotations.forEach((key, value) -> changes.put(key, value.orElse(null)));
    return stored(() -> requests.patch(job, patch));
  }

  @Override
  public ObjectNode change(ObjectNode job, ObjectNode merge) {
    var patch = merge.deepCopy();
    patch.withObjectProperty("metadata").set("resourceVersion", version(job));
    return stored(() -> requests.patch(job, patch));
  }

  @Override
  public ObjectNode storeStatus(ObjectNode job) {
    return stored(() -> requests.updateStatus(job));
  }

  private static JsonNode version(ObjectNode job) {
    return job.path("metadata").path("resourceVersion");
  }

  private static ObjectNode stored(Supplier<ObjectNode> request) {
    try {
      return request.get();
    } catch (KubernetesClientException e) {
      throw switch (e.getCode()) {
        case HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND ->
            new Conflict("the job has changed: " + message(e), e);
        default -> e;
      };
    }
  }

  @Override
  public void requireUnchanged(ObjectNode job) {
    if (requests.latest(job).filter(latest -> version(latest).equals(version(job))).isEmpty()) {
      throw new Conflict("the job has changed since it was read");
    }
  }

  @Override
  public void requireGone(ObjectNode job, String pod) {
    var owner = job.path("metadata");
    var name =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(owner.path("namespace").asText())
            .withName(pod)
            .endMetadata()
            .build();
    requests
        .standing(name)
        .filter(not(HasMetadata::isMarkedForDeletion))
        .filter(
            standing ->
                controller(standing)
                    .filter(one -> one.uid().equals(owner.path("uid").asText()))
                    .isPresent())
        .ifPresent(
            standing -> {
              caches.saw(standing);
              throw new Conflict("%s stands, and no cache shows it".formatted(pod));
            });
  }

  @Override
  public Creation create(HasMetadata object) {
    try {
      var made = requests.create(object);
      caches.saw(made);
      return new Creation.Made(made.getMetadata().getUid());
    } catch (KubernetesClientException e) {
      return switch (e.getCode()) {
        case HttpURLConnection.HTTP_CONFLICT -> taken(object, e);
        default -> new Creation.Refused(e.getCode(), refusal(e));
      };
    }
  }

  /// Why the API server will not do it, in its own words.
  ///
  /// @throws KubernetesClientException the same, where nobody has judged the request: the server is
  ///   busy or out of reach, or somebody between it and us has answered
  private static String refusal(KubernetesClientException e) {
    boolean judged =
        switch (e.getCode()) {
          case HttpURLConnection.HTTP_FORBIDDEN, UNPROCESSABLE -> true;
          case HttpURLConnection.HTTP_UNAUTHORIZED,
              HttpURLConnection.HTTP_CLIENT_TIMEOUT,
              TOO_MANY_REQUESTS,
              HttpURLConnection.HTTP_UNAVAILABLE,
              HttpURLConnection.HTTP_GATEWAY_TIMEOUT ->
              false;
          default ->
              e.getStatus() != null
                  && e.getStatus().getReason() != null
                  && !PASSING.contains(e.getStatus().getReason())
                  && !message(e).contains(STORE);
        };
    if (!judged) {
      throw e;
    }
    return message(e);
  }

  private <T extends HasMetadata> Creation taken(T object, KubernetesClientException refusal) {
    if (!alreadyExists(refusal)) {
      throw new Conflict(message(refusal), refusal);
    }
    var standing =
        requests
            .standing(object)
            .orElseThrow(
                () ->
                    new Conflict(
                        "%s came and went".formatted(object.getMetadata().getName()), refusal));
    var shown = Adoption.fits(object, standing) ? adopted(object, standing) : standing;
    caches.saw(shown);
    return new Creation.Taken(
        shown.getMetadata().getUid(), controller(shown), shown.isMarkedForDeletion());
  }

  /// Where that is not allowed, the object stays in the way, and whoever asked for it says so.
  private <T extends HasMetadata> T adopted(T wanted, T standing) {
    try {
      return requests.update(Adoption.adopted(wanted, standing));
    } catch (KubernetesClientException e) {
      throw switch (e.getCode()) {
        case HttpURLConnection.HTTP_CONFLICT, HttpURLConnection.HTTP_NOT_FOUND ->
            new Conflict("%s has changed".formatted(standing.getMetadata().getName()), e);
        default -> e;
      };
    }
  }

  private static Optional<Target> controller(HasMetadata object) {
    var metadata = object.getMetadata();
    return metadata.getOwnerReferences().stream()
        .filter(owner -> Boolean.TRUE.equals(owner.getController()))
        .map(
            owner ->
                new Target(
                    owner.getApiVersion(),
                    owner.getKind(),
                    metadata.getNamespace(),
                    owner.getName(),
                    owner.getUid()))
        .findFirst();
  }

  @Override
  public Optional<GenericKubernetesResource> find(
      String apiVersion, String kind, String namespace, String name) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(apiVersion);
    object.setKind(kind);
    object.setMetadata(new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    return requests.standing(object);
  }

  @Override
  public void update(GenericKubernetesResource object, String uid) {
    var standing =
        requests
            .standing(object)
            .filter(one -> uid.equals(one.getMetadata().getUid()))
            .orElseThrow(
                () ->
                    new Conflict(
                        "%s is another one by now".formatted(object.getMetadata().getName())));
    var metadata = standing.getMetadata();
    metadata.getAnnotations().putAll(object.getMetadata().getAnnotations());
    object.setMetadata(metadata);
    try {
      caches.saw(requests.update(object));
    } catch (KubernetesClientException e) {
      throw e.getCode() == HttpURLConnection.HTTP_CONFLICT ? new Conflict(message(e), e) : e;
    }
  }

  @Override
  public void edit(Target target, UnaryOperator<GenericKubernetesResource> change) {
    edit(target, change, requests::update);
  }

  @Override
  public void editStatus(Target target, UnaryOperator<GenericKubernetesResource> change) {
    edit(target, change, requests::updateStatusOf);
  }

  private void edit(
      Target target,
      UnaryOperator<GenericKubernetesResource> change,
      UnaryOperator<GenericKubernetesResource> store) {
    var standing =
        find(target.apiVersion(), target.kind(), target.namespace(), target.name())
            .filter(one -> target.uid().equals(one.getMetadata().getUid()))
            .orElseThrow(() -> new Conflict("%s is another one by now".formatted(target)));
    var next = change.apply(standing);
    if (next.equals(standing)) {
      return;
    }
    try {
      caches.saw(store.apply(next));
    } catch (KubernetesClientException e) {
      throw e.getCode() == HttpURLConnection.HTTP_CONFLICT ? new Conflict(message(e), e) : e;
    }
  }

  @Override
  public List<GenericKubernetesResource> list(
      String apiVersion, String kind, String namespace, Map<String, String> labels) {
    return requests.list(apiVersion, kind, namespace, labels);
  }

  @Override
  public Optional<String> delete(Target target, Haste haste) {
    departures.ask(target.uid(), clock.instant());
    try {
      requests.delete(target, options(target, haste));
    } catch (KubernetesClientException e) {
      switch (e.getCode()) {
        // Gone, or another object has its name: either way the one we meant is no more.
        case HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_CONFLICT -> {}
        default -> {
          departures.forget(target.uid());
          return Optional.of(refusal(e));
        }
      }
    }
    if (!caches.shows(target)) {
      departures.forget(target.uid());
    }
    return Optional.empty();
  }

  private static DeleteOptions options(Target target, Haste haste) {
    var options =
        new DeleteOptionsBuilder()
            .withPropagationPolicy("Background")
            .withNewPreconditions()
            .withUid(target.uid())
            .endPreconditions();
    return switch (haste) {
      case GRACEFUL -> options.build();
      case FORCED -> options.withGracePeriodSeconds(0L).build();
    };
  }

  @Override
  public void record(Event event) {
    try {
      requests.record(event);
    } catch (KubernetesClientException e) {
      if (!alreadyExists(e)) {
        throw e;
      }
    }
  }

  private static boolean alreadyExists(KubernetesClientException e) {
    return e.getStatus() != null && "AlreadyExists".equals(e.getStatus().getReason());
  }

  private static String message(KubernetesClientException e) {
    return e.getStatus() != null && e.getStatus().getMessage() != null
        ? e.getStatus().getMessage()
        : String.valueOf(e.getMessage());
  }
}
