package dev.trainyard.yard.node.kubelet;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Who the node is when it is called, and whose callers it believes. Its certificate signs itself
/// and lives as long as the process; its key is on disk only while it is made.
final class ServingIdentity {

  private static final String ALIAS = "node";
  private static final String PASSWORD = "TRAINYARD_STORE_PASSWORD";

  /// @param authority a file with the certificates that sign callers'
  static SSLContext of(String node, InetAddress address, Path authority) throws IOException {
    try {
      var secret = new byte[24];
      var random = new SecureRandom();
      random.nextBytes(secret);
      var password = HexFormat.of().formatHex(secret).toCharArray();
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(certificate(node, address, password), password);
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(authorities(authority));
      var context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), random);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("The node cannot be given a certificate: " + e.getMessage(), e);
    }
  }

  /// Made by the JDK's own tool, because the JDK has no public way to sign a certificate.
  private static KeyStore certificate(String node, InetAddress address, char[] password)
      throws IOException, GeneralSecurityException {
    var directory = Files.createTempDirectory("identity"); // Readable by its owner alone.
    var file = directory.resolve("store.p12");
    try {
      makeCertificate(node, address, file, password);
      return KeyStore.getInstance(file.toFile(), password);
    } finally {
      Files.deleteIfExists(file);
      Files.delete(directory);
    }
  }

  private static void makeCertificate(String node, InetAddress address, Path file, char[] password)
      throws IOException {
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    var builder =
        new ProcessBuilder(
                List.of(
                    keytool.toString(),
                    "-J-XX:TieredStopAtLevel=1",
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-validity",
                    "3650",
                    "-dname",
                    "CN=system:node:" + node.replaceAll("[^A-Za-z0-9.-]", "-"),
                    "-ext",
                    "san=ip:" + address.getHostAddress(),
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    file.toString(),
                    "-storepass:env",
                    PASSWORD))
            .redirectErrorStream(true);
    builder.environment().put(PASSWORD, new String(password));
    var process = builder.start();
    process.getOutputStream().close();
    try (var out = process.getInputStream()) {
      var said = new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException("keytool made no certificate: " + said);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a certificate was made", e);
    }
  }

  private static KeyStore authorities(Path file) throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var in = Files.newInputStream(file)) {
      var number = 0;
      for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("authority-" + number++, certificate);
      }
      if (number == 0) {
        throw new IOException("%s holds no certificate.".formatted(file));
      }
      return store;
    }
  }

  private ServingIdentity() {}
}
