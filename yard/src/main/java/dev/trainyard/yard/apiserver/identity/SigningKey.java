package dev.trainyard.yard.apiserver.identity;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/// What tokens are signed with: an elliptic key of P-256, as `ES256` has it.
public final class SigningKey {

  static final String ALGORITHM = "ES256";
  private static final String CURVE = "secp256r1";
  private static final String SIGNATURE = "SHA256withECDSAinP1363Format";
  private static final int COORDINATE_BYTES = 32;
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private final KeyPair pair;
  private final String id;

  private SigningKey(KeyPair pair) {
    this.pair = pair;
    this.id = TEXT.encodeToString(digest(pair.getPublic().getEncoded()));
  }

  public static SigningKey make() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      return new SigningKey(generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + CURVE, e);
    }
  }

  /// Both halves, each on a line of its own.
  public String text() {
    var encoder = Base64.getEncoder();
    return encoder.encodeToString(pair.getPrivate().getEncoded())
        + "\n"
        + encoder.encodeToString(pair.getPublic().getEncoded())
        + "\n";
  }

  /// Reads what `text` wrote.
  ///
  /// @throws IllegalArgumentException when it is something else
  public static SigningKey read(String text) {
    var lines = text.lines().toList();
    if (lines.size() != 2) {
      throw new IllegalArgumentException("it does not have two lines");
    }
    try {
      var factory = KeyFactory.getInstance("EC");
      var decoder = Base64.getDecoder();
      return new SigningKey(
          new KeyPair(
              factory.generatePublic(new X509EncodedKeySpec(decoder.decode(lines.get(1)))),
              factory.generatePrivate(new PKCS8EncodedKeySpec(decoder.decode(lines.get(0))))));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("it does not hold the two halves of a key", e);
    }
  }

  String id() {
    return id;
  }

  byte[] sign(byte[] content) {
    try {
      var signature = Signature.getInstance(SIGNATURE);
      signature.initSign(pair.getPrivate());
      signature.update(content);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("The key for tokens cannot sign.", e);
    }
  }

  boolean signed(byte[] content, byte[] given) {
    try {
      var signature = Signature.getInstance(SIGNATURE);
      signature.initVerify(pair.getPublic());
      signature.update(content);
      return signature.verify(given);
    } catch (SignatureException e) {
      return false; // not even the form of one
    } catch (InvalidKeyException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("The key for tokens cannot verify.", e);
    }
  }

  /// The public half, for others who judge tokens.
  public ObjectNode published() {
    var point = ((ECPublicKey) pair.getPublic()).getW();
    var keys = JsonNodeFactory.instance.objectNode();
    keys.putArray("keys")
        .addObject()
        .put("use", "sig")
        .put("kty", "EC")
        .put("kid", id)
        .put("crv", "P-256")
        .put("alg", ALGORITHM)
        .put("x", coordinate(point.getAffineX()))
        .put("y", coordinate(point.getAffineY()));
    return keys;
  }

  private static String coordinate(BigInteger number) {
    var bytes = number.toByteArray();
    var whole = new byte[COORDINATE_BYTES];
    var length = Math.min(bytes.length, COORDINATE_BYTES);
    System.arraycopy(bytes, bytes.length - length, whole, COORDINATE_BYTES - length, length);
    return TEXT.encodeToString(whole);
  }

  private static byte[] digest(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// Keys stay out of messages.
  @Override
  public String toString() {
    return "SigningKey[%s]".formatted(id);
  }
}
