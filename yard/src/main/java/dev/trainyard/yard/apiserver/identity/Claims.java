package dev.trainyard.yard.apiserver.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.rights.Asker;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a token says: whose it is, for whom, for how long, and what must still be there for it to
/// count.
///
/// @param id no two tokens have the same
/// @param bound a further object that the token ends with
public record Claims(
    String id,
    Asker.Account account,
    String accountUid,
    List<String> audiences,
    Instant issued,
    Instant expires,
    Optional<Bound> bound) {

  /// Who issues all tokens of a yard, and whom they are for unless somebody else is named.
  public static final String ISSUER = "https://kubernetes.default.svc";

  private static final String KUBERNETES = "kubernetes.io";

  /// What a token ends with.
  ///
  /// @param kind `pod`, `secret` or `node`
  public record Bound(String kind, String name, String uid) {
    public static final List<String> KINDS = List.of("pod", "secret", "node");
  }

  public Claims {
    audiences = List.copyOf(audiences);
  }

  ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    audiences.forEach(json.putArray("aud")::add);
    json.put("exp", expires.getEpochSecond())
        .put("iat", issued.getEpochSecond())
        .put("iss", ISSUER)
        .put("jti", id);
    var inside = json.putObject(KUBERNETES).put("namespace", account.namespace());
    bound.ifPresent(it -> named(inside, it.kind(), it.name(), it.uid()));
    named(inside, "serviceaccount", account.name(), accountUid);
    return json.put("nbf", issued.getEpochSecond()).put("sub", account.user());
  }

  private static void named(ObjectNode claims, String kind, String name, String uid) {
    claims.putObject(kind).put("name", name).put("uid", uid);
  }

  /// Nothing where it is no token of ours.
  static Optional<Claims> read(JsonNode json) {
    var inside = json.path(KUBERNETES);
    var account =
        new Asker.Account(
            inside.path("namespace").asText(""), inside.at("/serviceaccount/name").asText(""));
    var uid = inside.at("/serviceaccount/uid").asText("");
    if (!json.path("iss").asText("").equals(ISSUER)
        || !json.path("sub").asText("").equals(account.user())
        || !json.path("exp").isIntegralNumber()
        || uid.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Claims(
            json.path("jti").asText(""),
            account,
            uid,
            json.path("aud").valueStream().map(JsonNode::asText).toList(),
            Instant.ofEpochSecond(json.path("nbf").asLong()),
            Instant.ofEpochSecond(json.path("exp").asLong()),
            Bound.KINDS.stream()
                .filter(inside::has)
                .map(kind -> bound(kind, inside.path(kind)))
                .findFirst()));
  }

  private static Bound bound(String kind, JsonNode named) {
    return new Bound(kind, named.path("name").asText(""), named.path("uid").asText(""));
  }
}
