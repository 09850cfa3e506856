package dev.trainyard.yard.apiserver;

import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Routes.Upgrade;
import dev.trainyard.yard.store.Ledger;
import dev.trainyard.yard.streams.PortForward;
import dev.trainyard.yard.streams.Whereabouts;
import java.util.function.Supplier;

/// Connections from clients to ports of pods, over web sockets.
final class PortForwardApi {

  private final Ledger ledger;
  private final Kinds kinds;
  private final Supplier<Whereabouts> whereabouts;

  PortForwardApi(Ledger ledger, Kinds kinds, Supplier<Whereabouts> whereabouts) {
    this.ledger = ledger;
    this.kinds = kinds;
    this.whereabouts = whereabouts;
  }

  Upgrade forward(Call call) {
    var kind = kinds.find("", "v1", "pods").orElseThrow();
    var target = new Target(kind, call.parameter("namespace"), call.parameter("name"));
    var pod = new ApiObject(ledger.find(target.key()).orElseThrow(target::notFound));
    if (pod.json().at("/spec/nodeName").asText("").isEmpty()) {
      throw new ApiException(
          Status.badRequest("pod %s does not have a host assigned".formatted(pod.name())));
    }
    return PortForward.upgrade(
        new PortForward.Pod(whereabouts.get(), target.namespace(), target.name()),
        call.query().all("ports"));
  }
}
