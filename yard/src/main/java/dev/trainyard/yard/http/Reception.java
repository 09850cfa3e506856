package dev.trainyard.yard.http;

import dev.trainyard.yard.http.Routes.Answer;
import dev.trainyard.yard.http.Routes.Upgrade;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where requests come out of Jetty: past the door, to the route that answers.
final class Reception extends Handler.Abstract {

  private static final Logger log = LoggerFactory.getLogger(Reception.class);

  private final Routes routes;
  private final Door door;
  private final Lobby lobby;
  private final WebServer.Limits limits;
  private final ServerWebSocketContainer sockets;
  private final Executor threads;

  Reception(
      Routes routes,
      Door door,
      Lobby lobby,
      WebServer.Limits limits,
      ServerWebSocketContainer sockets,
      Executor threads) {
    this.routes = routes;
    this.door = door;
    this.lobby = lobby;
    this.limits = limits;
    this.sockets = sockets;
    this.threads = threads;
  }

  /// Jetty may come with a thread of its own pool, where the request before on the connection ended
  /// on another one. It has few of them, and a watch would keep one for good.
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (Thread.currentThread().isVirtual()) {
      serve(request, response, callback);
    } else {
      threads.execute(() -> serve(request, response, callback));
    }
    return true;
  }

  private void serve(Request request, Response response, Callback callback) {
    var call = new Call(request, response, Map.of(), limits.body());
    var began = System.nanoTime();
    try {
      if (!answer(call, callback)) {
        door.answered(call, response.getStatus(), Duration.ofNanos(System.nanoTime() - began));
        connection(request).setIdleTimeout(limits.idle().toMillis());
        callback.succeeded();
      }
    } catch (IOException e) {
      log.atDebug().log("A client left: {}", e.getMessage());
      callback.failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      callback.failed(e);
    } catch (RuntimeException | Error e) {
      log.atError().setCause(e).log("A failed request could not be explained");
      callback.failed(e);
    }
  }

  /// Whether the connection became a web socket, which then ends the request by itself.
  private boolean answer(Call call, Callback callback) throws IOException, InterruptedException {
    try {
      if (door.admit(call)) {
        // A log that is followed, a shell that waits or a pager that is read may be silent for
        // hours.
        var connection = connection(call.request());
        lobby.leave(connection);
        connection.setIdleTimeout(0);
      }
      if (call.wantsWebSocket()) {
        return upgrade(call, callback);
      }
      var match = routes.find(call.method(), call.path());
      if (match.answer() instanceof Answer.Plain(var handler)) {
        handler.handle(call.with(match.parameters()));
      }
    } catch (RuntimeException | Error e) {
      if (call.answered()) {
        log.atWarn()
            .addKeyValue("method", call.method())
            .addKeyValue("path", call.path())
            .setCause(e)
            .log("An answer broke off");
        throw new IOException("the answer broke off", e);
      }
      door.explain(call, e);
    }
    return false;
  }

  /// The one that was accepted, under whatever encryption.
  private static EndPoint connection(Request request) {
    var connection = request.getConnectionMetaData().getConnection().getEndPoint();
    while (connection instanceof EndPoint.Wrapper wrapper) {
      connection = wrapper.unwrap();
    }
    return connection;
  }

  private boolean upgrade(Call call, Callback callback) throws IOException {
    var match = routes.findUpgrade(call.path());
    if (match.isEmpty()) {
      // Clients that try a web socket first take an empty success as "not here" and fall back at
      // once; after a failure they would try again for a while.
      call.replyNothing(200);
      return false;
    }
    if (!(match.get().answer() instanceof Answer.Upgrading(var handler))) {
      throw new IllegalStateException("an upgrade was answered by something else");
    }
    var upgrade = handler.accept(call.with(match.get().parameters()));
    var protocol = protocol(upgrade, call);
    var upgraded =
        sockets.upgrade(
            (_, answer, _) -> {
              protocol.ifPresent(answer::setAcceptedSubProtocol);
              // Compression would gain nothing between two ends of one machine.
              answer.setExtensions(List.of());
              return new JettySocket(threads, upgrade.conversation());
            },
            call.request(),
            call.response(),
            callback);
    if (!upgraded) {
      throw new RefusedException(400, "the request is no valid web socket handshake");
    }
    return true;
  }

  /// The best protocol that both sides know; nothing where this side does not ask for any.
  private static Optional<String> protocol(Upgrade upgrade, Call call) {
    var offered =
        call.header("Sec-WebSocket-Protocol").stream()
            .flatMap(header -> Arrays.stream(header.split(",", -1)))
            .map(String::trim)
            .toList();
    var common = upgrade.protocols().stream().filter(offered::contains).findFirst();
    if (common.isEmpty() && !upgrade.protocols().isEmpty()) {
      throw new RefusedException(
          400,
          "none of the web socket protocols %s is spoken here; use one of %s"
              .formatted(offered, upgrade.protocols()));
    }
    return common;
  }
}
