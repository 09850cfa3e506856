package dev.trainyard.yard;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// The way into a yard that another process runs, as its home tells it: the port, the token that
/// opens it, and the certificate by which it is known. Whoever else listens on that port by now is
/// found out before anything is said to it.
public record Access(int port, String token, X509Certificate certificate) {

  /// Nothing where no yard has ever been.
  public static Optional<Access> of(Path home) {
    return Home.read(home, "port")
        .filter(text -> text.matches("\\d{1,5}"))
        .map(Integer::valueOf)
        .flatMap(
            port ->
                Home.read(home, "token")
                    .flatMap(
                        token ->
                            Home.read(home, "tls.crt")
                                .map(pem -> new Access(port, token, certificate(home, pem)))));
  }

  private static X509Certificate certificate(Path home, String pem) {
    try {
      var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8));
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(bytes);
    } catch (CertificateException e) {
      throw new YardException(
          "%s is not a certificate: remove it and tls.key, and the next yard makes new ones."
              .formatted(home.resolve("tls.crt")),
          e);
    }
  }

  public URI address() {
    return URI.create("https://127.0.0.1:" + port);
  }

  /// A new client; whoever asks for it closes it. Unlike one made from the kubeconfig, no message
  /// of it can contain the token.
  public KubernetesClient client(String namespace) {
    return Clients.of(
        new ConfigBuilder(Config.empty())
            .withMasterUrl(address().toString())
            .withOauthToken(token)
            .withNamespace(namespace)
            .withOnlyHttpWatches(true)
            .build(),
        certificate);
  }

  /// Asks for something that only the token opens. An exception says that nobody listens, that it
  /// is somebody else, or that nothing was said for this long.
  public boolean answers(Duration patience) throws IOException {
    var millis = Math.toIntExact(patience.toMillis());
    try (var plain = new Socket()) {
      plain.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), millis);
      plain.setSoTimeout(millis);
      try (var socket = context().getSocketFactory().createSocket(plain, "127.0.0.1", port, true)) {
        // Written after the handshake, which fails where the certificate is another one.
        socket
            .getOutputStream()
            .write(
                "GET /version HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer %s\r\n\r\n"
                    .formatted(token)
                    .getBytes(StandardCharsets.UTF_8));
        var line =
            new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                .readLine();
        return line != null && line.startsWith("HTTP/1.1 200");
      }
    }
  }

  private SSLContext context() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Pinned(certificate)}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be used: " + e.getMessage(), e);
    }
  }

  /// Tokens stay out of messages.
  @Override
  public String toString() {
    return address().toString();
  }
}
