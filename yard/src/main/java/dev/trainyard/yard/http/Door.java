package dev.trainyard.yard.http;

import java.io.IOException;

/// Who may come in, and what those hear whose request failed.
public interface Door {

  /// Called before any handler; throws what `explain` understands to keep a client out.
  void admit(Call call);

  /// Answers a request that was refused, by a `RefusedException` of the server itself or by
  /// whatever a handler threw.
  void explain(Call call, RuntimeException why) throws IOException;
}
