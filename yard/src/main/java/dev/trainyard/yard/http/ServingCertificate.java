package dev.trainyard.yard.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// A certificate that signs itself, with its key: enough for clients that are told to trust it.
public record ServingCertificate(X509Certificate certificate, PrivateKey key) {

  private static final int LINE = 64;

  /// A new one for these host names and addresses.
  public static ServingCertificate make(
      String subject, List<String> names, List<InetAddress> addresses, Instant now) {
    return SelfSigned.make(subject, names, addresses, now);
  }

  /// A further one, for other names, that whoever trusts this one trusts as well.
  public ServingCertificate sign(List<String> names, List<InetAddress> addresses, Instant now) {
    return SelfSigned.sign(this, names, addresses, now);
  }

  /// Reads what `certificatePem` and `keyPem` wrote, with the JDK alone: every start does this.
  public static ServingCertificate read(String certificatePem, String keyPem) throws IOException {
    try {
      var certificates = CertificateFactory.getInstance("X.509");
      var bytes = certificatePem.getBytes(StandardCharsets.UTF_8);
      var key = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(withoutFrame(keyPem)));
      return new ServingCertificate(
          (X509Certificate) certificates.generateCertificate(new ByteArrayInputStream(bytes)),
          KeyFactory.getInstance("EC").generatePrivate(key));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException("it does not hold a certificate and its PKCS#8 key in PEM", e);
    }
  }

  private static String withoutFrame(String pem) {
    return pem.lines().filter(line -> !line.startsWith("-----")).collect(Collectors.joining("\n"));
  }

  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  public String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  private static String pem(String what, byte[] content) {
    var lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, lines, what);
  }

  /// What a server that shows this certificate needs; client certificates are judged by these.
  public SSLContext context(TrustManager... clients) {
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      var password = new char[0];
      store.setKeyEntry("serving", key, password, new X509Certificate[] {certificate});
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), clients, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("The certificate cannot be served: " + e.getMessage(), e);
    }
  }

  /// Keys stay out of messages.
  @Override
  public String toString() {
    return "ServingCertificate[%s]".formatted(certificate.getSubjectX500Principal());
  }
}
