package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item.Content;
import io.fabric8.kubernetes.api.model.Event;

/// 8 and 10: nothing is touched that is not ours, and nothing is told that is nobody's business.
final class Bounds implements Rule {

  @Override
  public void changed(Change change) {
    switch (change.item().content()) {
      case Content.Raw(var job) -> {
        keepsSecrets(job.path("status").toString(), "the status of " + change.key());
        keepsSecrets(
            job.path("metadata").path("annotations").toString(), "the notes at " + change.key());
      }
      case Content.Typed(Event event) ->
          keepsSecrets(String.valueOf(event.getMessage()), "an event");
      case Content.Typed(var object) ->
          require(
              change.type() == Change.Type.ADDED || !Bystander.is(object),
              () -> "8: %s is nobody's, and was %s".formatted(change.key(), change.type()));
    }
  }

  private static void keepsSecrets(String text, String where) {
    require(
        !text.contains(Makers.SECRET),
        () -> "10: a secret stands in %s: %s".formatted(where, text));
  }
}
