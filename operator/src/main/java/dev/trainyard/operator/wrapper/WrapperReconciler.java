package dev.trainyard.operator.wrapper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.AppWrappers.Reading;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.engine.wrapper.ObservedWrapper;
import dev.trainyard.engine.wrapper.Wrapper;
import dev.trainyard.engine.wrapper.WrapperDecision;
import dev.trainyard.engine.wrapper.WrapperFact;
import dev.trainyard.engine.wrapper.WrapperState;
import dev.trainyard.operator.ClusterWriter;
import dev.trainyard.operator.InFlight;
import dev.trainyard.operator.JobIds;
import dev.trainyard.operator.Teller;
import dev.trainyard.operator.Teller.Saying;
import dev.trainyard.operator.wrapper.Judge.Verdict;
import dev.trainyard.operator.wrapper.Turnstile.Way;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One pass over one AppWrapper: read, enter, judge, remember, apply, tell. It knows no client,
/// thread or clock of its own.
public final class WrapperReconciler {

  private static final Logger log = LoggerFactory.getLogger(WrapperReconciler.class);

  private final AppWrappers wrappers;
  private final Engine engine;
  private final InFlight inFlight;
  private final PhaseCounter counter;
  private final InstantSource clock;
  private final Teller teller;
  private final Turnstile turnstile;
  private final Judge judge;
  private final WrapperApplier applier;

  public WrapperReconciler(
      AppWrappers wrappers,
      Engine engine,
      Queue queue,
      InFlight inFlight,
      PhaseCounter counter,
      InstantSource clock) {
    this.wrappers = wrappers;
    this.engine = engine;
    this.inFlight = inFlight;
    this.counter = counter;
    this.clock = clock;
    this.teller = new Teller(inFlight, clock, _ -> AppWrapper.PLURAL);
    this.turnstile = new Turnstile(wrappers, queue, inFlight, teller);
    this.judge = new Judge(wrappers, engine, inFlight);
    this.applier = new WrapperApplier(inFlight, new ComponentMaker(wrappers, inFlight));
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

  /// There is no status for it: a webhook lets nobody store such a thing. Only a change of it
  /// brings us back.
  private Optional<Instant> refuse(
      ObjectNode stored, JobId id, List<Problem> problems, ClusterWriter writer) {
    var occasion = "refused %d".formatted(JobIds.generation(stored));
    var text = EventText.warning("Invalid", Problem.joined(problems));
    var _ = teller.tell(id, List.of(new Saying(occasion, text)), writer::record);
    return Optional.empty();
  }

  private Optional<Instant> enter(Pass pass) {
    return switch (turnstile.enter(pass)) {
      case Way.On(var own) -> advance(own);
      case Way.Arrival(var own) -> {
        var _ = advance(own);
        yield Optional.of(clock.instant());
      }
      case Way.Anew(var marked) -> reconcile(marked, pass.view(), pass.writer());
    };
  }

  private Optional<Instant> advance(Pass pass) {
    var verdict = judge.judge(pass, clock.instant());
    var facts = new ArrayList<WrapperFact>();
    try {
      var again = carryOut(pass, verdict, facts);
      turnstile.leave(pass, verdict.decision().state());
      return again;
    } finally {
      tell(pass, facts);
    }
  }

  /// A fact has happened once the state that records it is stored; `facts` then has it, whatever
  /// fails afterwards.
  private Optional<Instant> carryOut(Pass pass, Verdict verdict, List<WrapperFact> facts) {
    var decision = verdict.decision();
    var current = pass.stored();
    if (decision.store() != Store.LATER) {
      current = store(pass, current, decision.state());
      facts.addAll(decision.facts());
    }
    var applied = applier.apply(pass, current, verdict);
    if (applied.creations().isEmpty()) {
      return decision.wakeAt();
    }
    var observed = verdict.observed().after(decision.state(), true, applied.creations());
    var next = engine.decide(pass.wrapper(), observed, clock.instant());
    var _ = store(pass, applied.current(), next.state());
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

  /// The version on which a state was decided tells its facts from the same ones of another time.
  private void tell(Pass pass, List<WrapperFact> facts) {
    var version = Pass.version(pass.stored());
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
    var _ = teller.tell(pass.id(), sayings, pass.writer()::record);
  }
}
