package dev.trainyard.cli;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.EnumMap;
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

  /// Until closed, told when the terminal's size changes.
  static Listening onResize(Runnable told) {
    var before = Signals.handle("WINCH", Signals.handler(told));
    return () -> Signals.handle("WINCH", before);
  }

  /// By reflection, for the compiler warns of the JDK's only API for signals and cannot be told not
  /// to.
  final class Signals {

    private static Listening listen(Consumer<Request> listener) {
      var before = new EnumMap<Request, Object>(Request.class);
      for (var request : Request.values()) {
        before.put(request, handle(request.name(), handler(() -> listener.accept(request))));
      }
      return () -> restore(before);
    }

    private static void restore(Map<Request, Object> handlers) {
      handlers.forEach((request, handler) -> handle(request.name(), handler));
    }

    private static Object handler(Runnable action) {
      try {
        var type = Class.forName("sun.misc.SignalHandler");
        var run =
            MethodHandles.publicLookup()
                .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
                .bindTo(action);
        return MethodHandleProxies.asInterfaceInstance(
            type, MethodHandles.dropArguments(run, 0, Class.forName("sun.misc.Signal")));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this JDK has no signals", e);
      }
    }

    private static Object handle(String name, Object handler) {
      try {
        var signal = Class.forName("sun.misc.Signal");
        var type = Class.forName("sun.misc.SignalHandler");
        var named = signal.getConstructor(String.class).newInstance(name);
        return signal.getMethod("handle", signal, type).invoke(null, named, handler);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("signals cannot be handled", e);
      }
    }

    private Signals() {}
  }
}
