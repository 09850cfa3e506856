package dev.trainyard.dialects.runai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.runai.Catalogue;
import dev.trainyard.api.runai.Field;
import dev.trainyard.api.runai.TrainingWorkload;
import dev.trainyard.dialects.Problem;
import java.util.List;
import java.util.Set;

/// Changes of a workload that was submitted. Its job keeps the values it was made of, except for
/// the two that are read while it runs.
final class Edits {

  static final String REASON = "SpecChangeIgnored";

  private static final Set<String> LIVE =
      Set.of("active", "autoDeletionTimeAfterCompletionSeconds");

  /// One warning for each field that now says something else.
  static List<Problem> ignored(TrainingWorkload before, TrainingWorkload now) {
    var old = said(before);
    var next = said(now);
    return Catalogue.fields().stream()
        .map(Field::name)
        .filter(field -> !LIVE.contains(field))
        .filter(field -> !old.path(field).equals(next.path(field)))
        .map(
            field ->
                Problem.warning(
                    Paths.field(field),
                    "the change is ignored: the job was submitted with what it was before; submit"
                        + " a new workload"))
        .toList();
  }

  /// However it is written.
  private static ObjectNode said(TrainingWorkload workload) {
    var layer = LayerReading.read(workload.spec()).layer();
    var said = layer.values().deepCopy();
    said.put("usage", layer.usage().orElse(Layer.SUBMIT));
    layer.baseWorkload().ifPresent(base -> said.put("baseWorkload", base));
    layer
        .deleted()
        .forEach((field, keys) -> keys.forEach(key -> said.withObjectProperty(field).putNull(key)));
    return said;
  }

  private Edits() {}
}
