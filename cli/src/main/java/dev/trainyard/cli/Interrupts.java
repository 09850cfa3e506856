package dev.trainyard.cli;

import java.lang.reflect.Proxy;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/// How a person, or the system, asks a command that is under way to stop.
public interface Interrupts {

  enum Request {
    /// Ctrl-C
    INT,
    TERM
  }

  /// Until closed, requests go to the listener and no longer end the process.
  Listening listen(Consumer<Request> listener);

  interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  /// Signals sent to this process.
  static Interrupts signals() {
    return Signals::listen;
  }

  /// By reflection, for the compiler warns of the JDK's only API for signals and cannot be told not
  /// to.
  final class Signals {

    private static Listening listen(Consumer<Request> listener) {
      var before = new EnumMap<Request, Object>(Request.class);
      for (var request : Request.values()) {
        before.put(request, handle(request, handler(() -> listener.accept(request))));
      }
      return () -> restore(before);
    }

    private static void restore(Map<Request, Object> handlers) {
      handlers.forEach((request, handler) -> handle(request, handler));
    }

    @SuppressWarnings("ReferenceEquality") // A handler is itself and nobody else.
    private static Object handler(Runnable action) {
      try {
        var type = Class.forName("sun.misc.SignalHandler");
        return Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "handle" -> {
                    action.run();
                    yield null;
                  }
                  case "equals" -> arguments != null && proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> "a signal handler";
                });
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this JDK has no signals", e);
      }
    }

    private static Object handle(Request request, Object handler) {
      try {
        var signal = Class.forName("sun.misc.Signal");
        var type = Class.forName("sun.misc.SignalHandler");
        var named =
            signal
                .getConstructor(String.class)
                .newInstance(request.name().toUpperCase(Locale.ROOT));
        return signal.getMethod("handle", signal, type).invoke(null, named, handler);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("signals cannot be handled", e);
      }
    }

    private Signals() {}
  }
}
