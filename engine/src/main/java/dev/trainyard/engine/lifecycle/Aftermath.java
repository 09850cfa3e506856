package dev.trainyard.engine.lifecycle;

import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Remembered.Ending;
import dev.trainyard.engine.model.TrainingJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What a job has gone through lately and its surroundings still show. Whoever takes the job over
/// tells it, because its predecessor may have died before it could; docs/decisions/0012.
public final class Aftermath {

  /// How long clusters keep an event, unless they are told otherwise: what is older was told and
  /// forgotten.
  private static final Duration LATELY = Duration.ofHours(1);

  public static List<Fact> of(TrainingJob job, Observed observed, Instant now) {
    return observed.deletionAsked() ? List.of() : of(new Scene(job, observed, now));
  }

  private static List<Fact> of(Scene scene) {
    var facts = new ArrayList<Fact>();
    var memory = scene.memory();
    memory
        .milestones()
        .queued()
        .or(memory.milestones()::accepted)
        .or(memory.milestones()::held)
        .filter(at -> lately(scene, at))
        .ifPresent(_ -> facts.add(new Fact.Accepted()));
    memory
        .milestones()
        .queued()
        .filter(at -> lately(scene, at))
        .ifPresent(_ -> facts.add(new Fact.Queued(scene.job().gang().queue())));
    facts.addAll(Replacing.underWay(scene));
    memory
        .milestones()
        .held()
        .filter(at -> lately(scene, at))
        .ifPresent(at -> facts.add(new Fact.WentOnHold(at)));
    memory
        .milestones()
        .resumed()
        .filter(at -> lately(scene, at))
        .ifPresent(at -> facts.add(new Fact.Resumed(at)));
    memory
        .ending()
        .filter(ending -> lately(scene, ending.at()))
        .ifPresent(ending -> facts.addAll(of(scene, ending)));
    return facts;
  }

  /// What was told with the ending: why, and who works on.
  private static List<Fact> of(Scene scene, Ending ending) {
    var facts = new ArrayList<Fact>();
    facts.add(ending.cause());
    int running = Lifecycle.leftRunning(scene, ending);
    if (running > 0) {
      facts.add(new Fact.StillRunning(running));
    }
    return facts;
  }

  private static boolean lately(Scene scene, Instant at) {
    return at.plus(LATELY).isAfter(scene.now());
  }

  private Aftermath() {}
}
