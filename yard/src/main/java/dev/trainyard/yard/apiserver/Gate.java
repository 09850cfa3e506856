package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Door;
import dev.trainyard.yard.http.RefusedException;
import dev.trainyard.yard.store.StoreException;
import dev.trainyard.yard.store.StoreException.Trouble;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets in whoever holds the token, from this machine, and no page of a browser from elsewhere.
final class Gate implements Door {

  private static final Logger log = LoggerFactory.getLogger(Gate.class);

  static final String USER = "yard";
  private static final Set<String> OPEN = Set.of("/healthz", "/livez", "/readyz");
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]", "::1");

  private final OwnersKey key;

  Gate(OwnersKey key) {
    this.key = key;
  }

  @Override
  public boolean admit(Call call) {
    // A page elsewhere can point its own name at this address; its Host header then tells.
    if (!loopback("http://" + call.header("Host").orElse(""))) {
      throw forbidden("this API answers to 127.0.0.1 and localhost only");
    }
    var origin = call.header("Origin");
    if (origin.isPresent() && !loopback(origin.get())) {
      throw forbidden("pages from elsewhere may not use this API");
    }
    if (OPEN.contains(call.path())) {
      return false;
    }
    if (!key.shownIn(call)) {
      throw new ApiException(Status.plain(401, "Unauthorized", "Unauthorized"));
    }
    return true;
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

  private static boolean loopback(String address) {
    try {
      return Optional.ofNullable(URI.create(address).getHost())
          .filter(LOOPBACK::contains)
          .isPresent();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
