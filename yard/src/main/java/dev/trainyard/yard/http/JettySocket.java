package dev.trainyard.yard.http;

import dev.trainyard.yard.http.Routes.Conversation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Turns Jetty's callbacks into something that one thread can read and any thread can write.
///
/// The next message is asked for when the last one was received: a reader that falls behind slows
/// the other side down instead of filling the memory. Public only because Jetty calls it by
/// reflection.
public final class JettySocket implements Session.Listener, WebSocket {

  private static final Logger log = LoggerFactory.getLogger(JettySocket.class);

  private final Executor threads;
  private final Conversation conversation;
  private final BlockingQueue<Message> messages = new LinkedBlockingQueue<>();
  private final ReentrantLock sending = new ReentrantLock();
  private volatile @Nullable Session session;
  private volatile boolean over;

  /// Something that arrived, and how to say that it was taken. No content is the end.
  private record Message(Optional<byte[]> content, Runnable taken) {
    /// Nobody has to know that it was taken.
    static void kept() {}
  }

  JettySocket(Executor threads, Conversation conversation) {
    this.threads = threads;
    this.conversation = conversation;
  }

  @Override
  public void onWebSocketOpen(Session opened) {
    session = opened;
    opened.demand();
    threads.execute(this::converse);
  }

  private void converse() {
    var reason = "";
    var code = StatusCode.NORMAL;
    try {
      conversation.hold(this);
    } catch (IOException e) {
      log.atDebug().log("A client left: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      code = StatusCode.SHUTDOWN;
    } catch (RuntimeException | Error e) {
      log.atError().setCause(e).log("A web socket failed");
      code = StatusCode.SERVER_ERROR;
      reason = "internal error";
    } finally {
      over = true;
      // Whoever still reads may take one at the same time, and none may be taken twice.
      for (var left = messages.poll(); left != null; left = messages.poll()) {
        left.taken().run();
      }
      messages.add(new Message(Optional.empty(), Message::kept));
      session().close(code, reason, Callback.NOOP);
    }
  }

  @Override
  public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
    var bytes = new byte[payload.remaining()];
    payload.get(bytes);
    arrived(
        bytes,
        () -> {
          callback.succeed();
          session().demand();
        });
  }

  @Override
  public void onWebSocketText(String message) {
    arrived(message.getBytes(StandardCharsets.UTF_8), () -> session().demand());
  }

  private void arrived(byte[] content, Runnable taken) {
    if (over) {
      taken.run(); // nobody reads any more, but the closing of the other side comes after this
    } else {
      messages.add(new Message(Optional.of(content), taken));
    }
  }

  @Override
  public void onWebSocketClose(int code, @Nullable String reason, Callback callback) {
    messages.add(new Message(Optional.empty(), Message::kept));
    callback.succeed();
  }

  @Override
  public void onWebSocketError(Throwable cause) {
    messages.add(new Message(Optional.empty(), Message::kept));
  }

  @Override
  public String protocol() {
    return Optional.ofNullable(session().getUpgradeResponse().getAcceptedSubProtocol()).orElse("");
  }

  @Override
  public Optional<byte[]> receive() throws InterruptedException {
    var message = messages.take();
    message.taken().run();
    if (message.content().isEmpty()) {
      messages.add(message); // the end stays the end
    }
    return message.content();
  }

  @Override
  public void sendBinary(byte[] message) throws IOException {
    send(callback -> session().sendBinary(ByteBuffer.wrap(message), callback));
  }

  @Override
  public void sendText(String message) throws IOException {
    send(callback -> session().sendText(message, callback));
  }

  private void send(Consumer<Callback.Completable> start) throws IOException {
    sending.lock();
    try {
      Callback.Completable.with(start).get();
    } catch (ExecutionException e) {
      throw new IOException("the web socket is closed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while sending", e);
    } finally {
      sending.unlock();
    }
  }

  private Session session() {
    var opened = session;
    if (opened == null) {
      throw new IllegalStateException("the web socket is not open yet");
    }
    return opened;
  }
}
