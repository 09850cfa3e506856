package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.WriteCounts.Write;
import dev.trainyard.yard.apiserver.Writer.Part;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.Ledger;
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
  }

  void create(Call call) throws IOException {
    var target = Target.of(call, kinds);
    if (target.kind().namespaced() && target.namespace().isEmpty()) {
      throw new ApiException(Status.methodNotAllowed());
    }
    var body = Bodies.decode(call, target);
    if (!new ApiObject(body).resourceVersion().isEmpty()) {
      throw new ApiException(
          Status.badRequest("resourceVersion should not be set on objects to be created"));
    }
    var named = target.named(new ApiObject(body).name());
    var door = Door.of(call, doorman);
    var created = commit(call, "create", "", named, tx -> writer.create(tx, named, body, door));
    Replies.json(call, 201, target.kind().shown(created));
  }

  void update(Call call) throws IOException {
    update(call, Part.WHOLE);
  }

  void updateStatus(Call call) throws IOException {
    update(call, Part.STATUS);
  }

  private void update(Call call, Part part) throws IOException {
    var target = target(call, part);
    var body = Bodies.decode(call, target);
    var door = door(call, part);
    var updated =
        commit(
            call,
            "update",
            suffix(part),
            target,
            tx -> writer.update(tx, target, body, part, door));
    Replies.json(call, 200, target.kind().shown(updated));
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
    var patch = Bodies.json(call);
    var door = door(call, part);
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
              Bodies.require(target, patched);
              Bodies.reportUnknownFields(call, target.kind(), patched);
              return writer.update(tx, target, patched, part, door);
            });
    Replies.json(call, 200, target.kind().shown(updated));
  }

  private Door door(Call call, Part part) {
    return switch (part) {
      case WHOLE -> Door.of(call, doorman);
      case STATUS -> Door.OPEN;
    };
  }

  private Target target(Call call, Part part) {
    var target = Target.of(call, kinds);
    if (part == Part.STATUS && !target.kind().hasStatus()) {
      throw new ApiException(Status.noSuchPath());
    }
    return target;
  }

  private static String suffix(Part part) {
    return switch (part) {
      case WHOLE -> "";
      case STATUS -> "/status";
    };
  }

  void delete(Call call) throws IOException {
    var target = Target.of(call, kinds);
    var options = Deletion.Options.read(Bodies.json(call), call.query());
    var outcome =
        commit(
            call,
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
          case Deletion.Outcome.Waiting(var object) -> target.kind().shown(object.json());
        });
  }

  /// Deletes, in one commit, everything the selectors choose.
  void deleteCollection(Call call) throws IOException {
    var target = Target.of(call, kinds);
    if (target.kind().namespaced() && target.namespace().isEmpty()) {
      throw new ApiException(Status.methodNotAllowed());
    }
    var selection = Selection.of(call, target);
    var options = Deletion.Options.read(Bodies.json(call), call.query());
    var deleted =
        commit(
            call, "deletecollection", "", target, tx -> deleteAll(tx, target, selection, options));
    Replies.json(call, 200, Listings.json(target.kind(), ledger.revision(), deleted));
  }

  private List<ObjectNode> deleteAll(
      Transaction transaction, Target target, Selection selection, Deletion.Options options) {
    var deleted = new ArrayList<ObjectNode>();
    transaction
        .list(target.kind().resource())
        .forEach(
            (key, object) -> {
              if (selection.includes(object)) {
                Deletion.delete(transaction, target.kind(), key, options, clock.instant());
                deleted.add(object);
              }
            });
    return deleted;
  }

  /// The one way from a request into the ledger. A write is counted before anybody can see it.
  <T> T commit(Call call, String verb, String part, Target target, Function<Transaction, T> work) {
    if (dryRun(call)) {
      return ledger.write(tx -> tx.rehearse(work));
    }
    return ledger.write(
        tx -> {
          var result = work.apply(tx);
          counts.count(new Write(verb, target.kind().resource() + part, target.namespace()));
          return result;
        });
  }

  private static boolean dryRun(Call call) {
    var asked = call.query().text("dryRun");
    if (asked.isPresent() && !asked.get().equals("All")) {
      throw new ApiException(
          Status.badRequest("dryRun: \"%s\" is not one of All".formatted(asked.get())));
    }
    return asked.isPresent();
  }
}
