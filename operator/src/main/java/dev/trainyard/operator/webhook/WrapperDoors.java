package dev.trainyard.operator.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.trainyard.api.codeflare.AppWrapper;
import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import dev.trainyard.dialects.Parsed;
import dev.trainyard.dialects.appwrapper.AppWrappers;
import dev.trainyard.dialects.appwrapper.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The two doors of AppWrappers: at one they are told whose they are, at the other they are judged,
/// also by what their author may create.
final class WrapperDoors {

  private final AppWrappers wrappers;
  private final Function<Requester, Surroundings> surroundings;

  WrapperDoors(AppWrappers wrappers, Function<Requester, Surroundings> surroundings) {
    this.wrappers = wrappers;
    this.surroundings = surroundings;
  }

  /// Who answers, by path.
  Map<String, Reviews> all() {
    return Map.of(
        Admission.path(AppWrappers.KIND),
        new Reviews(AppWrappers.KIND, this::judge),
        Admission.mutatingPath(AppWrappers.KIND),
        new Reviews(AppWrappers.KIND, this::mark));
  }

  private Reviews.Judgement judge(Question question, Requester requester) {
    return new Reviews.Judgement(wrappers.judge(question, surroundings.apply(requester)));
  }

  /// Whoever claims to be somebody else is corrected. What cannot be read is refused at the other
  /// door.
  private Reviews.Judgement mark(Question question, Requester requester) {
    var allowed = new Verdict.Allowed(List.of());
    return question.operation() == Operation.CREATE
            && AppWrappers.CODEC.parse(question.object())
                instanceof Parsed.Understood<AppWrapper>(var resource)
        ? new Reviews.Judgement(
            allowed,
            patch(question.object(), wrappers.labels(resource, requester.name(), requester.uid())))
        : new Reviews.Judgement(allowed);
  }

  private static ArrayNode patch(JsonNode object, Map<String, String> labels) {
    var patch = JsonNodeFactory.instance.arrayNode();
    if (!object.path("metadata").path("labels").isObject()) {
      patch.addObject().put("op", "add").put("path", "/metadata/labels").putObject("value");
    }
    labels.forEach(
        (key, value) ->
            patch
                .addObject()
                .put("op", "add")
                .put("path", "/metadata/labels/" + key.replace("~", "~0").replace("/", "~1"))
                .put("value", value));
    return patch;
  }
}
