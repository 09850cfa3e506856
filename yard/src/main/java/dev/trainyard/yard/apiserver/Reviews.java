package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.identity.Claims;
import dev.trainyard.yard.apiserver.rights.Asker;
import dev.trainyard.yard.apiserver.rights.Attempt;
import dev.trainyard.yard.apiserver.rights.Rule;
import dev.trainyard.yard.apiserver.rights.Verdict;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Routes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Tells clients who they are and what they may do, and those who may ask it of others as well.
final class Reviews {

  /// The groups that have nothing but reviews, with what is in them: plural, and kind.
  private static final Map<String, Map<String, String>> RESOURCES =
      Map.of(
          "authentication.k8s.io",
          Map.of("selfsubjectreviews", "SelfSubjectReview", "tokenreviews", "TokenReview"),
          "authorization.k8s.io",
          Map.of(
              "localsubjectaccessreviews", "LocalSubjectAccessReview",
              "selfsubjectaccessreviews", "SelfSubjectAccessReview",
              "selfsubjectrulesreviews", "SelfSubjectRulesReview",
              "subjectaccessreviews", "SubjectAccessReview"));

  static final String VERSION = "v1";

  private final Accounts accounts;

  Reviews(Accounts accounts) {
    this.accounts = accounts;
  }

  static List<String> groups() {
    return RESOURCES.keySet().stream().sorted().toList();
  }

  void serve(Routes table) {
    var authentication = "/apis/authentication.k8s.io/v1";
    var authorization = "/apis/authorization.k8s.io/v1";
    table
        .on("GET", authentication, call -> list(call, "authentication.k8s.io"))
        .on("GET", authorization, call -> list(call, "authorization.k8s.io"))
        .on("POST", authentication + "/selfsubjectreviews", Reviews::whoAmI)
        .on("POST", authentication + "/tokenreviews", this::whose)
        .on("POST", authorization + "/selfsubjectaccessreviews", Reviews::mayI)
        .on("POST", authorization + "/selfsubjectrulesreviews", Reviews::whatMayI)
        .on("POST", authorization + "/subjectaccessreviews", Reviews::mayThey)
        .on(
            "POST",
            authorization + "/namespaces/{namespace}/localsubjectaccessreviews",
            Reviews::mayThey);
  }

  private static void list(Call call, String group) throws IOException {
    var json =
        Json.object()
            .put("kind", "APIResourceList")
            .put("apiVersion", "v1")
            .put("groupVersion", group + "/" + VERSION);
    var resources = json.putArray("resources");
    new TreeMap<>(RESOURCES.get(group))
        .forEach(
            (plural, kind) ->
                resources
                    .addObject()
                    .put("name", plural)
                    .put("singularName", plural.substring(0, plural.length() - 1))
                    .put("namespaced", plural.startsWith("local"))
                    .put("kind", kind)
                    .set("verbs", Json.array(List.of("create"))));
    Replies.json(call, 200, json);
  }

  private static void whoAmI(Call call) throws IOException {
    var review = review(call);
    review.putObject("status").set("userInfo", user(Visitor.of(call).asker()));
    Replies.json(call, 201, review);
  }

  private static ObjectNode user(Asker asker) {
    var user = Json.object().put("username", asker.name());
    if (!asker.uid().isEmpty()) {
      user.put("uid", asker.uid());
    }
    user.set("groups", Json.array(asker.groups()));
    if (!asker.extra().isEmpty()) {
      var extra = user.putObject("extra");
      new TreeMap<>(asker.extra()).forEach((key, values) -> extra.set(key, Json.array(values)));
    }
    return user;
  }

  private void whose(Call call) throws IOException {
    var review = review(call);
    var spec = review.path("spec");
    var token = spec.path("token").asText("");
    if (token.isEmpty()) {
      throw new ApiException(
          Status.invalid(
              "TokenReview.authentication.k8s.io",
              "authentication.k8s.io",
              "TokenReview",
              "",
              List.of(
                  Violation.invalid(
                      "spec.token", "", "token is required for TokenReview in authentication"))));
    }
    var asked = Json.texts(spec.path("audiences"));
    var status = review.putObject("status");
    accounts
        .recognise(token, asked.isEmpty() ? List.of(Claims.ISSUER) : asked)
        .ifPresentOrElse(
            known -> {
              status.put("authenticated", true);
              status.set("user", user(known.asker()));
              status.set("audiences", Json.array(known.audiences()));
            },
            () -> {
              status.put("error", "invalid bearer token");
              status.putObject("user");
            });
    Replies.json(call, 201, review);
  }

  private static void mayI(Call call) throws IOException {
    var review = review(call);
    var attempt = Attempts.of(review.path("spec"), "SelfSubjectAccessReview", new ArrayList<>());
    var visitor = Visitor.of(call);
    answer(review, visitor.rights().judge(visitor.asker(), attempt));
    Replies.json(call, 201, review);
  }

  private static void mayThey(Call call) throws IOException {
    var review = review(call);
    var local = call.parameter("namespace");
    var kind = local.isEmpty() ? "SubjectAccessReview" : "LocalSubjectAccessReview";
    var spec = review.path("spec");
    var groups = Json.texts(spec.path("groups"));
    var problems = new ArrayList<Violation>();
    if (spec.path("user").asText("").isEmpty() && groups.isEmpty()) {
      problems.add(
          Violation.invalid("spec.user", "", "at least one of user or group must be specified"));
    }
    var attempt = Attempts.of(spec, kind, problems);
    if (!local.isEmpty()
        && !(attempt instanceof Attempt.Resource wanted && wanted.namespace().equals(local))) {
      throw new ApiException(
          Status.invalid(
              kind + ".authorization.k8s.io",
              "authorization.k8s.io",
              kind,
              "",
              List.of(
                  Violation.invalid(
                      "spec.resourceAttributes.namespace",
                      spec.at("/resourceAttributes/namespace"),
                      "must match metadata.namespace"))));
    }
    var asker =
        new Asker(spec.path("user").asText(""), spec.path("uid").asText(""), groups, extra(spec));
    answer(review, Visitor.of(call).rights().judge(asker, attempt));
    Replies.json(call, 201, review);
  }

  private static Map<String, List<String>> extra(JsonNode spec) {
    var extra = new HashMap<String, List<String>>();
    spec.path("extra")
        .properties()
        .forEach(entry -> extra.put(entry.getKey(), Json.texts(entry.getValue())));
    return extra;
  }

  private static void answer(ObjectNode review, Verdict verdict) {
    var status = review.putObject("status").put("allowed", verdict.allowed());
    if (!verdict.reason().isEmpty()) {
      status.put("reason", verdict.reason());
    }
  }

  private static void whatMayI(Call call) throws IOException {
    var review = review(call);
    var namespace = review.at("/spec/namespace").asText("");
    if (namespace.isEmpty()) {
      throw new ApiException(Status.badRequest("no namespace on request"));
    }
    var visitor = Visitor.of(call);
    var status = review.putObject("status").put("incomplete", false);
    var resources = status.putArray("resourceRules");
    var paths = status.putArray("nonResourceRules");
    for (var rule : visitor.rights().rulesOf(visitor.asker(), namespace)) {
      if (rule.paths().isEmpty()) {
        resources.add(resourceRule(rule));
      } else {
        var shown = paths.addObject();
        shown.set("verbs", Json.array(rule.verbs()));
        shown.set("nonResourceURLs", Json.array(rule.paths()));
      }
    }
    Replies.json(call, 201, review);
  }

  private static ObjectNode resourceRule(Rule rule) {
    var shown = Json.object();
    shown.set("verbs", Json.array(rule.verbs()));
    shown.set("apiGroups", Json.array(rule.groups()));
    shown.set("resources", Json.array(rule.resources()));
    if (!rule.names().isEmpty()) {
      shown.set("resourceNames", Json.array(rule.names()));
    }
    return shown;
  }

  private static ObjectNode review(Call call) throws IOException {
    if (!(Bodies.json(call) instanceof ObjectNode review)) {
      throw new ApiException(Status.badRequest("the body must be one object"));
    }
    return review;
  }
}
