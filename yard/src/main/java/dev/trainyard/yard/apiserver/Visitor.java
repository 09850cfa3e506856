package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.apiserver.rights.Asker;
import dev.trainyard.yard.apiserver.rights.Attempt;
import dev.trainyard.yard.apiserver.rights.Rights;
import dev.trainyard.yard.http.Call;
import java.security.Principal;

/// Whoever has come past the gate, and what everybody may do at this moment.
record Visitor(Asker asker, RightsBook book) implements Principal {

  static Visitor of(Call call) {
    return call.visitor()
        .map(Visitor.class::cast)
        .orElseThrow(() -> new IllegalStateException("nobody was recognised at the gate"));
  }

  Rights rights() {
    return book.now();
  }

  boolean may(Attempt attempt) {
    return rights().judge(asker, attempt).allowed();
  }

  /// @throws ApiException in Kubernetes' words when they may not
  void require(Attempt attempt) {
    if (!may(attempt)) {
      throw new ApiException(Status.forbidden(asker.name(), attempt));
    }
  }

  @Override
  public String getName() {
    return asker.name();
  }
}
