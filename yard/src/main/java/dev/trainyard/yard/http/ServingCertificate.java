package dev.trainyard.yard.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.bouncycastle.asn1.x500.X500Name;
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

/// A certificate that signs itself, with its key: enough for clients that are told to trust it.
public record ServingCertificate(X509Certificate certificate, PrivateKey key) {

  private static final Duration VALIDITY = Duration.ofDays(3650);
  private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);
  private static final int SERIAL_BITS = 120;
  private static final int LINE = 64;

  /// A new one for these host names and addresses.
  public static ServingCertificate make(
      String subject, List<String> names, List<InetAddress> addresses, Instant now) {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      var pair = generator.generateKeyPair();
      var name = new X500Name("CN=" + subject);
      var builder =
          new JcaX509v3CertificateBuilder(
              name,
              new BigInteger(SERIAL_BITS, new SecureRandom()),
              Date.from(now.minus(CLOCKS_DIFFER)),
              Date.from(now.plus(VALIDITY)),
              name,
              pair.getPublic());
      var alternatives =
          Stream.concat(
              names.stream().map(dns -> new GeneralName(GeneralName.dNSName, dns)),
              addresses.stream()
                  .map(ip -> new GeneralName(GeneralName.iPAddress, ip.getHostAddress())));
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(alternatives.toArray(GeneralName[]::new)));
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign));
      builder.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
      var certificate = new JcaX509CertificateConverter().getCertificate(builder.build(signer));
      return new ServingCertificate(certificate, pair.getPrivate());
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("No certificate can be made: " + e.getMessage(), e);
    }
  }

  /// Reads what `certificatePem` and `keyPem` wrote. With the JDK alone: every start does this, and
  /// the library that makes certificates takes its time to load.
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
