package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item;
import dev.trainyard.simulation.api.Item.Content;
import java.util.Optional;
import java.util.stream.Stream;

/// 2, for jobs that others carry: once a job has ended, whatever it has made has ended too or is
/// held. Nothing works for it any more, at whatever remove; what only shows what it did may go on.
final class Offspring implements Rule {

  private final Sight sight;

  Offspring(Sight sight) {
    this.sight = sight;
  }

  @Override
  public void changed(Change change) {}

  @Override
  public void atTheEnd() {
    jobs().forEach(this::restsWithItsParent);
  }

  private void restsWithItsParent(Item item) {
    var job = JobTree.of(item.raw());
    item.controller()
        .flatMap(this::ended)
        .ifPresent(
            parent ->
                require(
                    job.verdict().isPresent() || job.suspended() || job.words().served(job),
                    () ->
                        "2: %s works on, and %s, which made it, has %s"
                            .formatted(item.key(), parent.name(), parent.verdict().orElse(""))));
  }

  private Optional<JobTree> ended(String uid) {
    return jobs()
        .filter(item -> item.uid().equals(uid))
        .map(item -> JobTree.of(item.raw()))
        .filter(job -> job.verdict().isPresent())
        .findFirst();
  }

  private Stream<Item> jobs() {
    return sight.store().all().filter(item -> item.content() instanceof Content.Raw);
  }
}
