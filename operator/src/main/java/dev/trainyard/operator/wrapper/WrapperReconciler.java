package dev.trainyard.operator.wrapper;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.api.codeflare.CodeFlare;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Hash5;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.AppWrappers.Reading;
import dev.trainyard.dialects.appwrapper.AppWrappers.Seat;
import dev.trainyard.dialects.appwrapper.Prepared;
import dev.trainyard.dialects.appwrapper.QueueMarks;
import dev.trainyard.dialects.appwrapper.QueueWords;
import dev.trainyard.engine.model.Decision.Haste;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.wrapper.ObservedWrapper;
import dev.trainyard.engine.wrapper.ObservedWrapper.Creation;
import dev.trainyard.engine.wrapper.WrappedPods;
import dev.trainyard.engine.wrapper.Wrapper;
import dev.trainyard.engine.wrapper.WrapperConditions.ConditionType;
import dev.trainyard.engine.wrapper.WrapperDecision;
import dev.trainyard.engine.wrapper.WrapperDecision.Reliance;
import dev.trainyard.engine.wrapper.WrapperDecision.WrapperStep;
import dev.trainyard.engine.wrapper.WrapperFact;
import dev.trainyard.engine.wrapper.WrapperState;
import dev.trainyard.engine.wrapper.WrapperState.Phase;
import dev.trainyard.operator.ClusterWriter;
import dev.trainyard.operator.ClusterWriter.Target;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.JobIds;
import dev.trainyard.operator.Teller;
import dev.trainyard.operator.Teller.Saying;
import dev.trainyard.operator.wrapper.Queue.Turn;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One pass over one AppWrapper: read, observe, decide, make sure, remember, apply, tell. It knows
/// no client, thread or clock of its own.
public final class WrapperReconciler {

  private static final Logger log = LoggerFactory.getLogger(WrapperReconciler.class);

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String PAUSED = "Suspended by its user";

  private static final int NOT_FOUND = 404;

  /// Stands for an answer that says nothing about later attempts.
  private static final int PASSING = 0;

  private final AppWrappers wrappers;
  private final Engine engine;
  private final Queue queue;
  private final InFlight inFlight;
  private final PhaseCounter counter;
  private final InstantSource clock;
  private final Teller teller;

  public WrapperReconciler(
      AppWrappers wrappers,
      Engine engine,
      Queue queue,
      InFlight inFlight,
      PhaseCounter counter,
      InstantSource clock) {
    this.wrappers = wrappers;
    this.engine = engine;
    this.queue = queue;
    this.inFlight = inFlight;
    this.counter = counter;
    this.clock = clock;
    this.teller = new Teller(inFlight, clock, _ -> AppWrapper.PLURAL);
  }

  /// What a wrapper needs next; `WrapperLifecycle::decide`.
  public interface Engine {
    WrapperDecision decide(Wrapper wrapper, ObservedWrapper observed, Instant now);
  }

  /// Answers when to look again, if time alone can change anything.
  ///
  /// @throws dev.trainyard.operator.Conflict when the pass worked on old data: read again
  public Optional<Instant> reconcile(ObjectNode stored, WrapperView view, ClusterWriter writer) {
    var id = JobIds.of(stored);
    return switch (AppWrappers.CODEC.parse(stored)) {
      case Parsed.NotUnderstood<AppWrapper>(var problems) -> refuse(stored, id, problems, writer);
      case Parsed.Understood<AppWrapper>(var resource) ->
          switch (wrappers.read(resource)) {
            case Reading.NotOurs _ -> Optional.empty();
            case Reading.Refused(var problems) -> refuse(stored, id, problems, writer);
            case Reading.Wrapped(var wrapper) ->
                enter(new Pass(stored, id, resource, wrapper, view, writer));
          };
    };
  }

  /// One that waits for its turn is as good as suspended, whatever it says itself; once it was its
  /// turn, it is its user who suspends it, or its queue.
  private Optional<Instant> enter(Pass pass) {
    var resource = pass.resource();
    if (JobIds.deletionAsked(pass.stored()) || !queue.decidesOn(resource)) {
      return advance(pass);
    }
    var phase = wrappers.recall(resource).phase();
    return switch (phase == Phase.EMPTY ? Seat.WAITING : wrappers.seat(resource)) {
      case HELD -> advance(pass);
      case ADMITTED -> stay(pass);
      case WAITING ->
          switch (phase) {
            case EMPTY -> arrive(pass);
            case SUSPENDED -> await(pass);
            case RESUMING, RUNNING, RESETTING, SUSPENDING, SUCCEEDED, FAILED, TERMINATING ->
                advance(pass);
          };
    };
  }

  /// Nobody has let it in before it was seen, though it may say so: it may be a copy.
  private Optional<Instant> arrive(Pass pass) {
    say(pass, "queued", QueueWords.queued(pass.id()));
    var own = wrappers.seat(pass.resource()) == Seat.WAITING ? pass : inLine(pass);
    var _ = advance(own.heldBack());
    return Optional.of(clock.instant());
  }

  private Optional<Instant> await(Pass pass) {
    return switch (queue.turn(pass.resource())) {
      case Turn.Begins(var clusterQueue) ->
          mark(pass, QueueMarks.admission(clusterQueue), QueueWords.started(clusterQueue));
      case Turn.Waits(var why, var news) -> {
        if (news) {
          say(pass, "waits " + why.replaceAll("[0-9]+", "#"), QueueWords.pending(why));
        }
        yield advance((QueueMarks.looksWaiting(pass.resource()) ? pass : inLine(pass)).heldBack());
      }
      case Turn.Stops _, Turn.Stays _ -> advance(pass.heldBack());
    };
  }

  /// What somebody has written of one that waits is put right, once.
  private Pass inLine(Pass pass) {
    var changed = change(pass, pass.stored(), QueueMarks.inLine());
    return AppWrappers.CODEC.parse(changed) instanceof Parsed.Understood<AppWrapper>(var resource)
        ? new Pass(changed, pass.id(), resource, pass.wrapper(), pass.view(), pass.writer())
        : pass;
  }

  private Optional<Instant> stay(Pass pass) {
    boolean over =
        switch (wrappers.recall(pass.resource()).phase()) {
          case EMPTY, SUSPENDED, RESUMING, RUNNING, RESETTING, SUSPENDING -> false;
          case SUCCEEDED, FAILED, TERMINATING -> true;
        };
    if (over) {
      return advance(pass);
    }
    if (pass.wrapper().suspended()) {
      return mark(pass, QueueMarks.hold(), QueueWords.stopped(PAUSED));
    }
    return switch (queue.turn(pass.resource())) {
      case Turn.Stops(var why) -> mark(pass, QueueMarks.inLine(), QueueWords.stopped(why));
      case Turn.Begins _, Turn.Waits _, Turn.Stays _ -> advance(pass);
    };
  }

  /// Goes on with the AppWrapper as its queue, or its user, will have it from now on.
  private Optional<Instant> mark(Pass pass, ObjectNode merge, EventText text) {
    var marked = change(pass, pass.stored(), merge);
    say(pass, "%s %s".formatted(version(marked), text.reason()), text);
    return reconcile(marked, pass.view(), pass.writer());
  }

  private void say(Pass pass, String occasion, EventText text) {
    var _ = teller.tell(pass.id(), List.of(new Saying(occasion, text)), pass.writer());
  }

  private static String version(ObjectNode resource) {
    return resource.path("metadata").path("resourceVersion").asText();
  }

  private ObjectNode change(Pass pass, ObjectNode current, ObjectNode merge) {
    return inFlight.call(() -> pass.writer().change(current, merge));
  }

  /// There is no status for it: a webhook lets nobody store such a thing. Only a change of it
  /// brings us back.
  private Optional<Instant> refuse(
      ObjectNode stored, JobId id, List<Problem> problems, ClusterWriter writer) {
    var occasion = "refused %d".formatted(JobIds.generation(stored));
    var text = EventText.warning("Invalid", Problem.joined(problems));
    var _ = teller.tell(id, List.of(new Saying(occasion, text)), writer);
    return Optional.empty();
  }

  private record Pass(
      ObjectNode stored,
      JobId id,
      AppWrapper resource,
      Wrapper wrapper,
      WrapperView view,
      ClusterWriter writer) {

    Pass heldBack() {
      return new Pass(stored, id, resource, wrapper.heldBack(), view, writer);
    }
  }

  private Optional<Instant> advance(Pass pass) {
    var judged = judge(pass, clock.instant());
    var facts = new ArrayList<WrapperFact>();
    try {
      var again = carryOut(pass, judged.observed(), judged.decision(), facts);
      if (queue.decidesOn(pass.resource())
          && hasFinished(judged.decision().state())
          && !hasFinished(wrappers.recall(pass.resource()))) {
        say(pass, "finished", QueueWords.finished(pass.id()));
      }
      return again;
    } finally {
      tell(pass, facts);
    }
  }

  /// A queue takes one that failed for finished when nothing is left of it.
  private static boolean hasFinished(WrapperState state) {
    return state.phase() == Phase.SUCCEEDED
        || (state.phase() == Phase.FAILED
            && !state.conditions().holds(ConditionType.RESOURCES_DEPLOYED));
  }

  /// What a pass has seen: as the caches show it, and what was looked for and found.
  private record Sight(List<GenericKubernetesResource> objects, List<Pod> pods) {

    Sight with(Sight other) {
      return new Sight(
          Stream.concat(objects.stream(), other.objects.stream()).toList(),
          Stream.concat(pods.stream(), other.pods.stream()).toList());
    }

    boolean isEmpty() {
      return objects.isEmpty() && pods.isEmpty();
    }

    boolean shows(ObjectMeta metadata) {
      return Stream.concat(
              objects.stream().map(GenericKubernetesResource::getMetadata),
              pods.stream().map(Pod::getMetadata))
          .anyMatch(seen -> metadata.getUid().equals(seen.getUid()));
    }
  }

  private record Judged(ObservedWrapper observed, WrapperDecision decision) {}

  /// What is taken for gone is looked for where it is kept; what is found there changes the
  /// decision.
  private Judged judge(Pass pass, Instant now) {
    var sight = new Sight(pass.view().components(), pass.view().pods());
    while (true) {
      var observed = observe(pass, sight);
      var decision = engine.decide(pass.wrapper(), observed, now);
      var found = lookFor(pass, sight, decision);
      if (found.isEmpty()) {
        return new Judged(observed, decision);
      }
      sight = sight.with(found);
    }
  }

  private ObservedWrapper observe(Pass pass, Sight sight) {
    var pods = sight.pods().stream().map(WrappedPods::of).toList();
    var sick = new HashMap<String, Set<String>>();
    pods.forEach(
        pod ->
            pod.node()
                .ifPresent(
                    node ->
                        sick.computeIfAbsent(
                            node, name -> wrappers.unfit(pass.view().labels(name)))));
    return new ObservedWrapper(
        wrappers.recall(pass.resource()),
        JobIds.deletionAsked(pass.stored()),
        finalizers(pass.stored()).contains(CodeFlare.FINALIZER),
        wrappers.observe(pass.resource(), pass.wrapper(), sight.objects()),
        pods,
        sick,
        List.of());
  }

  private Sight lookFor(Pass pass, Sight sight, WrapperDecision decision) {
    Reliance relies = decision.relies();
    var objects =
        relies.gone().stream()
            .flatMap(index -> standing(pass, decision.state(), index).stream())
            .filter(object -> !sight.shows(object.getMetadata()))
            .filter(object -> isComponent(pass, object))
            .toList();
    var pods =
        relies.noPods()
            ? pass.view().standingPods().stream()
                .filter(pod -> !sight.shows(pod.getMetadata()))
                .toList()
            : List.<Pod>of();
    return new Sight(objects, pods);
  }

  private boolean isComponent(Pass pass, GenericKubernetesResource object) {
    return !wrappers.observe(pass.resource(), pass.wrapper(), List.of(object)).isEmpty();
  }

  private Optional<GenericKubernetesResource> standing(Pass pass, WrapperState state, int index) {
    var wanted = pass.wrapper().components().get(index);
    var known = state.components().get(index).name();
    var name = known.isEmpty() ? wanted.name() : known;
    return name.isEmpty() || !pass.view().serves(wanted.apiVersion(), wanted.kind())
        ? Optional.empty()
        : inFlight.call(
            () ->
                pass.writer()
                    .find(wanted.apiVersion(), wanted.kind(), pass.id().namespace(), name));
  }

  /// A fact has happened once the state that records it is stored; `facts` then has it, whatever
  /// fails afterwards.
  private Optional<Instant> carryOut(
      Pass pass, ObservedWrapper observed, WrapperDecision decision, List<WrapperFact> facts) {
    var current = pass.stored();
    if (decision.store() != Store.LATER) {
      current = store(pass, current, decision.state());
      facts.addAll(decision.facts());
    }
    boolean creates =
        decision.steps().stream().anyMatch(WrapperStep.CreateComponent.class::isInstance);
    if (creates && current.equals(pass.stored())) {
      inFlight.run(() -> pass.writer().requireUnchanged(pass.stored()));
    }
    var creations = new ArrayList<Creation>();
    for (var step : decision.steps()) {
      current = apply(pass, current, observed, decision.state(), step, creations);
    }
    if (creations.isEmpty()) {
      return decision.wakeAt();
    }
    var next =
        engine.decide(
            pass.wrapper(), observed.after(decision.state(), true, creations), clock.instant());
    var _ = store(pass, current, next.state());
    facts.addAll(next.facts());
    return next.wakeAt();
  }

  /// Answers the resource as it now stands. What has not changed is not written.
  private ObjectNode store(Pass pass, ObjectNode current, WrapperState state) {
    var status =
        AppWrappers.CODEC.write(wrappers.withStatus(pass.resource(), state)).path("status");
    if (meaning(status).equals(meaning(current.path("status")))) {
      return current;
    }
    var next = current.deepCopy();
    next.set("status", status);
    return inFlight.call(() -> pass.writer().storeStatus(next));
  }

  private static Optional<JsonNode> meaning(JsonNode status) {
    return Optional.of(status).filter(one -> !one.isEmpty());
  }

  /// Answers the wrapper as it stands afterwards. Creations stop at the first that fails.
  private ObjectNode apply(
      Pass pass,
      ObjectNode current,
      ObservedWrapper observed,
      WrapperState state,
      WrapperStep step,
      List<Creation> creations) {
    return switch (step) {
      case WrapperStep.Hold() -> {
        var finalizers = new ArrayList<>(finalizers(current));
        finalizers.add(CodeFlare.FINALIZER);
        yield change(pass, current, having(finalizers));
      }
      case WrapperStep.Release() -> {
        var finalizers =
            finalizers(current).stream().filter(one -> !one.equals(CodeFlare.FINALIZER)).toList();
        yield change(pass, current, having(finalizers));
      }
      case WrapperStep.CreateComponent(var index) -> {
        if (creations.stream().noneMatch(Creation.Refused.class::isInstance)) {
          creations.add(create(pass, observed, state, index));
        }
        yield current;
      }
      case WrapperStep.DeleteComponent(_, var ref, var haste) -> {
        delete(pass, ref.apiVersion(), ref.kind(), ref.name(), ref.uid(), haste);
        yield current;
      }
      case WrapperStep.DeletePod(var pod, var uid, var haste) -> {
        delete(pass, "v1", "Pod", pod, uid, haste);
        yield current;
      }
    };
  }

  private static ObjectNode having(List<String> finalizers) {
    var merge = MAPPER.createObjectNode();
    var list = merge.putObject("metadata").putArray("finalizers");
    finalizers.forEach(list::add);
    return merge;
  }

  private static List<String> finalizers(ObjectNode resource) {
    return resource
        .path("metadata")
        .path("finalizers")
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  /// What cannot be removed is still there, which the next look will show.
  private void delete(
      Pass pass, String apiVersion, String kind, String name, String uid, Haste haste) {
    var target = new Target(apiVersion, kind, pass.id().namespace(), name, uid);
    inFlight
        .call(() -> pass.writer().delete(target, haste))
        .ifPresent(
            why ->
                log.atWarn()
                    .addKeyValue("job", pass.id())
                    .addKeyValue("object", target)
                    .addKeyValue("cause", why)
                    .log("An object of an AppWrapper could not be removed; it is tried again"));
  }

  private Creation create(Pass pass, ObservedWrapper observed, WrapperState state, int index) {
    var there =
        observed.components().stream()
            .filter(one -> one.index() == index && !one.leaving())
            .findFirst();
    if (there.isPresent()) {
      return new Creation.Made(index, there.get().ref().name());
    }
    var wanted = pass.wrapper().components().get(index);
    if (!pass.view().serves(wanted.apiVersion(), wanted.kind())) {
      return wrappers.refused(
          index,
          NOT_FOUND,
          "no matches for kind \"%s\" in version \"%s\""
              .formatted(wanted.kind(), wanted.apiVersion()));
    }
    return switch (wrappers.prepare(pass.resource(), pass.wrapper(), index)) {
      case Prepared.Flawed flawed -> wrappers.refused(index, flawed);
      case Prepared.Ready(var object) -> create(pass, index, named(pass, object, state, index));
    };
  }

  /// A name that the API server were to find would be lost with its answer. Each attempt has its
  /// own all the same.
  private static GenericKubernetesResource named(
      Pass pass, ObjectNode object, WrapperState state, int index) {
    var named = MAPPER.convertValue(object, GenericKubernetesResource.class);
    var metadata = named.getMetadata();
    if (requireNonNullElse(metadata.getName(), "").isEmpty()) {
      metadata.setName(
          requireNonNullElse(metadata.getGenerateName(), "")
              + Hash5.of("%d %d".formatted(index, state.retries()), pass.id().uid()));
    }
    return named;
  }

  private Creation create(Pass pass, int index, GenericKubernetesResource object) {
    var name = object.getMetadata().getName();
    return switch (inFlight.call(() -> pass.writer().create(object))) {
      case ClusterWriter.Creation.Made _ -> new Creation.Made(index, name);
      case ClusterWriter.Creation.Taken(var uid, var controller, _) ->
          wrappers.taken(pass.resource(), index, taken(name, uid, controller));
      // The kind is served, so it is the namespace that is not there, or somebody in between.
      case ClusterWriter.Creation.Refused(var code, var why) ->
          wrappers.refused(index, code == NOT_FOUND ? PASSING : code, why);
    };
  }

  private static ObjectMeta taken(String name, String uid, Optional<Target> controller) {
    var metadata = new ObjectMetaBuilder().withName(name).withUid(uid);
    controller.ifPresent(
        owner ->
            metadata
                .addNewOwnerReference()
                .withApiVersion(owner.apiVersion())
                .withKind(owner.kind())
                .withName(owner.name())
                .withUid(owner.uid())
                .withController(true)
                .endOwnerReference());
    return metadata.build();
  }

  /// The version on which a state was decided tells its facts from the same ones of another time.
  private void tell(Pass pass, List<WrapperFact> facts) {
    var version = version(pass.stored());
    var sayings = new ArrayList<Saying>();
    for (var fact : facts) {
      if (fact instanceof WrapperFact.Entered(var phase)) {
        counter.count(pass.id().namespace(), phase);
        log.atInfo()
            .addKeyValue("job", pass.id())
            .addKeyValue("phase", phase.word)
            .log("An AppWrapper has entered a phase");
      }
      var texts = wrappers.tell(fact);
      IntStream.range(0, texts.size())
          .mapToObj(
              index -> new Saying("%s %s %d".formatted(version, fact, index), texts.get(index)))
          .forEach(sayings::add);
    }
    var _ = teller.tell(pass.id(), sayings, pass.writer());
  }
}
