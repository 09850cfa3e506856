package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.apiserver.rights.Asker;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Door;
import dev.trainyard.yard.http.RefusedException;
import dev.trainyard.yard.store.StoreException;
import dev.trainyard.yard.store.StoreException.Trouble;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets in whoever shows a token, the owner's or a service account's, as far as their roles allow,
/// and no page of a browser from elsewhere.
final class Gate implements Door {

  private static final Logger log = LoggerFactory.getLogger(Gate.class);

  static final String USER = "yard";
  private static final Set<String> OPEN = Set.of("/healthz", "/livez", "/readyz");
  private static final String BEARER = "Bearer ";
  private static final Asker OWNER = Asker.master(USER);

  private final Premises premises;
  private final OwnersKey key;
  private final Accounts accounts;
  private final RightsBook rights;
  private final RequestMeters meters;

  /// Where it stands.
  ///
  /// @param names how the API may be called here
  /// @param guests who may come at all
  /// @param forOwner whether the owner's token opens it as well
  record Premises(Set<String> names, Predicate<InetAddress> guests, boolean forOwner) {

    static final Premises LOOPBACK =
        new Premises(Set.of("127.0.0.1", "localhost", "[::1]", "::1"), _ -> true, true);
  }

  Gate(
      Premises premises,
      OwnersKey key,
      Accounts accounts,
      RightsBook rights,
      RequestMeters meters) {
    this.meters = meters;
    this.premises = premises;
    this.key = key;
    this.accounts = accounts;
    this.rights = rights;
  }

  @Override
  public boolean admit(Call call) {
    if (call.from().filter(premises.guests()).isEmpty()) {
      throw forbidden("this API is for the pods of its node");
    }
    // A page elsewhere can point its own name at this address; its Host header then tells.
    if (!ours("http://" + call.header("Host").orElse(""))) {
      throw forbidden(
          "this API answers to %s only"
              .formatted(
                  premises.forOwner()
                      ? "127.0.0.1 and localhost"
                      : "its names and addresses in the cluster"));
    }
    var origin = call.header("Origin");
    if (origin.isPresent() && !ours(origin.get())) {
      throw forbidden("pages from elsewhere may not use this API");
    }
    if (OPEN.contains(call.path())) {
      return false;
    }
    var visitor = Impersonation.of(call, new Visitor(recognised(call), rights));
    if (!visitor.asker().mayDoEverything()) {
      visitor.require(Attempts.of(call));
    }
    call.recognise(visitor);
    return true;
  }

  private Asker recognised(Call call) {
    if (premises.forOwner() && key.shownIn(call)) {
      return OWNER;
    }
    var account =
        call.header("Authorization")
            .filter(shown -> shown.regionMatches(true, 0, BEARER, 0, BEARER.length()))
            .flatMap(shown -> accounts.recognise(shown.substring(BEARER.length()).trim()))
            .orElseThrow(() -> new ApiException(Status.unauthorized()));
    if (!key.mayBeShown(call)) {
      throw OwnersKey.inTheClear();
    }
    return account;
  }

  @Override
  public void explain(Call call, Throwable why) throws IOException {
    if (why instanceof RefusedException refused && refused.code() == 404) {
      Replies.noSuchPath(call);
      return;
    }
    Replies.refusal(
        call,
        switch (why) {
          case ApiException e -> e.status();
          case RefusedException e -> refused(e);
          case StoreException e -> storeTrouble(e);
          default -> {
            log.atError()
                .addKeyValue("method", call.method())
                .addKeyValue("path", call.path())
                .setCause(why)
                .log("A request failed");
            yield Status.plain(500, "InternalError", "Internal error occurred: " + why);
          }
        });
  }

  @Override
  public void answered(Call call, int code, Duration took) {
    meters.count(call, code, took);
  }

  private static Status refused(RefusedException e) {
    return switch (e.code()) {
      case 405 -> Status.methodNotAllowed();
      case 413 -> Status.plain(413, "RequestEntityTooLarge", e.why());
      default -> Status.badRequest(e.why());
    };
  }

  private static Status storeTrouble(StoreException e) {
    var full = e.trouble() == Trouble.FULL;
    return Status.plain(
        full ? 507 : 500,
        full ? "InsufficientStorage" : "InternalError",
        String.valueOf(e.getMessage()));
  }

  private static ApiException forbidden(String why) {
    return new ApiException(Status.plain(403, "Forbidden", why));
  }

  private boolean ours(String address) {
    try {
      return Optional.ofNullable(URI.create(address).getHost())
          .filter(premises.names()::contains)
          .isPresent();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
