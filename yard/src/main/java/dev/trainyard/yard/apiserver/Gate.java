package dev.trainyard.yard.apiserver;

import com.sun.net.httpserver.HttpExchange;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;

/// Lets in whoever holds the token, from this machine, and no page of a browser from elsewhere.
final class Gate {

  static final String USER = "yard";
  private static final Set<String> OPEN = Set.of("/healthz", "/livez", "/readyz");
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]", "::1");

  private final byte[] bearer;
  private final byte[] basic;

  Gate(String token) {
    bearer = bytes("Bearer " + token);
    // Go's clients keep a token to themselves where there is no TLS, and send what the address
    // itself carries: http://yard:TOKEN@127.0.0.1.
    basic = bytes("Basic " + Base64.getEncoder().encodeToString(bytes(USER + ":" + token)));
  }

  Optional<Status> refusal(HttpExchange exchange) {
    var headers = exchange.getRequestHeaders();
    // A page elsewhere can point its own name at this address; its Host header then tells.
    if (!loopback("http://" + headers.getFirst("Host"))) {
      return Optional.of(forbidden("this API answers to 127.0.0.1 and localhost only"));
    }
    var origin = Optional.ofNullable(headers.getFirst("Origin"));
    if (origin.isPresent() && !loopback(origin.get())) {
      return Optional.of(forbidden("pages from elsewhere may not use this API"));
    }
    if (OPEN.contains(exchange.getRequestURI().getPath())) {
      return Optional.empty();
    }
    var given = Optional.ofNullable(headers.getFirst("Authorization")).orElse("");
    // Both in constant time, and both always.
    var asBearer = MessageDigest.isEqual(bytes(given), bearer);
    var asBasic = MessageDigest.isEqual(bytes(given), basic);
    return asBearer || asBasic
        ? Optional.empty()
        : Optional.of(Status.plain(401, "Unauthorized", "Unauthorized"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Status forbidden(String why) {
    return Status.plain(403, "Forbidden", why);
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
