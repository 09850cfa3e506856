package dev.trainyard.simulation.proof;

import dev.trainyard.engine.lifecycle.Lifecycle;
import dev.trainyard.engine.model.Decision;
import dev.trainyard.engine.model.Decision.Step;
import dev.trainyard.engine.model.Observed;
import dev.trainyard.engine.model.Role;
import dev.trainyard.engine.model.TrainingJob;
import dev.trainyard.engine.model.TrainingJob.Claim;
import dev.trainyard.operator.TrainingReconciler.Engine;
import dev.trainyard.simulation.controller.Parts;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Mistakes in what only MPIJobs and workloads have: names to claim, places that are done, and jobs
/// that carry others.
final class CarriedMistakes {

  static List<Bug> all() {
    return List.of(
        bug("claims another name when it has one", CarriedMistakes::greedy),
        bug("starts a launcher before its workers are ready", CarriedMistakes::hasty),
        bug("forgets which places of a sweep are done", CarriedMistakes::forgetful),
        bug("does not hold what carries a job", CarriedMistakes::lenient),
        bug("starts a whole sweep at once", CarriedMistakes::allAtOnce));
  }

  private static Bug bug(String words, Engine engine) {
    return new Bug(words, () -> Parts.deciding(engine));
  }

  private static Decision greedy(TrainingJob job, Observed observed, Instant now) {
    var decision = Lifecycle.decide(job, observed, now);
    boolean begins =
        job.id().kind().equals("TrainingWorkload")
            && job.naming().claim().isEmpty()
            && decision.steps().stream().anyMatch(CarriedMistakes::starts);
    var claim =
        new Claim(
            job.naming().base(),
            true,
            Map.of("claim", "another"),
            "number",
            Map.of("effective-spec", "anything"));
    return begins
        ? with(
            decision,
            Stream.concat(Stream.of(new Step.ClaimName(claim)), decision.steps().stream()).toList())
        : decision;
  }

  private static boolean starts(Step step) {
    return step instanceof Step.CreatePod || step instanceof Step.CreateChild;
  }

  private static Decision hasty(TrainingJob job, Observed observed, Instant now) {
    var roles =
        job.roles().stream()
            .map(role -> role(role, role.atOnce(), new Role.Start.AtOnce()))
            .toList();
    return Lifecycle.decide(Misread.of(job).with(roles).read(), observed, now);
  }

  private static Decision allAtOnce(TrainingJob job, Observed observed, Instant now) {
    var roles = job.roles().stream().map(role -> role(role, role.size(), role.start())).toList();
    return Lifecycle.decide(Misread.of(job).with(roles).read(), observed, now);
  }

  private static Role role(Role role, int atOnce, Role.Start start) {
    return new Role(
        role.name(),
        role.size(),
        atOnce,
        role.template(),
        role.labels(),
        role.annotations(),
        role.hostname(),
        role.leadLabels(),
        role.launches(),
        role.restart(),
        role.carrier(),
        start);
  }

  private static Decision forgetful(TrainingJob job, Observed observed, Instant now) {
    var decision = Lifecycle.decide(job, observed, now);
    var state = decision.state();
    return new Decision(
        state.remembering(state.remember().done(Set.of())),
        decision.store(),
        decision.steps(),
        decision.facts(),
        decision.wakeAt());
  }

  private static Decision lenient(TrainingJob job, Observed observed, Instant now) {
    var decision = Lifecycle.decide(job, observed, now);
    return with(
        decision,
        decision.steps().stream().filter(step -> !(step instanceof Step.HoldChild)).toList());
  }

  private static Decision with(Decision decision, List<Step> steps) {
    return new Decision(
        decision.state(), decision.store(), steps, decision.facts(), decision.wakeAt());
  }

  private CarriedMistakes() {}
}
