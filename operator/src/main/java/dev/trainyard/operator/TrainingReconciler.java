package dev.trainyard.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Codec;
import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.Dialect.Reading;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.lifecycle.Aftermath;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Decision.Store;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.JobId;
import dev.trainyard.operator.Teller.Saying;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One pass over one job of any dialect: parse, validate, read, observe, decide, remember, apply,
/// tell. It knows no client, thread or clock of its own, so a simulation drives the same code.
public final class TrainingReconciler<R> {

  private static final Logger log = LoggerFactory.getLogger(TrainingReconciler.class);

  private static final Duration TELL_AGAIN_AFTER = Duration.ofSeconds(5);
  private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(1);

  private final Dialect<R> dialect;
  private final Codec<R> codec;
  private final Engine engine;
  private final InFlight inFlight;
  private final Takeovers takeovers;
  private final JobCounters counters;
  private final InstantSource clock;
  private final Applier applier;
  private final Teller teller;

  public TrainingReconciler(
      Dialect<R> dialect,
      Codec<R> codec,
      Engine engine,
      InFlight inFlight,
      KeyMaker keyMaker,
      Takeovers takeovers,
      JobCounters counters,
      InstantSource clock) {
    this.dialect = dialect;
    this.codec = codec;
    this.engine = engine;
    this.inFlight = inFlight;
    this.takeovers = takeovers;
    this.counters = counters;
    this.clock = clock;
    this.applier = new Applier(inFlight, keyMaker);
    this.teller = new Teller(inFlight, clock);
  }

  /// What a job needs next; `Lifecycle::decide`.
  public interface Engine {
    Decision decide(TrainingJob job, Observed observed, Instant now);
  }

  /// Answers when to look again, if time alone can change anything.
  ///
  /// @throws Conflict when the pass worked on old data: read again
  public Optional<Instant> reconcile(ObjectNode stored, ClusterView cluster, ClusterWriter writer) {
    var pass = new Pass(stored, JobIds.of(stored), writer);
    return switch (codec.parse(stored)) {
      case Parsed.NotUnderstood<R>(var problems) -> refuse(pass, codec.remains(stored), problems);
      case Parsed.Understood<R>(var resource) ->
          switch (dialect.read(resource, cluster.lookup())) {
            case Reading.NotOurs _ -> Optional.empty();
            case Reading.Refused(var problems) -> refuse(pass, resource, problems);
            case Reading.Job(var job) -> accept(pass, resource, job, cluster);
          };
    };
  }

  private Optional<Instant> accept(Pass pass, R resource, TrainingJob job, ClusterView cluster) {
    var problems = dialect.validate(resource, Optional.empty(), cluster.lookup());
    var errors = problems.stream().filter(Problem::fatal).toList();
    if (!errors.isEmpty()) {
      return refuse(pass, resource, errors);
    }
    var late = problems.stream().filter(dialect::comesTooLate).toList();
    tellOfChange(pass, resource, late);
    var warnings = problems.stream().filter(warning -> !late.contains(warning)).toList();
    return advance(pass, resource, job, warnings, cluster);
  }

  /// Once for every version of the spec.
  private void tellOfChange(Pass pass, R resource, List<Problem> late) {
    var occasion = "changed %d".formatted(JobIds.generation(pass.stored()));
    var news = "%s %s".formatted(pass.id().uid(), occasion);
    if (late.isEmpty() || !takeovers.isNews(news)) {
      return;
    }
    var sayings = numbered(occasion, dialect.tell(resource, late)).toList();
    if (!teller.tell(pass.id(), sayings, pass.writer()::record)) {
      takeovers.unsay(news);
    }
  }

  private record Pass(ObjectNode stored, JobId id, ClusterWriter writer) {}

  private Optional<Instant> advance(
      Pass pass, R resource, TrainingJob job, List<Problem> warnings, ClusterView cluster) {
    var past = dialect.recall(resource);
    var observed = cluster.observe(job, past, JobIds.deletionAsked(pass.stored()));
    var now = clock.instant();
    var decision = engine.decide(job, observed, now);
    boolean settled = takeovers.settled(pass.id().uid());
    if (!settled) {
      takeOver(pass, resource, Aftermath.of(job, observed, now), warnings);
    }
    var seen =
        decision.facts().stream()
            .filter(Facts::seen)
            .map(Happened::of)
            .filter(one -> !Facts.lasting(one.fact()) || takeovers.isNews(one.occasion()))
            .toList();
    if (!tell(pass, resource, seen, List.of())) {
      seen.forEach(one -> takeovers.unsay(one.occasion()));
    }
    var happened = new ArrayList<Happened>();
    var effects = new Effects(job);
    try {
      carryOut(pass, resource, decision, now, effects, happened);
    } catch (ObjectRefusedException refusal) {
      takeOn(pass, resource, job, past, decision, refusal.fact(), now, happened);
      happened.add(Happened.of(refusal.fact()));
      throw refusal;
    } finally {
      var _ = tell(pass, resource, happened, warnings);
    }
    boolean lost = settled && !takeovers.settled(pass.id().uid());
    return Stream.of(
            decision.wakeAt(),
            // An event is tried once more while what it tells of may still be seen.
            Optional.of(now.plus(TELL_AGAIN_AFTER)).filter(_ -> lost),
            // What stood already may be as far as it will ever come: no news of it wakes the job.
            Optional.of(now.plus(LOOK_AGAIN_AFTER)).filter(_ -> effects.stood))
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  /// What may not have been told is told before a step can remove the traces of it, and tried once:
  /// a job must not wait for its events. It was counted by whoever did it.
  private void takeOver(Pass pass, R resource, List<Fact> aftermath, List<Problem> warnings) {
    var sayings = sayings(resource, aftermath.stream().map(Happened::of).toList(), warnings);
    var _ = teller.tell(pass.id(), sayings, pass.writer()::record);
    takeovers.settle(pass.id().uid());
  }

  /// A fact, and what tells it from every other about the same job.
  private record Happened(Fact fact, String occasion) {
    static Happened of(Fact fact) {
      return new Happened(fact, Facts.occasion(fact));
    }
  }

  /// A fact has happened once the state that records it is stored, or the step it reports is done;
  /// `happened` then has it, whatever fails afterwards.
  private void carryOut(
      Pass pass,
      R resource,
      Decision decision,
      Instant now,
      Effects effects,
      List<Happened> happened) {
    var job = effects.job;
    var ofState =
        decision.facts().stream()
            .filter(fact -> !Facts.seen(fact) && Facts.reported(fact).isEmpty())
            .map(Happened::of)
            .toList();
    decision
        .gone()
        .forEach(pod -> inFlight.run(() -> pass.writer().requireGone(pass.stored(), pod)));
    boolean written = false;
    if (decision.store() == Store.FIRST) {
      written = store(pass, resource, job, decision.state(), now);
      happened.addAll(ofState);
    }
    if (!written && decision.steps().stream().anyMatch(TrainingReconciler::starts)) {
      inFlight.run(() -> pass.writer().requireUnchanged(pass.stored()));
    }
    try {
      apply(pass, job, decision, effects);
    } finally {
      decision.facts().stream()
          .flatMap(fact -> reported(fact, effects.done))
          .forEach(happened::add);
      effects.learned.stream().map(Happened::of).forEach(happened::add);
    }
    if (decision.store() == Store.AFTER) {
      store(pass, resource, job, decision.state(), now);
    }
    if (decision.store() != Store.FIRST) {
      happened.addAll(ofState);
    }
  }

  private static boolean starts(Step step) {
    return step instanceof Step.CreatePod || step instanceof Step.CreateChild;
  }

  /// What has come of the steps, by as many as are under way together.
  private static final class Effects implements Applier.Done {

    private final TrainingJob job;
    private final Map<String, String> done = new ConcurrentHashMap<>();
    private final Queue<Fact> learned = new ConcurrentLinkedQueue<>();
    private volatile boolean stood;

    Effects(TrainingJob job) {
      this.job = job;
    }

    @Override
    public void step(Step step, String uid) {
      done.put(Facts.done(job, step), uid);
    }

    @Override
    public void learned(Fact fact) {
      learned.add(fact);
    }

    @Override
    public void stood() {
      stood = true;
    }
  }

  /// That a job is known and waits is shown although an object it needs was refused, and why, where
  /// its dialect has words for it. Once stored it is no news, so further refusals write nothing.
  private void takeOn(
      Pass pass,
      R resource,
      TrainingJob job,
      JobState past,
      Decision decision,
      Fact refusal,
      Instant now,
      List<Happened> happened) {
    if (decision.store() == Store.FIRST) {
      return;
    }
    var news = decision.facts().stream().filter(Fact.Accepted.class::isInstance).findFirst();
    boolean first = decision.store() == Store.AFTER && news.isPresent();
    var known = first ? dialect.withStatus(resource, job, takenOn(past, decision), now) : resource;
    takeovers.unsettle(pass.id().uid());
    store(pass, dialect.lacking(known, refusal, now));
    takeovers.settle(pass.id().uid());
    if (first) {
      happened.add(Happened.of(news.get()));
    }
  }

  private static JobState takenOn(JobState past, Decision decision) {
    var known = past.remember().milestones();
    var next = decision.state().remember().milestones();
    var taken =
        next.queued()
            .map(known::queued)
            .or(() -> next.accepted().map(known::accepted))
            .orElse(known);
    return past.remembering(past.remember().with(taken));
  }

  /// Objects have the name of one that was there before them; `done` has their uids.
  private static Stream<Happened> reported(Fact fact, Map<String, String> done) {
    return Facts.reported(fact)
        .filter(done::containsKey)
        .map(what -> new Happened(fact, "%s, %s".formatted(what, done.get(what))))
        .stream();
  }

  private void apply(Pass pass, TrainingJob job, Decision decision, Applier.Done hears) {
    if (decision.steps().isEmpty()) {
      return;
    }
    applier.apply(job, decision.steps(), pass.writer(), hears);
    var done =
        decision.steps().stream()
            .collect(
                Collectors.groupingBy(
                    step -> step.getClass().getSimpleName(), TreeMap::new, Collectors.counting()));
    log.atInfo()
        .addKeyValue("job", pass.id())
        .addKeyValue("kind", pass.id().kind())
        .addKeyValue("steps", done)
        .log("Applied steps");
  }

  /// A refusal is stored and told once; only a change of the resource brings us back.
  private Optional<Instant> refuse(Pass pass, R resource, List<Problem> problems) {
    if (store(pass, dialect.refused(resource, problems, clock.instant()))) {
      log.atInfo()
          .addKeyValue("job", pass.id())
          .addKeyValue("kind", pass.id().kind())
          .addKeyValue("fields", problems.stream().map(Problem::path).toList())
          .log("Refused a job");
      var occasion = "refused %d".formatted(JobIds.generation(pass.stored()));
      var sayings = numbered(occasion, dialect.tell(resource, problems)).toList();
      var _ = teller.tell(pass.id(), sayings, pass.writer()::record);
    }
    return Optional.empty();
  }

  /// What was stored without an answer is told by the next pass, like what others have stored.
  private boolean store(Pass pass, R resource, TrainingJob job, JobState state, Instant now) {
    takeovers.unsettle(pass.id().uid());
    boolean written = store(pass, dialect.withStatus(resource, job, state, now));
    takeovers.settle(pass.id().uid());
    return written;
  }

  /// The memory goes before the status and both before a step that relies on them; each carries the
  /// version that was read. What has not changed is not written.
  private boolean store(Pass pass, R wanted) {
    var tree = codec.write(wanted);
    var annotations = JobIds.annotationChanges(pass.stored(), tree);
    var current = pass.stored();
    if (!annotations.isEmpty()) {
      var before = current;
      current = inFlight.call(() -> pass.writer().annotate(before, annotations));
    }
    boolean statusChanged = !status(pass.stored()).equals(status(tree));
    if (statusChanged) {
      var next = current.deepCopy();
      next.set("status", tree.path("status"));
      inFlight.run(() -> pass.writer().storeStatus(next));
    }
    return statusChanged || !annotations.isEmpty();
  }

  private static Optional<JsonNode> status(ObjectNode resource) {
    return Optional.of(resource.path("status")).filter(status -> !status.isEmpty());
  }

  /// Whether all of it was told.
  private boolean tell(Pass pass, R resource, List<Happened> happened, List<Problem> warnings) {
    happened.forEach(one -> counters.count(dialect.family(), pass.id(), one.fact()));
    boolean told =
        teller.tell(pass.id(), sayings(resource, happened, warnings), pass.writer()::record);
    if (!told) {
      takeovers.unsettle(pass.id().uid());
    }
    return told;
  }

  /// A job is warned about when it is accepted.
  private List<Saying> sayings(R resource, List<Happened> happened, List<Problem> warnings) {
    var said =
        happened.stream()
            .flatMap(one -> numbered(one.occasion(), dialect.tell(resource, one.fact())));
    boolean accepted = happened.stream().anyMatch(one -> one.fact() instanceof Fact.Accepted);
    return accepted
        ? Stream.concat(said, numbered("warnings", dialect.tell(resource, warnings))).toList()
        : said.toList();
  }

  private static Stream<Saying> numbered(String occasion, List<EventText> texts) {
    return IntStream.range(0, texts.size())
        .mapToObj(index -> new Saying(occasion + index, texts.get(index)));
  }
}
