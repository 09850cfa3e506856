package dev.trainyard.yard.http;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/// TLS for clients that begin with it, beside plain HTTP for the others. Nothing of it is loaded
/// before the first such client comes, because that takes longer than all the rest of a start.
final class TlsOnDemand implements ConnectionFactory.Detecting {

  private static final byte HANDSHAKE = 0x16;

  private final Supplier<SSLContext> context;
  private @Nullable SslConnectionFactory loaded;

  TlsOnDemand(Supplier<SSLContext> context) {
    this.context = context;
  }

  @Override
  public Detection detect(ByteBuffer begin) {
    if (!begin.hasRemaining()) {
      return Detection.NEED_MORE_BYTES;
    }
    return begin.get(begin.position()) == HANDSHAKE
        ? Detection.RECOGNIZED
        : Detection.NOT_RECOGNIZED;
  }

  @Override
  public String getProtocol() {
    return "SSL";
  }

  @Override
  public List<String> getProtocols() {
    return List.of(getProtocol());
  }

  @Override
  public Connection newConnection(Connector connector, EndPoint endPoint) {
    return load().newConnection(connector, endPoint);
  }

  private synchronized SslConnectionFactory load() {
    var factory = loaded;
    if (factory == null) {
      factory = factory(context.get(), false);
      try {
        factory.start();
      } catch (Exception e) {
        throw new IllegalStateException("TLS cannot be used: " + e.getMessage(), e);
      }
      loaded = factory;
    }
    return factory;
  }

  static SslConnectionFactory factory(SSLContext context, boolean clientCertificates) {
    var settings = new SslContextFactory.Server();
    settings.setSslContext(context);
    settings.setWantClientAuth(clientCertificates);
    return new SslConnectionFactory(settings, HttpVersion.HTTP_1_1.asString());
  }
}
