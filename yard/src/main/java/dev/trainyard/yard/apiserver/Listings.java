package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.ExpiredException;
import dev.trainyard.yard.store.Ledger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Lists, whole or page by page. All pages show the revision of the first one.
final class Listings {

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

    boolean before(ApiObject object) {
      var order = namespace.compareTo(object.namespace());
      return order < 0 || (order == 0 && name.compareTo(object.name()) < 0);
    }
  }

  Listings(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  void list(Call call, Target target) throws IOException {
    var selection = Selection.of(call, target);
    var page = call.query().text("continue").map(Page::parse);
    var listing = listing(call, target, page.map(Page::revision));
    var limit = call.query().number("limit").orElse(0);
    var chosen = new ArrayList<ObjectNode>();
    var left = 0L;
    for (var object : listing.objects()) {
      var wanted =
          selection.includes(object) && page.map(p -> p.before(new ApiObject(object))).orElse(true);
      if (wanted && limit > 0 && chosen.size() == limit) {
        left++;
      } else if (wanted) {
        chosen.add(object);
      }
    }
    var json = json(target.kind(), listing.revision(), chosen);
    if (left > 0) {
      var last = new ApiObject(chosen.getLast());
      var metadata = json.withObjectProperty("metadata");
      metadata.put("continue", new Page(listing.revision(), last.namespace(), last.name()).token());
      if (selection.everything()) {
        metadata.put("remainingItemCount", left);
      }
    }
    Replies.json(call, 200, View.of(call).list(target.kind(), json, clock.instant()));
  }

  private Ledger.Listing listing(Call call, Target target, Optional<Long> pageRevision) {
    var resource = target.kind().resource();
    try {
      if (pageRevision.isPresent()) {
        return ledger.listAt(pageRevision.get(), resource, target.oneNamespace());
      }
      var asked = call.query().number("resourceVersion").orElse(0);
      if (call.query().text("resourceVersionMatch").filter("Exact"::equals).isPresent()) {
        return ledger.listAt(asked, resource, target.oneNamespace());
      }
      var listing = ledger.list(resource, target.oneNamespace());
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
    var items = json.putArray("items");
    objects.stream().<JsonNode>map(kind::shown).forEach(items::add);
    return json;
  }
}
