package dev.trainyard.operator.webhook;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/// Somebody who asks as API servers do: by the name of the Service, trusting nobody but whom it was
/// told to trust.
final class AskingApiServer {

  private final String host;
  private final SSLContext trust;

  record Reply(int code, String body, X509Certificate shown) {}

  AskingApiServer(String host, String bundle) throws GeneralSecurityException, IOException {
    this.host = host;
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    var certificates =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(
                new ByteArrayInputStream(bundle.getBytes(StandardCharsets.UTF_8)));
    for (var certificate : certificates) {
      store.setCertificateEntry("authority-" + store.size(), certificate);
    }
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    trust = SSLContext.getInstance("TLS");
    trust.init(null, managers.getTrustManagers(), null);
  }

  Reply ask(int port, String path, String body) throws IOException {
    return send(port, "POST", path, "application/json", body);
  }

  Reply send(int port, String method, String path, String type, String body) throws IOException {
    var plain = new Socket(InetAddress.getLoopbackAddress(), port);
    try (var socket = (SSLSocket) trust.getSocketFactory().createSocket(plain, host, port, true)) {
      var parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      var head =
          "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
              .formatted(method, path, host, type, bytes.length);
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Reply(
          Integer.parseInt(answer.split(" ", 3)[1]),
          answer.substring(answer.indexOf("\r\n\r\n") + 4),
          (X509Certificate) socket.getSession().getPeerCertificates()[0]);
    }
  }
}
