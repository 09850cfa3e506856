package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.http.Call;
import java.io.IOException;
import java.util.List;

/// Tells clients who they are and what they may do. A yard has one user, who may do everything.
final class SelfReviews {

  private static final List<String> GROUPS = List.of("system:masters", "system:authenticated");

  void whoAmI(Call call) throws IOException {
    var review = review(call);
    var user = review.putObject("status").putObject("userInfo").put("username", Gate.USER);
    user.set("groups", Json.array(GROUPS));
    Replies.json(call, 201, review);
  }

  void mayI(Call call) throws IOException {
    var review = review(call);
    review
        .putObject("status")
        .put("allowed", true)
        .put("reason", "a yard's only user may do everything");
    Replies.json(call, 201, review);
  }

  void whatMayI(Call call) throws IOException {
    var review = review(call);
    var status = review.putObject("status").put("incomplete", false);
    var everything = Json.array(List.of("*"));
    var resources = status.putArray("resourceRules").addObject();
    for (var field : List.of("verbs", "apiGroups", "resources")) {
      resources.set(field, everything);
    }
    var paths = status.putArray("nonResourceRules").addObject();
    for (var field : List.of("verbs", "nonResourceURLs")) {
      paths.set(field, everything);
    }
    Replies.json(call, 201, review);
  }

  private static ObjectNode review(Call call) throws IOException {
    if (!(Bodies.json(call) instanceof ObjectNode review)) {
      throw new ApiException(Status.badRequest("the body must be one object"));
    }
    return review;
  }
}
