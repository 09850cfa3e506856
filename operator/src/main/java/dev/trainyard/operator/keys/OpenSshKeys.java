package dev.trainyard.operator.keys;

import dev.trainyard.engine.model.Attachment.KeyKind;
import dev.trainyard.operator.KeyMaker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.bouncycastle.crypto.util.OpenSSHPrivateKeyUtil;
import org.bouncycastle.crypto.util.OpenSSHPublicKeyUtil;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.crypto.util.PublicKeyFactory;

/// Makes keys in the forms that every release of OpenSSH reads. The library for it takes its time
/// to load, so nothing else here may name it.
public final class OpenSshKeys implements KeyMaker {

  private static final int RSA_BITS = 3072;
  private static final int PEM_COLUMNS = 64;

  @Override
  public Keys make(KeyKind kind, String comment) {
    try {
      var pair = newPair(kind);
      return new Keys(pem(kind, pair), "%s %s %s\n".formatted(word(kind), blob(pair), comment));
    } catch (GeneralSecurityException | IOException _) {
      // The cause might tell of the key.
      throw new IllegalStateException("No %s key can be made".formatted(kind));
    }
  }

  private static KeyPair newPair(KeyKind kind) throws GeneralSecurityException {
    var generator =
        KeyPairGenerator.getInstance(
            switch (kind) {
              case RSA -> "RSA";
              case ECDSA_P521 -> "EC";
            });
    switch (kind) {
      case RSA -> generator.initialize(RSA_BITS);
      case ECDSA_P521 -> generator.initialize(new ECGenParameterSpec("secp521r1"));
    }
    return generator.generateKeyPair();
  }

  /// PKCS#1 and SEC 1.
  private static String pem(KeyKind kind, KeyPair pair) throws IOException {
    var title =
        switch (kind) {
          case RSA -> "RSA PRIVATE KEY";
          case ECDSA_P521 -> "EC PRIVATE KEY";
        };
    var key = PrivateKeyFactory.createKey(pair.getPrivate().getEncoded());
    var lines =
        Base64.getMimeEncoder(PEM_COLUMNS, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(OpenSSHPrivateKeyUtil.encodePrivateKey(key));
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(title, lines);
  }

  private static String word(KeyKind kind) {
    return switch (kind) {
      case RSA -> "ssh-rsa";
      case ECDSA_P521 -> "ecdsa-sha2-nistp521";
    };
  }

  private static String blob(KeyPair pair) throws IOException {
    var key = PublicKeyFactory.createKey(pair.getPublic().getEncoded());
    return Base64.getEncoder().encodeToString(OpenSSHPublicKeyUtil.encodePublicKey(key));
  }
}
