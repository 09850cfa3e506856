package dev.trainyard.simulation.proof;

import static dev.trainyard.simulation.proof.Rule.require;

import dev.trainyard.simulation.api.Change;
import dev.trainyard.simulation.api.Item.Content;
import dev.trainyard.simulation.controller.Controller;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/// 8 and 10: nothing is touched that is not ours, and nothing is told that is nobody's business.
final class Bounds implements Rule {

  private static final List<String> KEYS = bothWays(Controller.KEY);
  private static final List<String> SECRETS =
      Stream.concat(
              KEYS.stream(),
              Stream.concat(Stream.of(Makers.SECRET), bothWays("TOKEN=" + Makers.SECRET).stream()))
          .toList();

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
      case Content.Typed(GenericKubernetesResource object)
          when !object.getKind().equals("Secret") ->
          keepsSecrets(
              object.getAdditionalProperties().toString(), "what all may read: " + change.key());
      // What a template says in plain words is in its pods.
      case Content.Typed(Pod pod) when change.type() == Change.Type.ADDED ->
          lacks(KEYS, pod.toString(), "the pod " + change.key());
      case Content.Typed(var object) ->
          require(
              change.type() == Change.Type.ADDED || !Bystander.is(object),
              () -> "8: %s is nobody's, and was %s".formatted(change.key(), change.type()));
    }
  }

  /// What a line of a log may not hold either.
  static void keepsSecrets(String text, String where) {
    lacks(SECRETS, text, where);
  }

  private static void lacks(List<String> secrets, String text, String where) {
    require(
        secrets.stream().noneMatch(text::contains),
        () -> "10: a secret stands in %s: %s".formatted(where, text));
  }

  /// As it is, and as it begins in a Secret.
  private static List<String> bothWays(String text) {
    var whole = text.substring(0, text.length() / 3 * 3).getBytes(StandardCharsets.UTF_8);
    return List.of(text, Base64.getEncoder().encodeToString(whole));
  }
}
