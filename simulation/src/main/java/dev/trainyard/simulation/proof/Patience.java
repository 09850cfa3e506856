package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item.Content;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;

/// Unknown is not failed: a pod whose program runs on, seen or not, is removed by force only when
/// the time it was given to leave has been over for a while.
final class Patience implements Rule {

  /// As the operator promises it, and a second for clocks that know only whole ones.
  private static final Duration GIVEN = Duration.ofSeconds(60).minusSeconds(1);

  private final Sight sight;

  Patience(Sight sight) {
    this.sight = sight;
  }

  @Override
  public void changed(Change change) {
    if (change.type() == Change.Type.DELETED
        && change.item().content() instanceof Content.Typed(Pod pod)
        && sight.running().anyMatch(work -> work.uid().equals(change.item().uid()))) {
      require(
          pod.isMarkedForDeletion() && !sight.now().isBefore(leavesBy(pod).plus(GIVEN)),
          () -> "%s was removed while its program ran on".formatted(change.key()));
    }
  }

  private static Instant leavesBy(Pod pod) {
    return Instant.parse(pod.getMetadata().getDeletionTimestamp());
  }
}
