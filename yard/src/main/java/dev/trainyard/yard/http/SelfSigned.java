package dev.trainyard.yard.http;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
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

/// Makes certificates. The library for it takes its time to load, so nothing else may name it.
final class SelfSigned {

  private static final Duration VALIDITY = Duration.ofDays(3650);
  private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);
  private static final int SERIAL_BITS = 120;

  static ServingCertificate make(
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

  private SelfSigned() {}
}
