package dev.trainyard.yard.http;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Makes certificates, and signs others with them. The library for it takes its time to load, so
/// nothing else may name it.
final class SelfSigned {

  private static final Duration VALIDITY = Duration.ofDays(3650);
  private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);
  private static final int SERIAL_BITS = 120;

  static ServingCertificate make(
      String subject, List<String> names, List<InetAddress> addresses, Instant now) {
    try {
      var pair = pair();
      var name = new X500Name("CN=" + subject);
      var builder =
          new JcaX509v3CertificateBuilder(
              name,
              new BigInteger(SERIAL_BITS, new SecureRandom()),
              Date.from(now.minus(CLOCKS_DIFFER)),
              Date.from(now.plus(VALIDITY)),
              name,
              pair.getPublic());
      builder.addExtension(Extension.subjectAlternativeName, false, alternatives(names, addresses));
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
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

  /// One for further names, which whoever trusts the first trusts as well.
  static ServingCertificate sign(
      ServingCertificate authority, List<String> names, List<InetAddress> addresses, Instant now) {
    try {
      var pair = pair();
      var issuer = authority.certificate();
      var builder =
          new JcaX509v3CertificateBuilder(
              issuer,
              new BigInteger(SERIAL_BITS, new SecureRandom()),
              Date.from(now.minus(CLOCKS_DIFFER)),
              issuer.getNotAfter(),
              new X500Principal("CN=" + names.getFirst()),
              pair.getPublic());
      builder.addExtension(Extension.subjectAlternativeName, false, alternatives(names, addresses));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(issuer.getPublicKey()));
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(
          Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(authority.key());
      var certificate = new JcaX509CertificateConverter().getCertificate(builder.build(signer));
      return new ServingCertificate(certificate, pair.getPrivate());
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("No certificate can be made: " + e.getMessage(), e);
    }
  }

  private static KeyPair pair() throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static GeneralNames alternatives(List<String> names, List<InetAddress> addresses) {
    var alternatives =
        Stream.concat(
            names.stream().map(dns -> new GeneralName(GeneralName.dNSName, dns)),
            addresses.stream()
                .map(ip -> new GeneralName(GeneralName.iPAddress, ip.getHostAddress())));
    return new GeneralNames(alternatives.toArray(GeneralName[]::new));
  }

  private SelfSigned() {}
}
