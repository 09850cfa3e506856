package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.rights.Attempt;
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

  /// Whoever applies what is not there yet creates it.
  private static Attempt creation(Kind kind, ApiObject object) {
    return new Attempt.Resource(
        "create", kind.group(), kind.plural(), "", object.namespace(), object.name());
  }

  /// Whoever sends an object, as a doorman sees them.
  record Sent(Visitor visitor, Kinds kinds) implements Doorman.Sender {

    @Override
    public String name() {
      return visitor.asker().name();
    }

    @Override
    public String uid() {
      return visitor.asker().uid();
    }

    @Override
    public Optional<String> mayNotCreate(String apiVersion, String kind, String namespace) {
      if (visitor.asker().mayDoEverything()) {
        return Optional.empty();
      }
      var plural =
          kinds.all().stream()
              .filter(known -> known.apiVersion().equals(apiVersion) && known.name().equals(kind))
              .map(Kind::plural)
              .findFirst()
              .orElse("*");
      var slash = apiVersion.indexOf('/');
      var group = slash < 0 ? "" : apiVersion.substring(0, slash);
      var attempt = new Attempt.Resource("create", group, plural, "", namespace, "");
      return visitor.may(attempt) ? Optional.empty() : Optional.of(plural);
    }
  }

  Door OPEN = (_, _, _, _) -> {};

  /// Lets the object through, with what it is labelled with on the way.
  ///
  /// @throws ApiException when it may not pass
  void pass(Transaction transaction, Kind kind, Optional<ObjectNode> before, ObjectNode after);

  /// Whoever calls is told what the doorman says. A refusal takes its warnings along.
  static Door of(Call call, Doorman doorman, Kinds kinds) {
    return (transaction, kind, before, after) -> {
      var visitor = Visitor.of(call);
      if (before.isEmpty() && call.method().equals("PATCH")) {
        visitor.require(creation(kind, new ApiObject(after)));
      }
      Escalations.refuse(visitor, transaction, kind, before, after);
      Replies.warn(call, kind.rules().advice(after));
      if (!kind.has(Kind.Trait.CUSTOM)) {
        return;
      }
      var verdict =
          doorman.judge(
              new Doorman.Request(
                  kind.apiVersion(),
                  kind.name(),
                  new Sent(visitor, kinds),
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
