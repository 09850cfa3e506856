package dev.trainyard.yard.apiserver;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.Change;
import dev.trainyard.yard.store.ExpiredException;
import dev.trainyard.yard.store.Ledger;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Streams of changes. Each reader follows the ledger at its own pace; one that falls too far
/// behind is told to list again.
final class Watches {

  private static final Duration LONGEST = Duration.ofHours(1);

  private final Ledger ledger;
  private final Duration heartbeat;
  private final InstantSource clock;

  Watches(Ledger ledger, Duration heartbeat, InstantSource clock) {
    this.ledger = ledger;
    this.heartbeat = heartbeat;
    this.clock = clock;
  }

  void watch(Call call, Target target) throws IOException, InterruptedException {
    var query = call.query();
    var view = View.of(call, View.Answer.STREAM);
    ListOptions.checkWatch(query);
    var selection = Selection.of(call, target);
    var from = ListOptions.version(query);
    var seconds = query.number("timeoutSeconds").orElse(LONGEST.toSeconds());
    var bookmarks = query.flag("allowWatchBookmarks");
    try (var out = call.stream("application/json")) {
      var stream = new Stream(target.kind(), selection, view, bookmarks, out);
      var asked = query.flag("sendInitialEvents");
      stream.follow(
          asked || from == 0 ? stream.sendExisting(target, asked) : from,
          Duration.ofSeconds(Math.min(seconds, LONGEST.toSeconds())));
    }
  }

  private final class Stream {

    private final Kind kind;
    private final Selection selection;
    private final View view;
    private final boolean bookmarks;
    private final OutputStream out;
    private long lastSent = System.nanoTime();
    private boolean columnsSent;

    Stream(Kind kind, Selection selection, View view, boolean bookmarks, OutputStream out) {
      this.kind = kind;
      this.selection = selection;
      this.view = view;
      this.bookmarks = bookmarks;
      this.out = out;
    }

    /// A watch from no revision begins with everything there is. A reader that has asked for it is
    /// told when that is all.
    long sendExisting(Target target, boolean asked) throws IOException {
      var listing = ledger.list(kind.resource(), target.oneNamespace());
      for (var object : listing.stored()) {
        if (selection.includes(object)) {
          show("ADDED", kind.shown(object.json()));
        }
      }
      if (asked) {
        sendBookmark(listing.revision(), true);
      }
      return listing.revision();
    }

    void follow(long from, Duration time) throws IOException, InterruptedException {
      // The headers reach the reader before anything has happened.
      out.flush();
      var end = System.nanoTime() + time.toNanos();
      var position = from;
      try {
        while (System.nanoTime() < end && !ledger.closed()) {
          var changes = ledger.changesAfter(position, patience(end));
          for (var change : changes.changes()) {
            sendChange(change);
          }
          position = changes.upTo();
          beat(position);
          out.flush();
        }
        sendBookmark(position);
      } catch (ExpiredException e) {
        send("ERROR", Status.expired(String.valueOf(e.getMessage())).json());
      }
    }

    private Duration patience(long end) {
      var now = System.nanoTime();
      var untilBeat = lastSent + heartbeat.toNanos() - now;
      return Duration.ofNanos(Math.clamp(untilBeat, 1, Math.max(1, end - now)));
    }

    private void sendChange(Change change) throws IOException {
      if (!change.key().resource().equals(kind.resource())) {
        return;
      }
      var before = change.before().filter(selection::includes);
      var after = change.after().filter(selection::includes);
      if (after.isPresent()) {
        var type = before.isPresent() ? "MODIFIED" : "ADDED";
        var asItRests =
            view.form() == View.Form.WHOLE
                ? Texts.event(kind, type, change)
                : Optional.<byte[]>empty();
        if (asItRests.isPresent()) {
          write(asItRests.get());
        } else {
          show(type, kind.shown(after.get()));
        }
      } else if (before.isPresent()) {
        show("DELETED", last(change));
      }
    }

    /// The object as this reader last saw it, at the revision that took it away.
    private ObjectNode last(Change change) {
      var object = change.before().orElseThrow();
      var last = Json.shallowCopy(kind.shown(object));
      ObjectNode metadata = last.path("metadata").deepCopy();
      last.set("metadata", metadata.put("resourceVersion", Long.toString(change.revision())));
      return last;
    }

    /// A reader that has gone is only noticed by writing to it, so silence is broken now and then.
    private void beat(long position) throws IOException {
      if (System.nanoTime() - lastSent < heartbeat.toNanos()) {
        return;
      }
      if (bookmarks) {
        sendBookmark(position);
      } else {
        out.write(' '); // white space between two JSON texts means nothing
        lastSent = System.nanoTime();
      }
    }

    private void sendBookmark(long position) throws IOException {
      sendBookmark(position, false);
    }

    private void sendBookmark(long position, boolean endsInitial) throws IOException {
      if (bookmarks) {
        var object = Json.object().put("kind", kind.name()).put("apiVersion", kind.apiVersion());
        var metadata =
            object
                .putObject("metadata")
                .put("resourceVersion", Long.toString(position))
                .putNull("creationTimestamp");
        if (endsInitial) {
          metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        show("BOOKMARK", object);
      }
    }

    /// A table's columns are the same in every event, and told in the first.
    private void show(String type, ObjectNode object) throws IOException {
      var shown = view.one(kind, object, clock.instant());
      if (view.form() == View.Form.TABLE) {
        if (columnsSent) {
          shown.putArray("columnDefinitions");
        }
        columnsSent = true;
      }
      send(type, shown);
    }

    private void send(String type, ObjectNode object) throws IOException {
      var event = Json.object().put("type", type);
      event.set("object", object);
      write(Json.MAPPER.writeValueAsBytes(event));
      out.write('\n');
    }

    private void write(byte[] bytes) throws IOException {
      out.write(bytes);
      lastSent = System.nanoTime();
    }
  }
}
