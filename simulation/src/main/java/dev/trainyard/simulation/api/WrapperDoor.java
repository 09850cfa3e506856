package dev.trainyard.simulation.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.Surroundings;
import java.util.Optional;

/// What an AppWrapper meets on its way into the store, as at the doors of the webhook: it is told
/// whose it is, and judged. There is but one user, who may create everything.
final class WrapperDoor {

  private static final String USER = "user";

  private final AppWrappers wrappers;

  WrapperDoor(AppWrappers wrappers) {
    this.wrappers = wrappers;
  }

  /// A new object as it is stored.
  ObjectNode admitted(ObjectNode object) {
    var stored = object.deepCopy();
    if (isWrapper(object)
        && AppWrappers.CODEC.parse(object) instanceof Parsed.Understood<AppWrapper>(var resource)) {
      var labels = stored.withObjectProperty("metadata").withObjectProperty("labels");
      wrappers.labels(resource, USER, "").forEach(labels::put);
    }
    judge(new Question(Operation.CREATE, stored, Optional.empty()));
    return stored;
  }

  void judge(ObjectNode before, ObjectNode now) {
    judge(new Question(Operation.UPDATE, now, Optional.of(before)));
  }

  private void judge(Question question) {
    if (isWrapper(question.object())
        && wrappers.judge(question, Surroundings.none()) instanceof Verdict.Refused(var why, _)) {
      throw Refusals.denied(AppWrappers.VALIDATOR, why);
    }
  }

  private static boolean isWrapper(JsonNode object) {
    return object.path("kind").asText().equals(AppWrapper.KIND);
  }
}
