package dev.trainyard.yard.http;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/// A certificate that signs itself, with its key: enough for clients that are told to trust it.
public record ServingCertificate(X509Certificate certificate, PrivateKey key) {

  private static final Duration VALIDITY = Duration.ofDays(3650);
  private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);
  private static final int SERIAL_BITS = 120;

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

  /// Reads what `certificatePem` and `keyPem` wrote.
  public static ServingCertificate read(String certificatePem, String keyPem) throws IOException {
    try (var certificates = new PEMParser(new StringReader(certificatePem));
        var keys = new PEMParser(new StringReader(keyPem))) {
      if (certificates.readObject() instanceof X509CertificateHolder certificate
          && keys.readObject() instanceof PrivateKeyInfo key) {
        return new ServingCertificate(
            new JcaX509CertificateConverter().getCertificate(certificate),
            new JcaPEMKeyConverter().getPrivateKey(key));
      }
      throw new IOException("it does not hold a certificate and its PKCS#8 key in PEM");
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  public String certificatePem() {
    return pem(certificate);
  }

  public String keyPem() {
    return pem(new PemObject("PRIVATE KEY", key.getEncoded()));
  }

  private static String pem(Object object) {
    var text = new StringWriter();
    try (var writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
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
