package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.apiserver.MediaRange.Encoding;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.ExpiredException;
import dev.trainyard.yard.store.Key;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.store.Range;
import dev.trainyard.yard.store.StoredObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Lists, whole or page by page. All pages show the revision of the first one.
final class Listings {

  /// How many objects are looked at before other requests have theirs: nothing else takes the
  /// processor from a virtual thread that looks for a few among very many.
  private static final int A_TURN = 100;

  private final Ledger ledger;
  private final InstantSource clock;

  /// Where the next page goes on: after this object, as of this revision.
  private record Page(long revision, String namespace, String name) {

    String token() {
      var text = "%d/%s/%s".formatted(revision, namespace, name);
      return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    static Page parse(String token) {
      try {
        var text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        var parts = text.split("/", 3);
        return new Page(Long.parseLong(parts[0]), parts[1], parts[2]);
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        throw new ApiException(Status.badRequest("continue key is not valid: " + token));
      }
    }

    /// What is still to be shown.
    Range rest(Range all) {
      return all.after(new Key(all.resource(), namespace, name));
    }
  }

  Listings(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  void list(Call call, Target target) throws IOException {
    var view = View.of(call, View.Answer.LIST);
    ListOptions.checkList(call.query());
    var selection = Selection.of(call, target);
    var page = call.query().text("continue").map(Page::parse);
    if (page.isPresent() && ListOptions.version(call.query()) != 0) {
      throw new ApiException(
          Status.badRequest("specifying resource version is not allowed when using continue"));
    }
    var limit = call.query().number("limit").orElse(0);
    var most = limit > 0 ? (int) Math.min(limit, Integer.MAX_VALUE) : Integer.MAX_VALUE;
    var listing = listing(call, target, page, selection.everything() ? most : Integer.MAX_VALUE);
    var shown = selection.everything() ? Shown.all(listing) : Shown.of(listing, selection, most);
    var list = json(target.kind(), listing.revision(), List.of());
    if (shown.left() > 0) {
      var last = shown.objects().getLast().key();
      var metadata = list.withObjectProperty("metadata");
      metadata.put("continue", new Page(listing.revision(), last.namespace(), last.name()).token());
      if (selection.everything()) {
        metadata.put("remainingItemCount", shown.left());
      }
    }
    if (view.form() == View.Form.WHOLE && Replies.encoding(call) == Encoding.JSON) {
      call.reply(200, Encoding.JSON.mediaType, Texts.list(target.kind(), list, shown.objects()));
    } else {
      var items = list.withArrayProperty("items");
      shown.objects().forEach(object -> items.add(target.kind().shown(object.json())));
      Replies.json(call, 200, view.list(target.kind(), list, clock.instant()));
    }
  }

  /// What one answer holds, and how many objects stay for others. Of a selection it is only known
  /// whether any do, and only where nothing is selected is it told.
  private record Shown(List<StoredObject> objects, long left) {

    static Shown all(Ledger.Listing listing) {
      return new Shown(listing.stored(), listing.left());
    }

    @SuppressWarnings("ThreadPriorityCheck")
    static Shown of(Ledger.Listing listing, Selection selection, int most) {
      var chosen = new ArrayList<StoredObject>();
      var turn = 0;
      for (var object : listing.stored()) {
        if (++turn % A_TURN == 0) {
          Thread.yield();
        }
        if (selection.includes(object)) {
          if (chosen.size() == most) {
            return new Shown(chosen, 1);
          }
          chosen.add(object);
        }
      }
      return new Shown(chosen, 0);
    }
  }

  private Ledger.Listing listing(Call call, Target target, Optional<Page> page, int most) {
    var resource = target.kind().resource();
    var all = Range.of(resource, target.oneNamespace());
    try {
      if (page.isPresent()) {
        return ledger.listAt(page.get().revision(), page.get().rest(all), most);
      }
      var asked = ListOptions.version(call.query());
      if (ListOptions.exact(call.query())) {
        return ledger.listAt(asked, all, most);
      }
      var listing = ledger.list(all, most);
      if (asked > listing.revision()) {
        throw new ApiException(
            Status.plain(
                504,
                "Timeout",
                "Too large resource version: %d, current: %d"
                    .formatted(asked, listing.revision())));
      }
      return listing;
    } catch (ExpiredException e) {
      throw new ApiException(
          Status.expired(
              "The provided continue parameter is too old to display a consistent list result. You"
                  + " can start a new list without the continue parameter."));
    }
  }

  static ObjectNode json(Kind kind, long revision, List<ObjectNode> objects) {
    var json = Json.object().put("kind", kind.names().list()).put("apiVersion", kind.apiVersion());
    json.putObject("metadata").put("resourceVersion", Long.toString(revision));
    if (kind.has(Kind.Trait.CUSTOM)) {
      json.withObjectProperty("metadata").put("continue", "");
    }
    var items = json.putArray("items");
    objects.stream().<JsonNode>map(kind::shown).forEach(items::add);
    return json;
  }
}
