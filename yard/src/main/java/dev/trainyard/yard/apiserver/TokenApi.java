package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.identity.Claims;
import dev.trainyard.yard.apiserver.identity.Claims.Bound;
import dev.trainyard.yard.apiserver.identity.Tokens;
import dev.trainyard.yard.apiserver.rights.Asker;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Routes;
import dev.trainyard.yard.store.Ledger;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// Issues tokens for service accounts, and publishes what they are verified with. Nothing of a
/// token is stored or logged.
final class TokenApi {

  private static final String GROUP = "authentication.k8s.io";
  private static final long USUAL_SECONDS = 3600;
  private static final long LEAST_SECONDS = 600;
  private static final long MOST_SECONDS = 1L << 32;

  private final Ledger ledger;
  private final Kinds kinds;
  private final Tokens tokens;
  private final InstantSource clock;

  TokenApi(Ledger ledger, Kinds kinds, Tokens tokens, InstantSource clock) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.tokens = tokens;
    this.clock = clock;
  }

  void serve(Routes table) {
    table
        .on("POST", "/api/v1/namespaces/{namespace}/serviceaccounts/{name}/token", this::issue)
        .on("GET", "/openid/v1/jwks", call -> Replies.json(call, 200, tokens.published()))
        .on("GET", "/.well-known/openid-configuration", TokenApi::configuration);
  }

  private static void configuration(Call call) throws IOException {
    var json = Json.object().put("issuer", Claims.ISSUER);
    json.put("jwks_uri", Claims.ISSUER + "/openid/v1/jwks");
    json.set("response_types_supported", Json.array(List.of("id_token")));
    json.set("subject_types_supported", Json.array(List.of("public")));
    json.set("id_token_signing_alg_values_supported", Json.array(List.of("ES256")));
    Replies.json(call, 200, json);
  }

  private void issue(Call call) throws IOException {
    var kind = kinds.find("", "v1", Accounts.RESOURCE).orElseThrow();
    var target = new Target(kind, call.parameter("namespace"), call.parameter("name"));
    if (!(Bodies.json(call) instanceof ObjectNode request)) {
      throw new ApiException(Status.badRequest("the body must be one object"));
    }
    var spec = request.withObjectProperty("spec");
    var account = new ApiObject(ledger.find(target.key()).orElseThrow(target::notFound));
    var seconds = seconds(spec.path("expirationSeconds"));
    if (spec.path("audiences").isEmpty()) {
      spec.set("audiences", Json.array(List.of(Claims.ISSUER)));
    }
    spec.put("expirationSeconds", seconds);
    var now = clock.instant();
    var expires = now.plusSeconds(seconds);
    var claims =
        new Claims(
            UUID.randomUUID().toString(),
            new Asker.Account(target.namespace(), target.name()),
            account.uid(),
            Json.texts(spec.path("audiences")),
            now,
            expires,
            bound(spec.path("boundObjectRef"), target));
    request.put("kind", "TokenRequest").put("apiVersion", GROUP + "/v1");
    request
        .withObjectProperty("metadata")
        .put("name", target.name())
        .put("namespace", target.namespace())
        .put("creationTimestamp", Json.time(now));
    request
        .putObject("status")
        .put("token", tokens.issue(claims))
        .put("expirationTimestamp", Json.time(expires));
    Replies.json(call, 201, request);
  }

  private static long seconds(JsonNode given) {
    var seconds = given.isNumber() ? given.asLong() : USUAL_SECONDS;
    var problem =
        seconds < LEAST_SECONDS
            ? "may not specify a duration less than 10 minutes"
            : seconds > MOST_SECONDS ? "may not specify a duration larger than 2^32 seconds" : "";
    if (!problem.isEmpty()) {
      throw new ApiException(
          Status.invalid(
              "TokenRequest." + GROUP,
              GROUP,
              "TokenRequest",
              "",
              List.of(Violation.invalid("spec.expirationSeconds", given, problem))));
    }
    return seconds;
  }

  /// The object that the token is to end with, which must be there.
  private Optional<Bound> bound(JsonNode given, Target account) {
    if (!given.isObject()) {
      return Optional.empty();
    }
    var word = given.path("kind").asText("").toLowerCase(Locale.ROOT);
    if (!Bound.KINDS.contains(word) || !given.path("apiVersion").asText("").equals("v1")) {
      throw new ApiException(
          Status.badRequest(
              "cannot bind token to object of type %s/%s"
                  .formatted(given.path("apiVersion").asText(), given.path("kind").asText())));
    }
    var kind = kinds.find("", "v1", word + "s").orElseThrow();
    var key = Accounts.key(new Bound(word, given.path("name").asText(""), ""), account.namespace());
    var found =
        new ApiObject(
            ledger
                .find(key)
                .orElseThrow(() -> new ApiException(Status.notFound(kind, key.name()))));
    var uid = given.path("uid").asText("");
    if (!uid.isEmpty() && !uid.equals(found.uid())) {
      throw new ApiException(
          Status.conflictOf(
              kind.name(),
              key.name(),
              ("the UID in the bound object reference (%s) does not match the UID in record. The"
                      + " object might have been deleted and then recreated")
                  .formatted(uid)));
    }
    if (word.equals("pod") && !accountOf(found).equals(account.name())) {
      throw new ApiException(
          Status.badRequest(
              ("cannot bind token for serviceaccount \"%s\" to pod running with different"
                      + " serviceaccount name.")
                  .formatted(account.name())));
    }
    return Optional.of(new Bound(word, key.name(), found.uid()));
  }

  /// Pods from before the yard had accounts name none.
  private static String accountOf(ApiObject pod) {
    return Json.text(pod.json(), "spec", "serviceAccountName")
        .filter(name -> !name.isEmpty())
        .orElse(Household.ACCOUNT);
  }
}
