package dev.trainyard.yard.node;

import dev.trainyard.yard.node.probes.Credulous;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// Signs the certificates of a cluster's people and programs.
final class Authority {

  private static final String PASSWORD = "not-a-secret";

  private final Path directory;

  Authority(Path directory) throws IOException {
    this.directory = directory;
    keytool("-genkeypair", "-alias", "ca", "-keyalg", "EC", "-dname", "CN=ca", "-ext", "bc:c");
    keytool("-exportcert", "-rfc", "-alias", "ca", "-file", file().toString());
  }

  /// What those who trust this authority are given.
  Path file() {
    return directory.resolve("ca.crt");
  }

  /// A caller of this name, who believes everybody.
  SSLContext caller(String name) throws IOException, GeneralSecurityException {
    var request = directory.resolve(name + ".csr").toString();
    var signed = directory.resolve(name + ".crt").toString();
    keytool("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name);
    keytool("-certreq", "-alias", name, "-file", request);
    keytool(
        "-gencert",
        "-alias",
        "ca",
        "-infile",
        request,
        "-outfile",
        signed,
        "-rfc",
        "-ext",
        "eku=clientAuth");
    keytool("-importcert", "-noprompt", "-alias", name, "-file", signed);
    var all = KeyStore.getInstance(store().toFile(), PASSWORD.toCharArray());
    var own = KeyStore.getInstance("PKCS12");
    own.load(null, null);
    own.setKeyEntry(
        name,
        all.getKey(name, PASSWORD.toCharArray()),
        PASSWORD.toCharArray(),
        all.getCertificateChain(name));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, PASSWORD.toCharArray());
    return context(keys.getKeyManagers());
  }

  /// A caller who shows no certificate.
  static SSLContext nobody() throws GeneralSecurityException {
    return context(new KeyManager[0]);
  }

  private static SSLContext context(KeyManager[] keys) throws GeneralSecurityException {
    var context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {new Credulous()}, new SecureRandom());
    return context;
  }

  private Path store() {
    return directory.resolve("store.p12");
  }

  private void keytool(String... words) throws IOException {
    var command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of(words));
    command.addAll(List.of("-keystore", store().toString(), "-storepass", PASSWORD));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var out = process.getInputStream()) {
      var said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0 || !Files.exists(store())) {
        throw new IOException(said);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
