package dev.trainyard.dialects.appwrapper;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.appwrapper.AppWrappers.Seat;
import dev.trainyard.dialects.appwrapper.TemplatePath.Place;
import dev.trainyard.engine.wrapper.Wrapper;
import dev.trainyard.engine.wrapper.Wrapper.PodSet;

/// Those of an AppWrapper's pods that begin together or not at all: the pods of its PyTorchJobs,
/// once our own queue has let them in. Other kinds may bring their pods one after the other. A
/// template that names the scheduler of everybody wants its pods placed one by one.
///
/// @param size how many there are; 0 where there is no gang
record Gang(int size) {

  private static final String ONE_BY_ONE = "default-scheduler";

  static Gang of(AppWrapper resource, Wrapper wrapper) {
    if (QueueMarks.seat(resource) != Seat.ADMITTED) {
      return new Gang(0);
    }
    int size = 0;
    for (int i = 0; i < wrapper.components().size(); i++) {
      var component = resource.spec().components().get(i).template();
      size +=
          wrapper.components().get(i).podSets().stream()
              .filter(
                  set ->
                      TemplatePath.object(component, set.path()) instanceof Place.Found(var pods)
                          && isPart(component, pods))
              .mapToInt(PodSet::replicas)
              .sum();
    }
    return new Gang(size);
  }

  /// Whether the pods of this template of a component belong to it.
  boolean takes(JsonNode component, JsonNode template) {
    return size > 1 && isPart(component, template);
  }

  private static boolean isPart(JsonNode component, JsonNode template) {
    return KnownKind.of(component).filter(KnownKind.PYTORCH_JOB::equals).isPresent()
        && !template.path("spec").path("schedulerName").asText("").equals(ONE_BY_ONE);
  }
}
