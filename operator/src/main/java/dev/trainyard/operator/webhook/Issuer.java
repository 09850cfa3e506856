package dev.trainyard.operator.webhook;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Makes certificates. The library for it takes its time to load, so nothing else may name it.
final class Issuer {

  static final Duration AUTHORITY_LASTS = Duration.ofDays(3650);
  static final Duration CERTIFICATE_LASTS = Duration.ofDays(365);

  private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);
  private static final int SERIAL_BITS = 120;

  /// How many authorities are trusted at once, the one that signs among them.
  private static final int MAX_AUTHORITIES = 3;

  /// New ones for these hosts, by the same authority while that is good. A new authority is trusted
  /// beside the old ones.
  static Credentials renewed(Optional<Credentials> old, List<String> hosts, Instant now) {
    try {
      var kept = old.filter(one -> one.authorityGood(now));
      if (kept.isPresent()) {
        return issued(kept.get().authorities(), kept.get().authorityKey(), hosts, now);
      }
      var pair = newPair();
      var trusted =
          Stream.concat(
                  Stream.of(newAuthority(pair, now)),
                  old.stream()
                      .flatMap(one -> one.authorities().stream())
                      .filter(one -> one.getNotAfter().toInstant().isAfter(now)))
              .limit(MAX_AUTHORITIES)
              .toList();
      return issued(trusted, pair.getPrivate(), hosts, now);
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("No certificate can be made: " + e.getMessage(), e);
    }
  }

  private static KeyPair newPair() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static X509Certificate newAuthority(KeyPair pair, Instant now)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    // Two authorities of one name would be mistaken for each other.
    var subject =
        new X500Principal("CN=trainyard-webhook-authority-%d".formatted(now.getEpochSecond()));
    var builder = builder(subject, subject, pair.getPublic(), now, AUTHORITY_LASTS);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
    return signed(builder, pair.getPrivate());
  }

  private static Credentials issued(
      List<X509Certificate> authorities, PrivateKey authorityKey, List<String> hosts, Instant now)
      throws GeneralSecurityException, OperatorCreationException, IOException {
    var pair = newPair();
    var builder =
        builder(
            authorities.getFirst().getSubjectX500Principal(),
            new X500Principal("CN=trainyard-webhook"),
            pair.getPublic(),
            now,
            CERTIFICATE_LASTS);
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(
            hosts.stream()
                .map(host -> new GeneralName(GeneralName.dNSName, host))
                .toArray(GeneralName[]::new)));
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    return new Credentials(
        authorities, authorityKey, signed(builder, authorityKey), pair.getPrivate());
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Principal issuer, X500Principal subject, PublicKey key, Instant now, Duration lasts) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(SERIAL_BITS, new SecureRandom()),
        Date.from(now.minus(CLOCKS_DIFFER)),
        Date.from(now.plus(lasts)),
        subject,
        key);
  }

  private static X509Certificate signed(JcaX509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(key);
    return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
  }

  private Issuer() {}
}
