package dev.trainyard.yard.node.probes;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/// Asks for one page. Certificates are not checked: a probe asks whether somebody answers, and
/// sends nothing worth hiding.
record HttpCheck(Check.Http check) implements Callable<Outcome> {

  private static final int MOST_REDIRECTS = 10;
  private static final int FIRST_BAD = 400;

  static {
    // Probes may set the Host header; the JDK's client forbids it unless told before its first use.
    System.setProperty("sun.net.http.allowRestrictedHeaders", "true");
  }

  @Override
  public Outcome call() throws IOException, URISyntaxException {
    var uri = URI.create("%s://%s:%d".formatted(scheme(), host(), check.port()));
    uri = uri.resolve(check.path());
    for (var redirects = 0; ; redirects++) {
      var connection = open(uri);
      try {
        var status = connection.getResponseCode();
        var location = connection.getHeaderField("Location");
        if (status / 100 != 3 || location == null) {
          return status >= 200 && status < FIRST_BAD
              ? Outcome.good("HTTP status " + status)
              : Outcome.bad("HTTP status " + status);
        }
        var next = uri.resolve(location);
        if (!String.valueOf(next.getHost()).equals(uri.getHost())) {
          return Outcome.good("redirected to another host, which is not asked");
        }
        if (redirects == MOST_REDIRECTS) {
          return Outcome.bad("more than %d redirects".formatted(MOST_REDIRECTS));
        }
        uri = next;
      } finally {
        connection.disconnect();
      }
    }
  }

  private String scheme() {
    return check.tls() ? "https" : "http";
  }

  private String host() {
    return check.host().contains(":") ? "[" + check.host() + "]" : check.host();
  }

  private HttpURLConnection open(URI uri) throws IOException {
    var connection = (HttpURLConnection) uri.toURL().openConnection(java.net.Proxy.NO_PROXY);
    if (connection instanceof HttpsURLConnection secure) {
      secure.setSSLSocketFactory(ANYONE);
      secure.setHostnameVerifier((_, _) -> true);
    }
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestProperty("Connection", "close");
    connection.setRequestProperty("User-Agent", "trainyard-probe");
    connection.setRequestProperty("Accept", "*/*");
    check.headers().forEach(it -> connection.setRequestProperty(it.name(), it.value()));
    return connection;
  }

  private static final SSLSocketFactory ANYONE = anyone();

  private static SSLSocketFactory anyone() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Credulous()}, new SecureRandom());
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }
}
