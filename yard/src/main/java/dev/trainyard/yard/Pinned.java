package dev.trainyard.yard;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts one certificate and no other, whoever has signed it and whatever it is called.
final class Pinned extends X509ExtendedTrustManager {

  private final X509Certificate known;

  Pinned(X509Certificate known) {
    this.known = known;
  }

  private void require(X509Certificate[] shown) throws CertificateException {
    if (shown.length == 0 || !shown[0].equals(known)) {
      throw new CertificateException("this is not the yard of this home");
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] shown, String type) throws CertificateException {
    require(shown);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] shown, String type, Socket socket)
      throws CertificateException {
    require(shown);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] shown, String type, SSLEngine engine)
      throws CertificateException {
    require(shown);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] shown, String type) throws CertificateException {
    require(shown);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] shown, String type, Socket socket)
      throws CertificateException {
    require(shown);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] shown, String type, SSLEngine engine)
      throws CertificateException {
    require(shown);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[] {known};
  }
}
