package dev.trainyard.operator.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.trainyard.dialects.Admission.Verdict;
import dev.trainyard.operator.HttpLimits;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Answers the questions of API servers over HTTPS. Whatever goes wrong here is no answer: an error
/// that the cluster's failure policy judges, never a job that is let in.
final class ReviewServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(ReviewServer.class);

  /// An old and a new object of 3 MiB each, the most an API server takes, and what is around them.
  private static final int MAX_BODY_BYTES = 7 * 1024 * 1024;

  /// So many bodies are in memory at once.
  private static final int AT_ONCE = 32;

  private static final String COUNTER = "trainyard_reviews";

  private final HttpsServer server;
  private final Map<String, Reviews> doors;
  private final MeterRegistry registry;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore room = new Semaphore(AT_ONCE);

  private record Reply(int code, String type, String text, String outcome) {
    static Reply problem(int code, String why) {
      return new Reply(code, "text/plain; charset=utf-8", why + "\n", "malformed");
    }
  }

  /// @param doors who answers, by path
  static ReviewServer open(
      int port, ShownCertificate certificate, Map<String, Reviews> doors, MeterRegistry registry)
      throws IOException {
    HttpLimits.set();
    var server = HttpsServer.create(new InetSocketAddress(port), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.context()));
    var reviews = new ReviewServer(server, doors, registry);
    server.createContext("/", reviews::serve);
    server.setExecutor(reviews.threads);
    server.start();
    return reviews;
  }

  private ReviewServer(HttpsServer server, Map<String, Reviews> doors, MeterRegistry registry) {
    this.server = server;
    this.doors = Map.copyOf(doors);
    this.registry = registry;
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      var reply = reply(exchange);
      registry.counter(COUNTER, "outcome", reply.outcome()).increment();
      var body = reply.text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", reply.type());
      exchange.sendResponseHeaders(reply.code(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Reply reply(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    var reviews = doors.get(path);
    if (reviews == null) {
      return Reply.problem(404, "nothing is judged here");
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      return Reply.problem(405, "an AdmissionReview is sent by POST");
    }
    var type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      return Reply.problem(415, "an AdmissionReview is sent as application/json");
    }
    room.acquireUninterruptibly();
    try {
      return judged(exchange, reviews);
    } finally {
      room.release();
    }
  }

  private static Reply judged(HttpExchange exchange, Reviews reviews) throws IOException {
    var body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (body.length > MAX_BODY_BYTES) {
      return Reply.problem(413, "the limit is %d bytes".formatted(MAX_BODY_BYTES));
    }
    try {
      var answer = reviews.answer(new String(body, StandardCharsets.UTF_8));
      return new Reply(
          200,
          "application/json",
          answer.review().toString(),
          switch (answer.verdict()) {
            case Verdict.Allowed _ -> "allowed";
            case Verdict.Refused _ -> "refused";
          });
    } catch (MalformedReviewException e) {
      return Reply.problem(400, String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError e) {
      log.atError().setCause(e).log("A job could not be judged");
      return new Reply(500, "text/plain; charset=utf-8", "the job could not be judged\n", "failed");
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
