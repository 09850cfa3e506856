package dev.trainyard.operator;

import dev.trainyard.dialects.Dialect;
import dev.trainyard.dialects.EventText;
import dev.trainyard.dialects.Problem;
import dev.trainyard.engine.model.Fact;
import dev.trainyard.engine.model.JobState;
import dev.trainyard.engine.model.Remembered.Ending;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads an `Errand`: zero workers are a refusal, thirteen are unwise, and negative ones are
/// somebody else's. The attempt is remembered in an annotation.
final class ErrandDialect implements Dialect<Errand> {

  static final String MEMORY = "trainyard.dev/memory";

  @Override
  public Kind kind() {
    return new Kind("test.trainyard.dev", "v1", "Errand", "errands", List.of(), Errand.class);
  }

  @Override
  public List<Problem> validate(Errand errand, Optional<Errand> before, Lookup lookup) {
    return switch (workers(errand)) {
      case 0 -> List.of(Problem.error("spec.workers", "0 is too few"));
      case 13 -> List.of(Problem.warning("spec.workers", "13 is unlucky"));
      default -> List.of();
    };
  }

  @Override
  public Reading read(Errand errand, Lookup lookup) {
    return workers(errand) < 0
        ? new Reading.NotOurs("negative")
        : new Reading.Job(Jobs.job(errand.metadata(), workers(errand)));
  }

  @Override
  public JobState recall(Errand errand) {
    var unseen = JobState.unseen();
    boolean done = errand.status() != null && errand.status().phase().equals("SUCCEEDED");
    return done
        ? unseen.remembering(
            unseen.remember().with(new Ending(true, false, new Fact.Succeeded(), Bench.NOW)))
        : unseen;
  }

  @Override
  public Errand withStatus(Errand errand, JobState state, Instant now) {
    int attempt = state.remember().attempt();
    var metadata = new ObjectMetaBuilder(errand.metadata());
    if (attempt > 1) {
      metadata.addToAnnotations(MEMORY, Integer.toString(attempt));
    }
    return new Errand(metadata.build(), errand.spec(), new Errand.Status(state.phase().name()));
  }

  @Override
  public Errand refused(Errand errand, List<Problem> problems, Instant now) {
    return new Errand(errand.metadata(), errand.spec(), new Errand.Status("REFUSED " + problems));
  }

  @Override
  public List<EventText> tell(Errand errand, Fact fact) {
    return List.of(EventText.normal(fact.getClass().getSimpleName(), fact.toString()));
  }

  @Override
  public List<EventText> tell(Errand errand, List<Problem> problems) {
    return problems.stream()
        .map(problem -> EventText.warning("Problem", problem.toString()))
        .toList();
  }

  private static int workers(Errand errand) {
    return errand.spec() == null ? 0 : errand.spec().workers();
  }
}
