package dev.trainyard.yard.apiserver.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Writes and reads signed tokens (JWT). Whether their account is still there is not asked here.
public final class Tokens {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder BYTES = Base64.getUrlDecoder();
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  private final SigningKey key;

  public Tokens(SigningKey key) {
    this.key = key;
  }

  /// Signs once for nobody. The first signature of a process takes longer than the start of a pod
  /// should wait for.
  public void prepare() {
    var anything = ascii(key.id());
    if (!key.signed(anything, key.sign(anything))) {
      throw new IllegalStateException(
          "The two halves of the key for tokens do not belong together: no token is taken.");
    }
  }

  public String issue(Claims claims) {
    var header =
        JsonNodeFactory.instance.objectNode().put("alg", SigningKey.ALGORITHM).put("kid", key.id());
    var content = encoded(header) + "." + encoded(claims.json());
    return content + "." + TEXT.encodeToString(key.sign(ascii(content)));
  }

  private static String encoded(ObjectNode json) {
    return TEXT.encodeToString(json.toString().getBytes(StandardCharsets.UTF_8));
  }

  /// What a token says, where it is one of ours, for one of these audiences, and of this time.
  public Optional<Claims> read(String token, List<String> audiences, Instant now) {
    var parts = token.split("\\.", -1);
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      var header = decoded(parts[0]);
      if (!header.path("alg").asText().equals(SigningKey.ALGORITHM)
          || !key.signed(ascii(parts[0] + "." + parts[1]), BYTES.decode(parts[2]))) {
        return Optional.empty();
      }
      return Claims.read(decoded(parts[1]))
          .filter(claims -> claims.audiences().stream().anyMatch(audiences::contains))
          .filter(claims -> now.isBefore(claims.expires()))
          .filter(claims -> !now.isBefore(claims.issued().minus(CLOCKS_DIFFER)));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static JsonNode decoded(String part) throws IOException {
    return JSON.readTree(BYTES.decode(part));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /// The public half of what signs them.
  public ObjectNode published() {
    return key.published();
  }
}
