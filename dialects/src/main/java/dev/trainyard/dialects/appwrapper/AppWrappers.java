package dev.trainyard.dialects.appwrapper;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.AppWrapperStatus;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import dev.trainyard.dialects.Attached;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect.Kind;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Identity;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.appwrapper.KnownKind.Inferred;
import dev.trainyard.engine.model.Observed.ObjectRef;
import dev.trainyard.engine.plan.Outcomes;
import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import dev.trainyard.engine.wrapper.ObservedWrapper.ObservedComponent;
import dev.trainyard.engine.wrapper.Wrapper;
import dev.trainyard.engine.wrapper.Wrapper.PodSet;
import dev.trainyard.engine.wrapper.WrapperFact;
import dev.trainyard.engine.wrapper.WrapperState;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Vocabulary in, vocabulary out, as a dialect of jobs; but what it speaks of is a wrapper. No
/// method knows what happens next.
public final class AppWrappers {

  public static final Kind KIND =
      new Kind(
          AppWrapper.GROUP,
          AppWrapper.VERSION,
          AppWrapper.KIND,
          AppWrapper.PLURAL,
          List.of("aw"),
          AppWrapper.class);

  public static final Codec<AppWrapper> CODEC = Codec.of(AppWrapper.class);

  /// The names under which an API server says who changed or refused an AppWrapper.
  public static final String MUTATOR = "mappwrapper.kb.io";

  public static final String VALIDATOR = "vappwrapper.kb.io";

  private static final int UNPROCESSABLE = 422;
  private static final int NOT_FOUND = 404;

  private final WrapperSettings settings;

  /// The kinds that are known as components.
  public static List<Attached.Kind> wrappable() {
    return Stream.of(KnownKind.values()).map(KnownKind::resource).toList();
  }

  public AppWrappers(WrapperSettings settings) {
    this.settings = settings;
  }

  /// A resource as the machine means it.
  public sealed interface Reading {
    record Wrapped(Wrapper wrapper) implements Reading {}

    /// Managed by another controller: no write, no event, also when it is deleted.
    record NotOurs(String why) implements Reading {}

    record Refused(List<Problem> problems) implements Reading {
      public Refused {
        problems = List.copyOf(problems);
      }
    }
  }

  /// Every problem at once; warnings are among them. What was stored once is held only to what may
  /// not change.
  public List<Problem> validate(
      AppWrapper resource, Optional<AppWrapper> before, Surroundings surroundings) {
    var problems =
        new ArrayList<>(
            before
                .map(old -> Immutable.check(old, resource))
                .orElseGet(() -> Rules.check(resource, surroundings, settings.asksForRights())));
    problems.addAll(patience(resource).warnings());
    return problems;
  }

  /// Whether it may be stored.
  public Verdict judge(Question question, Surroundings surroundings) {
    return switch (question.operation()) {
      case DELETE, CONNECT -> new Verdict.Allowed(List.of());
      case CREATE -> Admission.verdict(problems(question.object(), Optional.empty(), surroundings));
      case UPDATE ->
          question.isOfOneLeaving()
              ? new Verdict.Allowed(List.of())
              : Admission.verdict(problems(question.object(), question.before(), surroundings));
    };
  }

  private List<Problem> problems(
      JsonNode object, Optional<JsonNode> before, Surroundings surroundings) {
    return switch (CODEC.parse(object)) {
      case Parsed.NotUnderstood<AppWrapper>(var mistakes) -> mistakes;
      case Parsed.Understood<AppWrapper>(var resource) ->
          validate(resource, before.flatMap(AppWrappers::understood), surroundings);
    };
  }

  private static Optional<AppWrapper> understood(JsonNode object) {
    return CODEC.parse(object) instanceof Parsed.Understood<AppWrapper>(var resource)
        ? Optional.of(resource)
        : Optional.empty();
  }

  /// The labels that a new AppWrapper gets: its queue, where it names none, and who has made it.
  public Map<String, String> labels(AppWrapper resource, String user, String uid) {
    var labels = new LinkedHashMap<String, String>();
    settings
        .defaultQueue()
        .filter(_ -> !labels(resource).containsKey(CodeFlare.QUEUE_LABEL))
        .ifPresent(queue -> labels.put(CodeFlare.QUEUE_LABEL, queue));
    labels.put(CodeFlare.USER_LABEL, UserLabels.of(user));
    labels.put(CodeFlare.USER_ID_LABEL, UserLabels.of(uid));
    return labels;
  }

  public Reading read(AppWrapper resource) {
    var manager = Optional.ofNullable(resource.spec().managedBy());
    if (manager.filter(name -> !name.equals(CodeFlare.CONTROLLER_NAME)).isPresent()) {
      return new Reading.NotOurs("it is managed by " + manager.get());
    }
    var components = new ArrayList<Wrapper.Component>();
    var problems = new ArrayList<Problem>();
    for (int i = 0; i < resource.spec().components().size(); i++) {
      switch (podSets(resource, i)) {
        case Inferred.Sets(var sets) ->
            components.add(component(resource.spec().components().get(i).template(), sets));
        case Inferred.Unclear(var error) ->
            problems.add(
                Problem.error(
                    "spec.components[%d].template".formatted(i),
                    "error inferring PodSets: " + error));
      }
    }
    if (!problems.isEmpty()) {
      return new Reading.Refused(problems);
    }
    var patience = patience(resource);
    return new Reading.Wrapped(
        new Wrapper(
            Identity.of(KIND, resource.metadata()),
            components,
            Boolean.TRUE.equals(resource.spec().suspend()),
            patience.grace(),
            patience.retryLimit(),
            patience.exitCodes(),
            settings.tellBy()));
  }

  /// What the first look at it has found holds from then on.
  private static Inferred podSets(AppWrapper resource, int index) {
    var components = resource.spec().components();
    return Optional.ofNullable(resource.status())
        .map(AppWrapperStatus::componentStatus)
        .filter(known -> known.size() == components.size())
        .<Inferred>map(known -> new Inferred.Sets(known.get(index).podSets()))
        .orElseGet(() -> PodSets.effective(components.get(index)));
  }

  private static Wrapper.Component component(JsonNode template, List<AppWrapper.PodSet> sets) {
    var known = KnownKind.of(template);
    return new Wrapper.Component(
        template.path("apiVersion").asText(),
        template.path("kind").asText(),
        template.path("metadata").path("name").asText(),
        sets.stream().map(Statuses::podSet).toList(),
        known.map(KnownKind::outcome).orElse(KnownKind.NEVER_ENDS),
        known.filter(kind -> kind.inWaves(template)).isPresent());
  }

  /// The queue that says when it begins, if one does.
  public Optional<String> queue(AppWrapper resource) {
    return label(resource, CodeFlare.QUEUE_LABEL);
  }

  /// The class by which its queue tells how important it is, where it names one.
  public Optional<String> workloadClass(AppWrapper resource) {
    return label(resource, CodeFlare.PRIORITY_LABEL);
  }

  private static Optional<String> label(AppWrapper resource, String key) {
    return Optional.ofNullable(labels(resource).get(key)).filter(value -> !value.isEmpty());
  }

  /// How it stands with our own queue.
  public enum Seat {
    WAITING,
    ADMITTED,
    /// Its user has suspended it after it was let in, and must say when it may wait again.
    HELD
  }

  public Seat seat(AppWrapper resource) {
    return QueueMarks.seat(resource);
  }

  /// The queue that is there in every namespace, whether or not anybody has made it.
  public String impliedQueue() {
    return settings.defaultQueue().orElse(WrapperSettings.USUAL_QUEUE);
  }

  /// So many pods like this one.
  public record Demand(PodSpec pod, int count) {}

  /// All the pods there are when everything is there, set by set.
  public List<Demand> demands(AppWrapper resource, Wrapper wrapper) {
    var demands = new ArrayList<Demand>();
    for (int i = 0; i < wrapper.components().size(); i++) {
      var template = resource.spec().components().get(i).template();
      for (var set : wrapper.components().get(i).podSets()) {
        PodTemplates.find(template, set.path())
            .ifPresent(pod -> demands.add(new Demand(pod, set.replicas())));
      }
    }
    return demands;
  }

  public WrapperState recall(AppWrapper resource) {
    return Statuses.read(Optional.ofNullable(resource.status()));
  }

  public AppWrapper withStatus(AppWrapper resource, WrapperState state) {
    return resource.withStatus(Statuses.write(state, Optional.ofNullable(resource.status())));
  }

  public List<EventText> tell(WrapperFact fact) {
    return Narration.of(fact);
  }

  /// The object to create for a component of a wrapper that was read from this resource.
  public Prepared prepare(AppWrapper resource, Wrapper wrapper, int index) {
    List<PodSet> sets = wrapper.components().get(index).podSets();
    return new Injection(resource, settings, Gang.of(resource, wrapper)).prepare(index, sets);
  }

  /// What it means that a creation was answered with an error. A name that is taken is [another
  /// matter](#taken).
  ///
  /// @param code the status of the answer; 404 means that there is no such kind
  public Creation refused(int index, int code, String error) {
    return new Creation.Refused(index, error, code == UNPROCESSABLE || code == NOT_FOUND);
  }

  public Creation refused(int index, Prepared.Flawed flawed) {
    return new Creation.Refused(index, flawed.why(), true);
  }

  /// What it means that there is an object of that name already.
  public Creation taken(AppWrapper resource, int index, ObjectMeta object) {
    return Ownership.taken(resource, index, object);
  }

  /// Those of the objects that are this wrapper's components.
  public List<ObservedComponent> observe(
      AppWrapper resource, Wrapper wrapper, Collection<GenericKubernetesResource> objects) {
    var found = new ArrayList<ObservedComponent>();
    var taken = new TreeSet<Integer>();
    objects.stream()
        .filter(object -> Ownership.ours(resource, object.getMetadata()))
        .forEach(
            object ->
                index(resource, object, taken)
                    .ifPresent(
                        index -> {
                          taken.add(index);
                          found.add(observed(index, wrapper, object));
                        }));
    return found;
  }

  private static Optional<Integer> index(
      AppWrapper resource, GenericKubernetesResource object, Set<Integer> taken) {
    for (int i = 0; i < resource.spec().components().size(); i++) {
      if (!taken.contains(i) && isOf(resource, i, object)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }

  private static boolean isOf(AppWrapper resource, int index, GenericKubernetesResource object) {
    var template = resource.spec().components().get(index).template();
    var name = template.path("metadata").path("name").asText();
    var prefix = template.path("metadata").path("generateName").asText();
    return template.path("apiVersion").asText().equals(object.getApiVersion())
        && template.path("kind").asText().equals(object.getKind())
        && (name.isEmpty()
            ? object.getMetadata().getName().startsWith(prefix)
            : object.getMetadata().getName().equals(name));
  }

  private static ObservedComponent observed(
      int index, Wrapper wrapper, GenericKubernetesResource object) {
    var metadata = object.getMetadata();
    return new ObservedComponent(
        index,
        new ObjectRef(
            object.getApiVersion(),
            object.getKind(),
            metadata.getName(),
            requireNonNullElse(metadata.getUid(), "")),
        metadata.getDeletionTimestamp() != null,
        Outcomes.of(object, wrapper.components().get(index).outcome()));
  }

  /// The resources whose users must leave a node with such labels.
  public Set<String> unfit(Map<String, String> nodeLabels) {
    return HealthyNodes.unfit(nodeLabels, settings.autopilot());
  }

  /// The resources that nobody new may use on a node with such labels.
  public Set<String> broken(Map<String, String> nodeLabels) {
    return HealthyNodes.broken(nodeLabels, settings.autopilot());
  }

  private Patience patience(AppWrapper resource) {
    return new Patience(
        requireNonNullElse(resource.metadata().getAnnotations(), Map.of()),
        settings.faultTolerance());
  }

  private static Map<String, String> labels(AppWrapper resource) {
    return requireNonNullElse(resource.metadata().getLabels(), Map.of());
  }
}
