package dev.trainyard.operator;

import java.util.Map;

/// What one who connects may take of us. The JDK's HTTP server takes its limits from properties of
/// the process, once, before the first server is made.
public final class HttpLimits {

  /// Seconds, but for the last. API servers keep idle connections for 90 s; they must be the ones
  /// who give them up, or a question is lost on a connection that we are just closing.
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "sun.net.httpserver.maxReqTime", "10",
          "sun.net.httpserver.maxRspTime", "30",
          "sun.net.httpserver.idleInterval", "180",
          "jdk.httpserver.maxConnections", "1000");

  /// Whoever has set one by hand keeps it.
  public static void set() {
    PROPERTIES.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }

  private HttpLimits() {}
}
