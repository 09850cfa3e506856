package dev.trainyard.cli.local;

import dev.trainyard.dialects.Admission;
import dev.trainyard.dialects.Admission.Operation;
import dev.trainyard.dialects.Admission.Question;
import dev.trainyard.dialects.Dialect.Lookup;
import dev.trainyard.dialects.Dialects;
import dev.trainyard.dialects.Dialects.Registered;
import dev.trainyard.dialects.Settings;
import dev.trainyard.yard.apiserver.Doorman;
import java.util.Optional;

/// Has a yard refuse what the operator's webhook refuses on a cluster, in the same words.
public final class DialectDoorman implements Doorman {

  private final Lookup lookup;

  public DialectDoorman(Settings settings) {
    this.lookup = Lookup.nothing(settings);
  }

  @Override
  public Verdict judge(Request request) {
    return Dialects.find(request.apiVersion(), request.kind())
        .map(kind -> judge(kind, request))
        .orElse(Verdict.ALLOWED);
  }

  private <R> Verdict judge(Registered<R> kind, Request request) {
    var operation = request.before().isPresent() ? Operation.UPDATE : Operation.CREATE;
    var question = new Question(operation, request.object(), request.before());
    return switch (Admission.judge(kind, question, lookup)) {
      case Admission.Verdict.Allowed(var warnings) -> new Verdict(Optional.empty(), warnings);
      case Admission.Verdict.Refused(var why, var warnings) ->
          new Verdict(Optional.of(new Refusal(kind.dialect().validator(), why)), warnings);
    };
  }
}
