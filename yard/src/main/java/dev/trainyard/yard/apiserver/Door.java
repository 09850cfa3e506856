package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Transaction;
import java.util.List;
import java.util.Optional;

/// The last a valid object passes before it is stored.
interface Door {

  /// What a doorman may look at while a request is under way.
  record Standing(Transaction transaction) implements Doorman.Stored {

    @Override
    public Optional<JsonNode> find(String resource, String namespace, String name) {
      return transaction.find(new Key(resource, namespace, name)).map(JsonNode.class::cast);
    }

    @Override
    public List<JsonNode> list(String resource, String namespace) {
      return transaction.list(resource).entrySet().stream()
          .filter(entry -> entry.getKey().namespace().equals(namespace))
          .map(entry -> (JsonNode) entry.getValue())
          .toList();
    }
  }

  Door OPEN = (_, _, _, _) -> {};

  /// Lets the object through, with what it is labelled with on the way.
  ///
  /// @throws ApiException when it may not pass
  void pass(Transaction transaction, Kind kind, Optional<ObjectNode> before, ObjectNode after);

  /// Whoever calls is told what the doorman says. A refusal takes its warnings along.
  static Door of(Call call, Doorman doorman) {
    return (transaction, kind, before, after) -> {
      Escalations.refuse(Visitor.of(call), transaction, kind, before, after);
      Replies.warn(call, kind.rules().advice(after));
      if (!kind.has(Kind.Trait.CUSTOM)) {
        return;
      }
      var verdict =
          doorman.judge(
              new Doorman.Request(
                  kind.apiVersion(),
                  kind.name(),
                  Visitor.of(call).asker().name(),
                  kind.shown(after),
                  before.map(old -> kind.shown(old)),
                  new Standing(transaction)));
      Replies.warn(call, verdict.warnings());
      verdict
          .refusal()
          .ifPresent(
              refusal -> {
                throw new ApiException(Status.denied(refusal.by(), refusal.why()));
              });
      if (!verdict.labels().isEmpty()) {
        var labels = after.withObjectProperty("metadata").withObjectProperty("labels");
        verdict.labels().forEach(labels::put);
      }
    };
  }
}
