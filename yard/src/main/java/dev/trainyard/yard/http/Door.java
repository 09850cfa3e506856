package dev.trainyard.yard.http;

import java.io.IOException;
import java.time.Duration;

/// Who may come in, and what those hear whose request failed.
public interface Door {

  /// Called before any handler; throws what `explain` understands to keep a client out. Answers
  /// whether the client has shown who it is: its connection may then stay as long as it likes.
  boolean admit(Call call);

  /// Answers a request that was refused, by a `RefusedException` of the server itself or by
  /// whatever a handler threw, errors of the JVM included: whoever asks gets an answer.
  void explain(Call call, Throwable why) throws IOException;

  /// Hears of every request that is over, with the code of its answer.
  default void answered(Call call, int code, Duration took) {}
}
