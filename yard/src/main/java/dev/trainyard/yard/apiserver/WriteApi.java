package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.WriteCounts.Write;
import dev.trainyard.yard.apiserver.Writer.Part;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.Range;
import dev.trainyard.yard.store.Transaction;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Requests that change something: decode, admit, commit, answer.
final class WriteApi {

  private final Ledger ledger;
  private final Kinds kinds;
  private final Writer writer;
  private final InstantSource clock;
  private final WriteCounts counts;
  private final Doorman doorman;
  private final Applier applier;

  WriteApi(
      Ledger ledger,
      Kinds kinds,
      Writer writer,
      InstantSource clock,
      WriteCounts counts,
      Doorman doorman) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.writer = writer;
    this.clock = clock;
    this.counts = counts;
    this.doorman = doorman;
    this.applier = new Applier(writer);
  }

  void create(Call call) throws IOException {
    var target = Target.of(call, kinds);
    if (target.kind().namespaced() && target.namespace().isEmpty()) {
      throw new ApiException(Status.methodNotAllowed());
    }
    var view = View.of(call, View.Answer.ONE);
    var options = WriteOptions.of(call, "CreateOptions");
    var body = Bodies.decode(call, target);
    if (!options.dryRun() && !new ApiObject(body).resourceVersion().isEmpty()) {
      throw new ApiException(
          Status.badRequest("resourceVersion should not be set on objects to be created"));
    }
    var named = target.named(new ApiObject(body).name());
    var door = Door.of(call, doorman, kinds);
    var books = FieldManager.of(call, "CreateOptions", "", clock.instant());
    var created =
        commit(call, "create", "", named, tx -> writer.create(tx, named, body, door, books));
    reply(call, 201, view, target.kind(), options.dryRun() ? withoutVersion(created) : created);
  }

  void update(Call call) throws IOException {
    update(call, Part.WHOLE);
  }

  void updateStatus(Call call) throws IOException {
    update(call, Part.STATUS);
  }

  private void update(Call call, Part part) throws IOException {
    var target = target(call, part);
    var view = View.of(call, View.Answer.ONE);
    var _ = WriteOptions.of(call, "UpdateOptions");
    var body = Bodies.decode(call, target);
    var door = door(call, part);
    var books = FieldManager.of(call, "UpdateOptions", subresource(part), clock.instant());
    var updated =
        commit(
            call,
            "update",
            suffix(part),
            target,
            tx -> writer.update(tx, target, body, part, door, books));
    reply(call, 200, view, target.kind(), updated);
  }

  void patch(Call call) throws IOException {
    patch(call, Part.WHOLE);
  }

  void patchStatus(Call call) throws IOException {
    patch(call, Part.STATUS);
  }

  private void patch(Call call, Part part) throws IOException {
    var target = target(call, part);
    var contentType = call.contentType();
    Patches.requireKnown(target.kind(), contentType);
    var view = View.of(call, View.Answer.ONE);
    if (contentType.equals(Applier.MEDIA_TYPE)) {
      apply(call, view, target, part);
      return;
    }
    var _ = WriteOptions.ofPatch(call);
    var patch = Bodies.json(call);
    var door = door(call, part);
    var books = FieldManager.of(call, "PatchOptions", subresource(part), clock.instant());
    var updated =
        commit(
            call,
            "patch",
            suffix(part),
            target,
            tx -> {
              var existing = tx.find(target.key()).orElseThrow(target::notFound);
              var shown = target.kind().shown(existing);
              var patched = Patches.apply(target.kind(), contentType, patch, shown);
              Patches.requireReadable(call, target, patched);
              Patches.requireSameUid(target, shown, patched);
              return writer.update(tx, target, patched, part, door, books);
            });
    reply(call, 200, view, target.kind(), updated);
  }

  private void apply(Call call, View view, Target target, Part part) throws IOException {
    var options = WriteOptions.of(call, "PatchOptions");
    var request = Applier.request(call, target, part, clock.instant());
    var door = door(call, part);
    var result =
        commit(call, "patch", suffix(part), target, tx -> applier.apply(tx, target, request, door));
    var created = result.created();
    var object = created && options.dryRun() ? withoutVersion(result.object()) : result.object();
    reply(call, created ? 201 : 200, view, target.kind(), object);
  }

  private Door door(Call call, Part part) {
    return switch (part) {
      case WHOLE -> Door.of(call, doorman, kinds);
      case STATUS -> Door.OPEN;
    };
  }

  private Target target(Call call, Part part) {
    var target = Target.of(call, kinds);
    if (part == Part.STATUS && !target.kind().hasStatus()) {
      throw Replies.noSuchPath();
    }
    return target;
  }

  private static String subresource(Part part) {
    return switch (part) {
      case WHOLE -> "";
      case STATUS -> "status";
    };
  }

  private static String suffix(Part part) {
    return switch (part) {
      case WHOLE -> "";
      case STATUS -> "/status";
    };
  }

  void delete(Call call) throws IOException {
    var target = Target.of(call, kinds);
    var view = View.of(call, View.Answer.ONE);
    var options = Deletion.Options.read(Bodies.json(call), call.query());
    var outcome =
        commit(
            options.dryRun(),
            "delete",
            "",
            target,
            tx -> Deletion.delete(tx, target.kind(), target.key(), options, clock.instant()));
    Replies.json(
        call,
        200,
        switch (outcome) {
          case Deletion.Outcome.Gone(var last) ->
              Status.deleted(target.kind(), last.name(), last.uid());
          case Deletion.Outcome.Waiting(var object) ->
              view.one(target.kind(), target.kind().shown(object.json()), clock.instant());
        });
  }

  /// Deletes, in one commit, everything the selectors choose.
  void deleteCollection(Call call) throws IOException {
    var target = Target.of(call, kinds);
    if (target.kind().namespaced() && target.namespace().isEmpty()) {
      throw new ApiException(Status.methodNotAllowed());
    }
    var selection = Selection.of(call, target);
    var view = View.of(call, View.Answer.LIST);
    ListOptions.checkList(call.query());
    var limit = call.query().number("limit").orElse(0);
    var options = Deletion.Options.read(Bodies.json(call), call.query());
    var deleted =
        commit(
            options.dryRun(),
            "deletecollection",
            "",
            target,
            tx -> deleteAll(tx, target, selection, limit, options));
    var list = Listings.json(target.kind(), ledger.revision(), deleted);
    Replies.json(call, 200, view.list(target.kind(), list, clock.instant()));
  }

  private List<ObjectNode> deleteAll(
      Transaction transaction,
      Target target,
      Selection selection,
      long limit,
      Deletion.Options options) {
    var deleted = new ArrayList<ObjectNode>();
    for (var key : transaction.keys(Range.of(target.kind().resource(), target.oneNamespace()))) {
      if (limit > 0 && deleted.size() >= limit) {
        break;
      }
      var chosen = transaction.find(key).filter(selection::includes);
      if (chosen.isPresent()) {
        Deletion.delete(transaction, target.kind(), key, options, clock.instant());
        deleted.add(chosen.get());
      }
    }
    return deleted;
  }

  /// The one way from a request into the ledger. A write is counted before anybody can see it.
  <T> T commit(Call call, String verb, String part, Target target, Function<Transaction, T> work) {
    return commit(!call.query().all("dryRun").isEmpty(), verb, part, target, work);
  }

  private <T> T commit(
      boolean dryRun, String verb, String part, Target target, Function<Transaction, T> work) {
    if (dryRun) {
      return ledger.write(tx -> tx.rehearse(work));
    }
    return ledger.write(
        tx -> {
          var result = work.apply(tx);
          counts.count(new Write(verb, target.kind().resource() + part, target.namespace()));
          return result;
        });
  }

  /// What was never stored has no version.
  private static ObjectNode withoutVersion(ObjectNode object) {
    var copy = object.deepCopy();
    copy.withObjectProperty("metadata").remove("resourceVersion");
    return copy;
  }

  private void reply(Call call, int code, View view, Kind kind, ObjectNode object)
      throws IOException {
    Replies.json(call, code, view.one(kind, kind.shown(object), clock.instant()));
  }
}
