package dev.trainyard.operator.webhook;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The certificate that is shown to whoever connects next. A server goes on while it changes.
final class ShownCertificate extends X509ExtendedKeyManager {

  private static final String ALIAS = "webhook";

  private volatile Optional<Credentials> shown = Optional.empty();

  void show(Credentials credentials) {
    shown = Optional.of(credentials);
  }

  SSLContext context() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {this}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be served: " + e.getMessage(), e);
    }
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return shown.isPresent() && keyType.startsWith("EC") ? ALIAS : null;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    return shown.isPresent() && keyType.startsWith("EC") ? ALIAS : null;
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return shown.map(one -> new X509Certificate[] {one.certificate()}).orElse(null);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return shown.map(Credentials::key).orElse(null);
  }

  @Override
  public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
    return null;
  }
}
