package dev.trainyard.dialects.appwrapper;

import dev.trainyard.dialects.EventText;
import dev.trainyard.engine.wrapper.Sentences;
import dev.trainyard.engine.wrapper.WrapperConditions.Reason;
import dev.trainyard.engine.wrapper.WrapperFact;
import java.util.List;

/// The events of an AppWrapper: that it was suspended, and that it is not well. Phases have none.
final class Narration {

  static List<EventText> of(WrapperFact fact) {
    return switch (fact) {
      case WrapperFact.Entered _ -> List.of();
      case WrapperFact.Suspended(var during) ->
          List.of(
              EventText.normal(
                  "Suspending",
                  "Externally suspended while in the %s phase".formatted(during.word)));
      case WrapperFact.NotCreated(var error) ->
          unhealthy(Reason.CREATE_FAILED, Sentences.notCreated(error));
      case WrapperFact.ComponentsMissing(var found, var expected) ->
          unhealthy(Reason.MISSING_COMPONENT, Sentences.missing(found, expected));
      case WrapperFact.ComponentsFailed(var count) ->
          unhealthy(Reason.FAILED_COMPONENT, Sentences.componentsFailed(count));
      case WrapperFact.PodsFailed(var count) ->
          unhealthy(Reason.FOUND_FAILED_PODS, Sentences.podsFailed(count));
      // The one that users know without its reason before it.
      case WrapperFact.NodesSick(var nodes) -> unhealthy(Sentences.sick(nodes));
      case WrapperFact.PodsNotReady(var counts) ->
          unhealthy(Reason.INSUFFICIENT_PODS_READY, Sentences.notReady(counts));
    };
  }

  private static List<EventText> unhealthy(Reason reason, String sentence) {
    return unhealthy("%s: %s".formatted(reason.word, sentence));
  }

  private static List<EventText> unhealthy(String message) {
    return List.of(EventText.normal("Unhealthy", message));
  }

  private Narration() {}
}
