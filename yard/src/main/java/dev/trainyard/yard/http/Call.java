package dev.trainyard.yard.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint.SslSessionData;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/// One request and the way to answer it.
public final class Call {

  public static final int MAX_BODY_BYTES = 3 * 1024 * 1024;
  private static final String VISITOR = Call.class.getName() + ".visitor";

  private final Request request;
  private final Response response;
  private final Map<String, String> parameters;
  private final Duration patience;
  private final Query query;

  /// @param patience how long the body may take
  Call(Request request, Response response, Map<String, String> parameters, Duration patience) {
    this.request = request;
    this.response = response;
    this.parameters = parameters;
    this.patience = patience;
    this.query = new Query(Optional.ofNullable(request.getHttpURI().getQuery()).orElse(""));
  }

  public String method() {
    return request.getMethod();
  }

  /// The path as the request spells it, with its percent-encoding.
  public String path() {
    return request.getHttpURI().getPath();
  }

  public Query query() {
    return query;
  }

  /// What stands behind the question mark, as the request spells it.
  public Optional<String> rawQuery() {
    return Optional.ofNullable(request.getHttpURI().getQuery());
  }

  /// What a `{name}` of the route's pattern stands for; empty where the pattern has none.
  public String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeaders().get(name));
  }

  /// Every header, in order; one that was given twice is there twice.
  public List<Map.Entry<String, String>> headers() {
    return request.getHeaders().stream()
        .map(field -> Map.entry(field.getName(), Optional.ofNullable(field.getValue()).orElse("")))
        .toList();
  }

  /// Whether nobody else can read along, and the client knows to whom it speaks.
  public boolean encrypted() {
    return request.getConnectionMetaData().getConnection().getEndPoint().isSecure();
  }

  /// The certificates the client has proven to hold, its own first; none without TLS.
  public List<X509Certificate> clientCertificates() {
    @Nullable SslSessionData session =
        (SslSessionData) request.getAttribute(SslSessionData.ATTRIBUTE);
    return session == null || session.peerCertificates() == null
        ? List.of()
        : Arrays.asList(session.peerCertificates());
  }

  /// Remembers whom the door has recognised.
  public void recognise(Principal visitor) {
    request.setAttribute(VISITOR, visitor);
  }

  /// Whom the door has recognised.
  public Optional<Principal> visitor() {
    return Optional.ofNullable((Principal) request.getAttribute(VISITOR));
  }

  /// The steps of the path, decoded, as the routes see them.
  public List<String> steps() {
    return Routes.steps(path());
  }

  /// Whoever is at the other end of the connection; nothing for one that is no network's.
  public Optional<InetAddress> from() {
    return request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress it
        ? Optional.ofNullable(it.getAddress())
        : Optional.empty();
  }

  /// The media type of the body, without its parameters.
  public String contentType() {
    return header("Content-Type").map(type -> type.split(";", 2)[0].trim()).orElse("");
  }

  /// Whether the client asks for the connection to become a web socket.
  public boolean wantsWebSocket() {
    return header("Upgrade").filter("websocket"::equalsIgnoreCase).isPresent();
  }

  /// The whole body; a large one is refused, and one that takes too long ends the connection.
  public byte[] body() throws IOException {
    var late =
        request
            .getComponents()
            .getScheduler()
            .schedule(this::giveUp, patience.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return wholeBody();
    } finally {
      late.cancel();
    }
  }

  private void giveUp() {
    request
        .getConnectionMetaData()
        .getConnection()
        .getEndPoint()
        .close(new TimeoutException("the body did not come within " + patience));
  }

  private byte[] wholeBody() throws IOException {
    try (var in = Content.Source.asInputStream(request)) {
      var bytes = in.readNBytes(MAX_BODY_BYTES + 1);
      if (bytes.length > MAX_BODY_BYTES) {
        throw new RefusedException(
            413, "Request entity too large: limit is %d".formatted(MAX_BODY_BYTES));
      }
      return bytes;
    }
  }

  /// The body as it comes, however long it is.
  public InputStream bodyAsItComes() {
    return Content.Source.asInputStream(request);
  }

  /// Sends one more header with the answer.
  public void addHeader(String name, String value) {
    response.getHeaders().add(name, value);
  }

  public void reply(int code, String contentType, byte[] body) throws IOException {
    response.setStatus(code);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    try (var out = Content.Sink.asOutputStream(response)) {
      out.write(body);
    }
  }

  public void replyText(int code, String text) throws IOException {
    reply(code, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /// An answer without a body.
  public void replyNothing(int code) throws IOException {
    response.setStatus(code);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 0);
    Content.Sink.asOutputStream(response).close();
  }

  /// Starts an answer of unknown length. A refusal is no longer possible after this.
  public OutputStream stream(String contentType) throws IOException {
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
    var out = Content.Sink.asOutputStream(response);
    out.flush();
    return out;
  }

  /// Starts an answer whose headers have been added, and whose length they may tell.
  public OutputStream begin(int code) throws IOException {
    response.setStatus(code);
    var out = Content.Sink.asOutputStream(response);
    out.flush();
    return out;
  }

  /// Whether the answer has begun, so that it can no longer be another one.
  boolean answered() {
    return response.isCommitted();
  }

  Request request() {
    return request;
  }

  Response response() {
    return response;
  }

  Call with(Map<String, String> values) {
    return new Call(request, response, values, patience);
  }
}
