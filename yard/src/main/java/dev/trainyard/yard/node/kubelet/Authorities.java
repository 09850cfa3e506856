package dev.trainyard.yard.node.kubelet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// Whose word about callers counts.
final class Authorities {

  /// Believes what the certificates in this file have signed.
  static TrustManager[] in(Path file) throws IOException {
    try {
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store(file));
      return trust.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "%s does not hold the certificates of an authority in PEM: %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  private static KeyStore store(Path file) throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var in = Files.newInputStream(file)) {
      for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("authority-" + store.size(), certificate);
      }
    }
    if (store.size() == 0) {
      throw new IOException("%s holds no certificate.".formatted(file));
    }
    return store;
  }

  private Authorities() {}
}
