package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.store.Ledger;
import java.io.IOException;
import java.time.InstantSource;

/// Requests that only look.
final class ReadApi {

  private final Ledger ledger;
  private final Kinds kinds;
  private final Listings listings;
  private final Watches watches;
  private final InstantSource clock;

  ReadApi(Ledger ledger, Kinds kinds, Watches watches, InstantSource clock) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.listings = new Listings(ledger, clock);
    this.clock = clock;
    this.watches = watches;
  }

  void get(Call call) throws IOException {
    var target = Target.of(call, kinds);
    var view = View.of(call, View.Answer.ONE);
    var object = ledger.find(target.key()).orElseThrow(target::notFound);
    var kind = target.kind();
    Replies.json(call, 200, view.one(kind, kind.shown(object), clock.instant()));
  }

  void getStatus(Call call) throws IOException {
    if (!Target.of(call, kinds).kind().hasStatus()) {
      throw Replies.noSuchPath();
    }
    get(call);
  }

  void listOrWatch(Call call) throws IOException, InterruptedException {
    var target = Target.of(call, kinds);
    if (call.query().flag("watch")) {
      watches.watch(call, target);
    } else {
      listings.list(call, target);
    }
  }
}
