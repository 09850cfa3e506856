package dev.trainyard.operator.webhook;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The webhook's certificate and the authority that signed it, which signs nothing else.
///
/// @param authorities whom API servers are to trust: the one that signs first, then older ones,
///   whose certificates another replica may still show
record Credentials(
    List<X509Certificate> authorities,
    PrivateKey authorityKey,
    X509Certificate certificate,
    PrivateKey key) {

  /// What is left of a certificate's life when it is replaced.
  static final Duration RENEW_BEFORE = Duration.ofDays(120);

  /// What is left of an authority's life when it is replaced: more than any certificate of its has.
  static final Duration REPLACE_AUTHORITY_BEFORE = Duration.ofDays(730);

  private static final int LINE = 64;
  private static final int DNS_NAME = 2;

  Credentials {
    authorities = List.copyOf(authorities);
  }

  /// What `data` wrote; nothing where it is not there, or not what it should be.
  static Optional<Credentials> read(Map<String, String> data) {
    try {
      return Optional.of(
          new Credentials(
              certificates(text(data, "ca.crt")),
              key(text(data, "ca.key")),
              certificates(text(data, "tls.crt")).getFirst(),
              key(text(data, "tls.key"))));
    } catch (GeneralSecurityException | RuntimeException _) {
      return Optional.empty();
    }
  }

  private static String text(Map<String, String> data, String field) {
    return new String(
        Base64.getDecoder().decode(data.getOrDefault(field, "")), StandardCharsets.UTF_8);
  }

  private static List<X509Certificate> certificates(String pem) throws CertificateException {
    var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8));
    return CertificateFactory.getInstance("X.509").generateCertificates(bytes).stream()
        .map(X509Certificate.class::cast)
        .toList();
  }

  private static PrivateKey key(String pem) throws GeneralSecurityException {
    var lines =
        pem.lines().filter(line -> !line.startsWith("-----")).collect(Collectors.joining("\n"));
    return KeyFactory.getInstance("EC")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(lines)));
  }

  /// As the data of a Secret.
  Map<String, String> data() {
    return Map.of(
        "ca.crt", encoded(bundle()),
        "ca.key", encoded(pem("PRIVATE KEY", authorityKey.getEncoded())),
        "tls.crt", encoded(pem(certificate)),
        "tls.key", encoded(pem("PRIVATE KEY", key.getEncoded())));
  }

  static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /// All authorities, as API servers are told of them.
  String bundle() {
    return authorities.stream().map(Credentials::pem).collect(Collectors.joining());
  }

  static String pem(X509Certificate certificate) {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String what, byte[] content) {
    var lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, lines, what);
  }

  X509Certificate authority() {
    return authorities.getFirst();
  }

  /// Whether they can be shown for these hosts for a good while yet.
  boolean good(List<String> hosts, Instant now) {
    return authorityGood(now)
        && lasts(certificate, now, RENEW_BEFORE)
        && hosts().containsAll(hosts)
        && signs(key, certificate)
        && signed();
  }

  boolean authorityGood(Instant now) {
    return lasts(authority(), now, REPLACE_AUTHORITY_BEFORE) && signs(authorityKey, authority());
  }

  private static boolean lasts(X509Certificate certificate, Instant now, Duration atLeast) {
    return !certificate.getNotBefore().toInstant().isAfter(now)
        && certificate.getNotAfter().toInstant().isAfter(now.plus(atLeast));
  }

  private List<String> hosts() {
    try {
      return Optional.<Collection<List<?>>>ofNullable(certificate.getSubjectAlternativeNames())
          .orElse(List.of())
          .stream()
          .filter(name -> Integer.valueOf(DNS_NAME).equals(name.get(0)))
          .map(name -> String.valueOf(name.get(1)))
          .toList();
    } catch (CertificateParsingException _) {
      return List.of();
    }
  }

  private boolean signed() {
    try {
      certificate.verify(authority().getPublicKey());
      return true;
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  /// Whether the key is the certificate's.
  private static boolean signs(PrivateKey key, X509Certificate certificate) {
    try {
      var signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key);
      var signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      return signature.verify(signed);
    } catch (GeneralSecurityException _) {
      return false;
    }
  }

  /// Keys stay out of messages.
  @Override
  public String toString() {
    return "Credentials[%s, until %s]"
        .formatted(certificate.getSubjectX500Principal(), certificate.getNotAfter().toInstant());
  }
}
