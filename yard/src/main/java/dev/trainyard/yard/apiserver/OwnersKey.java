package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;

/// What opens the API for its owner: the token of the home.
///
/// Where the API speaks TLS, that token counts over TLS only. A client that sends it in the clear
/// would also send it to whoever has the port while no yard is up. The yard's own process is sure
/// of its port; its parts use a token of their own, which nobody else ever learns.
final class OwnersKey {

  private final byte[] bearer;
  private final byte[] basic;
  private final Optional<byte[]> inside;

  /// @param inside the token of this process's own parts, where the API speaks TLS
  OwnersKey(String token, Optional<String> inside) {
    bearer = bytes("Bearer " + token);
    // Clients that know no tokens send what the address itself carries: https://yard:TOKEN@….
    basic = bytes("Basic " + Base64.getEncoder().encodeToString(bytes(Gate.USER + ":" + token)));
    this.inside = inside.map(word -> bytes("Bearer " + word));
  }

  /// Whether the request shows it.
  ///
  /// @throws ApiException when it is shown where others may see it
  boolean shownIn(Call call) {
    var given = bytes(call.header("Authorization").orElse(""));
    // All in constant time, and all always.
    var asBearer = MessageDigest.isEqual(given, bearer);
    var asBasic = MessageDigest.isEqual(given, basic);
    var fromInside = inside.isPresent() && MessageDigest.isEqual(given, inside.get());
    if (mayBeShown(call)) {
      return asBearer || asBasic;
    }
    if (asBearer || asBasic) {
      throw inTheClear();
    }
    return fromInside;
  }

  /// Whether nobody else can read what the request shows.
  boolean mayBeShown(Call call) {
    return inside.isEmpty() || call.encrypted();
  }

  static ApiException inTheClear() {
    return new ApiException(
        Status.plain(
            403,
            "Forbidden",
            "the token of a yard is for https only, with the certificate tls.crt of its home:"
                + " without, it would go to whoever has this port while the yard is down"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
