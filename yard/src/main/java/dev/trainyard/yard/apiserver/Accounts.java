package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.identity.Claims;
import dev.trainyard.yard.apiserver.identity.Claims.Bound;
import dev.trainyard.yard.apiserver.identity.Tokens;
import dev.trainyard.yard.apiserver.rights.Asker;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells whose a token is, as long as its account and what it is bound to are there.
final class Accounts {

  static final String RESOURCE = "serviceaccounts";
  private static final String EXTRA = "authentication.kubernetes.io/";

  /// A pod that ends may still say goodbye.
  private static final Duration FAREWELL = Duration.ofMinutes(1);

  private final Ledger ledger;
  private final Tokens tokens;
  private final InstantSource clock;

  /// @param audiences those of the token that were asked about
  record Recognised(Asker asker, List<String> audiences) {}

  Accounts(Ledger ledger, Tokens tokens, InstantSource clock) {
    this.ledger = ledger;
    this.tokens = tokens;
    this.clock = clock;
  }

  /// Whose token this is; nothing where it opens nothing, for whatever reason.
  Optional<Asker> recognise(String token) {
    return recognise(token, List.of(Claims.ISSUER)).map(Recognised::asker);
  }

  Optional<Recognised> recognise(String token, List<String> audiences) {
    return tokens
        .read(token, audiences, clock.instant())
        .filter(this::stillThere)
        .map(
            claims ->
                new Recognised(
                    Asker.of(claims.account(), claims.accountUid(), extra(claims)),
                    claims.audiences().stream().filter(audiences::contains).toList()));
  }

  private boolean stillThere(Claims claims) {
    var namespace = claims.account().namespace();
    var account = new Key(RESOURCE, namespace, claims.account().name());
    return lives(account, claims.accountUid())
        && claims.bound().map(bound -> lives(key(bound, namespace), bound.uid())).orElse(true);
  }

  static Key key(Bound bound, String namespace) {
    return new Key(bound.kind() + "s", bound.kind().equals("node") ? "" : namespace, bound.name());
  }

  private boolean lives(Key key, String uid) {
    return ledger.find(key).filter(object -> lives(object, uid)).isPresent();
  }

  private boolean lives(ObjectNode object, String uid) {
    var seen = new ApiObject(object);
    return seen.uid().equals(uid)
        && Json.text(object, "metadata", "deletionTimestamp")
            .map(time -> clock.instant().isBefore(parsed(time).plus(FAREWELL)))
            .orElse(true);
  }

  private static Instant parsed(String time) {
    try {
      return Instant.parse(time);
    } catch (DateTimeParseException e) {
      return Instant.MIN; // no time at which anything could still be there
    }
  }

  private static Map<String, List<String>> extra(Claims claims) {
    var extra = new HashMap<String, List<String>>();
    extra.put(EXTRA + "credential-id", List.of("JTI=" + claims.id()));
    claims
        .bound()
        .ifPresent(
            bound -> {
              extra.put(EXTRA + bound.kind() + "-name", List.of(bound.name()));
              extra.put(EXTRA + bound.kind() + "-uid", List.of(bound.uid()));
            });
    return extra;
  }
}
