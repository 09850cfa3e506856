package dev.trainyard.operator.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Admission.Verdict;
import dev.trainyard.dialects.Dialect.Kind;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.dialects.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// AdmissionReviews about one kind: in with a question, out with the answer.
final class Reviews {

  private static final String VERSION = "admission.k8s.io/v1";
  private static final String REVIEW = "AdmissionReview";
  private static final int FORBIDDEN = 403;

  private final Kind kind;
  private final Judge judge;

  Reviews(Registered<?> kind, Lookup lookup) {
    this(
        kind.dialect().kind(),
        (question, _) -> new Judgement(Admission.judge(kind, question, lookup)));
  }

  Reviews(Kind kind, Judge judge) {
    this.kind = kind;
    this.judge = judge;
  }

  interface Judge {
    Judgement judge(Question question, Requester requester);
  }

  /// A verdict, and what is to be changed before anything is stored: a JSON patch.
  record Judgement(Verdict verdict, ArrayNode patch) {
    Judgement(Verdict verdict) {
      this(verdict, JsonNodeFactory.instance.arrayNode());
    }
  }

  /// What was decided, and the review that says so.
  record Answer(Verdict verdict, ObjectNode review) {}

  /// @throws MalformedReviewException when nothing was asked that has an answer
  Answer answer(String body) throws MalformedReviewException {
    var request = request(body);
    var uid = request.path("uid").asText("");
    require(!uid.isEmpty(), "request.uid is missing");
    requireKind(request.path("kind"));
    var judgement = judge.judge(question(request), Requester.of(request.path("userInfo")));
    return new Answer(judgement.verdict(), review(uid, judgement));
  }

  private static JsonNode request(String body) throws MalformedReviewException {
    var review = Json.parse(body).orElse(JsonNodeFactory.instance.missingNode());
    require(review.isObject(), "the body is not a JSON object");
    var version = review.path("apiVersion").asText("");
    var name = review.path("kind").asText("");
    require(
        version.equals(VERSION) && name.equals(REVIEW),
        "expected %s of %s, found \"%s\" of \"%s\"".formatted(REVIEW, VERSION, name, version));
    require(review.path("request").isObject(), "request is missing");
    return review.path("request");
  }

  private void requireKind(JsonNode asked) throws MalformedReviewException {
    var expected = List.of(kind.group(), kind.version(), kind.kind());
    var found =
        List.of(
            asked.path("group").asText(""),
            asked.path("version").asText(""),
            asked.path("kind").asText(""));
    require(
        found.equals(expected),
        "request.kind: expected %s, found %s"
            .formatted(String.join("/", expected), String.join("/", found)));
  }

  private static Question question(JsonNode request) throws MalformedReviewException {
    var word = request.path("operation").asText("");
    var operation =
        Arrays.stream(Operation.values()).filter(one -> one.name().equals(word)).findFirst();
    require(
        operation.isPresent(),
        "request.operation: \"%s\" is not one of %s"
            .formatted(word, Arrays.toString(Operation.values())));
    var object = request.path("object");
    var before = request.path("oldObject");
    switch (operation.orElseThrow()) {
      case CREATE -> require(object.isObject(), "request.object is missing");
      case UPDATE -> {
        require(object.isObject(), "request.object is missing");
        require(before.isObject(), "request.oldObject is missing");
      }
      case DELETE, CONNECT -> {
        // Never refused, whatever it is about.
      }
    }
    return new Question(
        operation.orElseThrow(), object, Optional.of(before).filter(JsonNode::isObject));
  }

  private static void require(boolean holds, String otherwise) throws MalformedReviewException {
    if (!holds) {
      throw new MalformedReviewException(otherwise);
    }
  }

  private static ObjectNode review(String uid, Judgement judgement) {
    var verdict = judgement.verdict();
    var review =
        JsonNodeFactory.instance.objectNode().put("apiVersion", VERSION).put("kind", REVIEW);
    var response = review.putObject("response").put("uid", uid);
    switch (verdict) {
      case Verdict.Allowed _ -> response.put("allowed", true);
      case Verdict.Refused(var message, _) ->
          response
              .put("allowed", false)
              .putObject("status")
              .put("status", "Failure")
              .put("code", FORBIDDEN)
              .put("reason", "Forbidden")
              .put("message", message);
    }
    if (!judgement.patch().isEmpty()) {
      var patch = judgement.patch().toString().getBytes(StandardCharsets.UTF_8);
      response
          .put("patchType", "JSONPatch")
          .put("patch", Base64.getEncoder().encodeToString(patch));
    }
    if (!verdict.warnings().isEmpty()) {
      var warnings = response.putArray("warnings");
      verdict.warnings().forEach(warnings::add);
    }
    return review;
  }
}
